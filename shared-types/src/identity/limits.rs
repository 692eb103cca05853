//! Bounds of what people type when they get in.

/// Shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// Longest password, in characters: bounds the work of hashing.
pub const PASSWORD_MAX: usize = 128;
/// Digits of a one-time code.
pub const CODE_DIGITS: usize = 6;
/// Minutes a one-time code lives.
pub const CODE_MINUTES: i64 = 5;
/// Tries of one code.
pub const CODE_TRIES: i32 = 5;
/// Minutes for which a code that was just given is proof enough for payouts.
pub const PROOF_MINUTES: i64 = 10;
/// Minutes an access token lives.
pub const ACCESS_MINUTES: i64 = 15;
/// Days a login lives without being used.
pub const SESSION_DAYS: i64 = 30;
/// Longest name of an extension token, in characters.
pub const TOKEN_NAME: usize = 60;
/// Most live extension tokens of a person.
pub const TOKENS: usize = 20;
/// Guesses at one phone in a day: five for each code that was sent and did not come back, one for each wrong password.
pub const GUESSES_A_DAY: i64 = 100;
/// Codes a day that browsers new to a phone may have sent to it, all networks together.
pub const CODES_OF_STRANGERS: i64 = 8;
/// The same, from one network.
pub const CODES_OF_A_NETWORK: i64 = 6;
/// Codes a day that the person's own browsers and open logins may have sent.
pub const CODES_OF_KNOWN: i64 = 6;
/// Wrong passwords a day from browsers new to a phone, all networks together.
pub const PASSWORDS_OF_STRANGERS: i64 = 18;
/// The same, from one network.
pub const PASSWORDS_OF_A_NETWORK: i64 = 9;
/// Wrong passwords a day from the person's own browsers and open logins.
pub const PASSWORDS_OF_KNOWN: i64 = 12;

const _: () = assert!(CODE_TRIES == 5);
const _: () =
    assert!((CODES_OF_STRANGERS + CODES_OF_KNOWN) * 5 + PASSWORDS_OF_STRANGERS + PASSWORDS_OF_KNOWN <= GUESSES_A_DAY);
/// Minutes a start link, or a registration that waits for its phone, lives.
pub const LINK_MINUTES: i64 = 10;
/// Minutes the link of a letter lives.
pub const LETTER_MINUTES: i64 = 60;
/// Seconds a login on its way to another host lives.
pub const HANDOVER_SECONDS: i64 = 60;
/// Longest name of a person or a company, in characters.
pub const NAME: usize = 120;
/// Longest e-mail address, in characters.
pub const EMAIL: usize = 254;
/// Shortest and longest subdomain, in characters.
pub const SUBDOMAIN: (usize, usize) = (3, 30);
