//! Limits of people and permission groups.

/// Maximum length of a group name, in characters.
pub const GROUP_NAME: usize = 80;
/// Maximum number of groups per cabinet.
pub const GROUPS: i64 = 100;
/// Maximum length of a person's name, in characters.
pub const PERSON_NAME: usize = 120;
/// Maximum number of members of a client. The limit of an agent depends on its plan.
pub const CLIENT_PEOPLE: i64 = 50;
