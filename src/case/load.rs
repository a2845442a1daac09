//! Reads cases from YAML.
