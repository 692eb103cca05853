//! Limits of login and registration.

/// Minimum length of a password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// Maximum length of a password, in characters. Bounds the cost of hashing.
pub const PASSWORD_MAX: usize = 128;
/// Number of digits of a one-time code.
pub const CODE_DIGITS: usize = 6;
/// Lifetime of a one-time code, in minutes.
pub const CODE_MINUTES: i64 = 5;
/// Maximum number of attempts per one-time code.
pub const CODE_ATTEMPTS: i32 = 5;
/// Time after entering a one-time code during which payouts need no new one, in minutes.
pub const PROOF_MINUTES: i64 = 10;
/// Lifetime of an access token, in minutes.
pub const ACCESS_MINUTES: i64 = 15;
/// Days after which an unused session expires.
pub const SESSION_DAYS: i64 = 30;
/// Hours after the first use of a refresh token during which it may be exchanged again, as long as no successor was used.
pub const REPEAT_HOURS: i64 = 24;
/// Maximum length of an extension token's label, in characters.
pub const TOKEN_NAME: usize = 60;
/// Maximum number of active extension tokens per user.
pub const TOKENS: usize = 20;
/// The longest lifetime of an extension token, in days, if it has one.
pub const TOKEN_DAYS: i64 = 3650;
/// Maximum number of guesses per phone number and day. A code that was sent but not entered counts as five, a wrong
/// password as one.
pub const GUESSES_PER_DAY: i64 = 100;
/// Codes per day that browsers unknown to a phone number may request for it, from all networks together.
pub const CODES_UNKNOWN_BROWSERS: i64 = 8;
/// Codes per day that unknown browsers may request, from one network.
pub const CODES_PER_NETWORK: i64 = 6;
/// Codes per day that the person's known browsers and open sessions may request.
pub const CODES_KNOWN_BROWSERS: i64 = 6;
/// Wrong passwords per day from browsers unknown to a phone number, from all networks together.
pub const PASSWORDS_UNKNOWN_BROWSERS: i64 = 18;
/// Wrong passwords per day from unknown browsers, from one network.
pub const PASSWORDS_PER_NETWORK: i64 = 9;
/// Wrong passwords per day from the person's known browsers and open sessions.
pub const PASSWORDS_KNOWN_BROWSERS: i64 = 12;

const _: () = assert!(CODE_ATTEMPTS == 5);
const _: () = assert!(
    (CODES_UNKNOWN_BROWSERS + CODES_KNOWN_BROWSERS) * 5 + PASSWORDS_UNKNOWN_BROWSERS + PASSWORDS_KNOWN_BROWSERS
        <= GUESSES_PER_DAY
);
/// Lifetime of a bot link and of a registration with an unconfirmed phone number, in minutes.
pub const LINK_MINUTES: i64 = 10;
/// Maximum length of the launch data of a mini app, in characters.
pub const LAUNCH_DATA: usize = 4096;
/// Lifetime of a link in an e-mail, in minutes.
pub const EMAIL_LINK_MINUTES: i64 = 60;
/// Lifetime of the link of an invitation, in days.
pub const INVITATION_LINK_DAYS: i64 = 7;
/// Lifetime of a session transfer code, in seconds.
pub const SESSION_TRANSFER_SECONDS: i64 = 60;
/// Maximum length of a person or company name, in characters.
pub const NAME: usize = 120;
/// Maximum length of an e-mail address, in characters.
pub const EMAIL: usize = 254;
/// Minimum and maximum length of a subdomain, in characters.
pub const SUBDOMAIN: (usize, usize) = (3, 30);
/// Number of recovery codes that are created with an authenticator app or the first passkey.
pub const RECOVERY_CODES: usize = 10;
/// Maximum number of passkeys of a user.
pub const PASSKEYS: usize = 10;
/// Maximum length of the name of a passkey, in characters.
pub const PASSKEY_NAME: usize = 60;
/// Maximum length of a part of a browser's answer for a passkey, in characters of Base64url.
pub const PASSKEY_BYTES: usize = 8192;
/// Time in which a challenge for a passkey can be answered, in minutes.
pub const CHALLENGE_MINUTES: i64 = 5;
