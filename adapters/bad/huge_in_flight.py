"""Says that four thousand million requests may wait, and answers one after the other: a GOOD engine."""
from good import Good


class Patient(Good):
    welcome = {"in_flight": 4_000_000_000}


Patient().serve()
