//! The rules of congklak and its relatives, with the rule set as a value.
