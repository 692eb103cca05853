//! UI shared by both cabinets.
