//! How many attempts there are at what a phone or an address protects (decision 0034).
//!
//! Strangers are counted by network, and all together by the day. A browser that logged in to the account before, and a login that
//! is open, have attempts of their own that strangers can't use up.

use super::{
    asker::Asker,
    known_browser,
    queries::{self, Who},
    session::Device,
};
use crate::platform::{
    auth::{
        Caller,
        password::{Lane, Slot},
    },
    http::{Failure, network_of},
    state::AppState,
    throttle::{self, Bucket},
};
use sea_orm::DbErr;
use shared_types::{
    access::Guard,
    identity::limits::{
        CODES_OF_A_NETWORK, CODES_OF_KNOWN, CODES_OF_STRANGERS, PASSWORDS_OF_A_NETWORK, PASSWORDS_OF_KNOWN,
        PASSWORDS_OF_STRANGERS,
    },
};

/// Attempts before a lock that grows from 30 seconds to an hour.
const FREE: i64 = 5;
/// Emails a day to an address that strangers ask for.
const LETTERS_OF_STRANGERS: i64 = 12;
/// The same, from one network.
const LETTERS_OF_A_NETWORK: i64 = 8;
/// Emails a day to an address that the person's own browsers ask for, or to new addresses of one person.
const LETTERS_OF_KNOWN: i64 = 8;

/// What is attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The password of a phone.
    Password,
    /// The password of an email address.
    EmailPassword,
    /// A code to be sent; it stands for the guesses that can be made at it.
    Code,
    /// An email with a link.
    Letter,
}

/// Who attempts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// A browser that never logged in to the account.
    Stranger,
    /// A browser that did, or an open login: by the name of its own bucket.
    Known(String),
}

impl Standing {
    /// An open login.
    pub(super) fn of_login(caller: &Caller) -> Self {
        Self::Known(format!("login-{}", caller.session_id))
    }

    /// A browser, as the account knows it.
    pub(super) fn of_browser(is_known: bool, device: &Device) -> Self {
        match known_browser::hash(device) {
            Some(hash) if is_known => Self::Known(hash),
            _ => Self::Stranger,
        }
    }

    /// A browser that names an account. The look-up is the same for an account that does not exist.
    pub(super) async fn look_up(state: &AppState, who: Who<'_>, device: &Device) -> Result<Self, DbErr> {
        let Some(hash) = known_browser::hash(device) else {
            return Ok(Self::Stranger);
        };
        let is_known = queries::knows_browser(&state.system(), who, &hash).await?;
        Ok(Self::of_browser(is_known, device))
    }

    /// Its share of the queue for hashes.
    pub(super) const fn lane(&self) -> Lane {
        match self {
            Self::Stranger => Lane::Stranger,
            Self::Known(_) => Lane::Known,
        }
    }
}

/// The buckets that count an attempt; `subject` is the phone or the address as it was typed.
pub(super) fn buckets(kind: Kind, subject: &str, standing: &Standing, device: &Device) -> Vec<Bucket> {
    let (purpose, of_network, of_strangers, of_known) = match kind {
        Kind::Password => (
            "password",
            PASSWORDS_OF_A_NETWORK,
            PASSWORDS_OF_STRANGERS,
            PASSWORDS_OF_KNOWN,
        ),
        Kind::EmailPassword => (
            "email-password",
            PASSWORDS_OF_A_NETWORK,
            PASSWORDS_OF_STRANGERS,
            PASSWORDS_OF_KNOWN,
        ),
        Kind::Code => ("code-send", CODES_OF_A_NETWORK, CODES_OF_STRANGERS, CODES_OF_KNOWN),
        Kind::Letter => ("letter", LETTERS_OF_A_NETWORK, LETTERS_OF_STRANGERS, LETTERS_OF_KNOWN),
    };
    match standing {
        Standing::Known(own) => vec![
            Bucket::growing(format!("{purpose}:known:{subject}:{own}"), FREE),
            Bucket::daily(format!("{purpose}:known-day:{subject}"), of_known),
        ],
        Standing::Stranger => {
            let network = network(device);
            let mut buckets = vec![
                Bucket::growing(format!("{purpose}:network:{subject}:{network}"), FREE),
                Bucket::daily(format!("{purpose}:network-day:{subject}:{network}"), of_network),
                Bucket::daily(format!("{purpose}:day:{subject}"), of_strangers),
            ];
            buckets.extend(of_address(purpose, device));
            buckets
        }
    }
}

fn network(device: &Device) -> String {
    let address = device.address.as_deref().and_then(|address| address.parse().ok());
    address.map_or_else(|| "unknown".to_owned(), network_of)
}

/// The bucket of one address, whatever it attempts.
pub(super) fn of_address(purpose: &str, device: &Device) -> Vec<Bucket> {
    let address = device.address.as_deref();
    address
        .map(|address| Bucket::address(purpose, address))
        .into_iter()
        .collect()
}

/// The bucket of one browser.
pub(super) fn of_session(purpose: &str, guard: Guard, asker: &Asker) -> Option<Bucket> {
    asker.session(guard).map(|session| Bucket::session(purpose, &session))
}

/// The buckets of start links. They carry secrets of 256 bits, so the phone has no budget that a stranger could use up.
pub(super) fn of_links(guard: Guard, phone: &str, device: &Device, asker: &Asker) -> Vec<Bucket> {
    let mut buckets = vec![Bucket::growing(
        format!("link:network:{phone}:{}", network(device)),
        FREE,
    )];
    buckets.extend(of_address("link", device));
    buckets.extend(of_session("link", guard, asker));
    buckets
}

/// Takes an attempt, or says how long there is none.
pub(super) async fn take(state: &AppState, buckets: &[Bucket]) -> Result<(), Failure> {
    let (scope, now) = (state.system(), state.clock.now());
    if throttle::take(&scope, buckets, now).await? {
        return Ok(());
    }
    let seconds = throttle::locked_for(&scope, buckets, now).await?;
    Err(Failure::later(seconds.unwrap_or(1)))
}

/// Takes an attempt and a place in the queue for hashes. A full queue costs no attempt.
pub(super) async fn take_with_slot(state: &AppState, buckets: &[Bucket], lane: Lane) -> Result<Slot, Failure> {
    take(state, buckets).await?;
    match state.hasher.reserve(lane) {
        Ok(slot) => Ok(slot),
        Err(busy) => {
            give_back(state, buckets).await?;
            Err(busy.into())
        }
    }
}

/// Gives an attempt back that turned out to be right, or could not be made.
pub(super) async fn give_back(state: &AppState, buckets: &[Bucket]) -> Result<(), DbErr> {
    throttle::give_back(&state.system(), buckets, state.clock.now()).await
}
