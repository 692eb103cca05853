//! Bounds of people and groups.

/// Longest name of a group, in characters.
pub const GROUP_NAME: usize = 80;
/// Most groups of a cabinet.
pub const GROUPS: i64 = 100;
/// Longest name of a person, in characters.
pub const PERSON_NAME: usize = 120;
/// Most people of a client; an agent's number is its tariff's.
pub const CLIENT_PEOPLE: i32 = 50;
