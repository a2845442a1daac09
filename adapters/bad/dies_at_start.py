"""Ends at once, and says why on standard error."""
import sys

sys.exit("no licence found")
