//! Idempotency keys of requests.
//!
//! After a lost connection it is unknown whether the server has carried out a request. People send the same form again, so the same
//! request gets the same key, and the server carries it out once.

use super::Error;
use crate::format;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::window;
use shared_types::endpoint::Method;
use std::cell::RefCell;

/// How long a repeated request counts as a retry.
const RETRY_PERIOD: TimeDelta = TimeDelta::minutes(10);

/// A request that has no result yet, or whose result was lost.
struct Unanswered {
    request: String,
    key: String,
    sent_at: DateTime<Utc>,
}

thread_local! {
    static UNANSWERED: RefCell<Vec<Unanswered>> = const { RefCell::new(Vec::new()) };
}

/// Returns the key of a request: the key of the same earlier request if its result is unknown, otherwise a new one.
pub(super) fn key_for(method: Method, address: &str, body: &str) -> String {
    let request = format!("{} {address} {body}", method.as_str());
    let now = format::now();
    UNANSWERED.with_borrow_mut(|unanswered| {
        unanswered.retain(|earlier| now - earlier.sent_at < RETRY_PERIOD);
        if let Some(earlier) = unanswered.iter().find(|earlier| earlier.request == request) {
            return earlier.key.clone();
        }
        let key = new_key();
        unanswered.push(Unanswered {
            request,
            key: key.clone(),
            sent_at: now,
        });
        key
    })
}

/// Forgets a key if the server has answered its request. After a failure of the server, the effect is unknown.
pub(super) fn finish<T>(key: &str, result: &Result<T, Error>) {
    let is_answered = match result {
        Ok(_) => true,
        Err(error) => error.is_refusal(),
    };
    if is_answered {
        UNANSWERED.with_borrow_mut(|unanswered| unanswered.retain(|earlier| earlier.key != key));
    }
}

/// Creates a random key.
pub fn new_key() -> String {
    let mut bytes = [0_u8; 16];
    // Without a random generator the bytes stay zero, and a second action would be taken for a retry of the first.
    let random = window()
        .crypto()
        .and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    match random {
        Ok(_) => bytes.iter().fold(String::new(), |key, byte| format!("{key}{byte:02x}")),
        Err(_) => js_sys::Date::new_0().to_iso_string().into(),
    }
}
