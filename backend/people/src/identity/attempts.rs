//! Limits for login attempts, codes, e-mails and start links. See ADR 0034.
//!
//! Strangers are counted by network, and all of them together by day. Known browsers, which logged in to the account before, and
//! open sessions have budgets of their own, which strangers cannot use up.

use super::{
    IdentityError,
    browser_binding::Requester,
    device::Device,
    known_browser,
    queries::{self, UserKey},
};
use platform::error::OperationError;
use platform::{
    auth::{
        Caller,
        password::{QueueShare, Reservation},
    },
    state::AppState,
    throttle::{self, Bucket, network_of},
};
use sea_orm::DbErr;
use shared_types::{
    access::Guard,
    identity::limits::{
        CODES_KNOWN_BROWSERS, CODES_PER_NETWORK, CODES_UNKNOWN_BROWSERS, PASSWORDS_KNOWN_BROWSERS,
        PASSWORDS_PER_NETWORK, PASSWORDS_UNKNOWN_BROWSERS,
    },
};

/// Attempts before the growing lock, which lasts from 30 seconds to an hour.
const FREE_ATTEMPTS: i64 = 5;
/// E-mails a day to one address, requested by strangers from all networks.
const EMAILS_OF_STRANGERS: i64 = 12;
/// E-mails a day to one address, requested by strangers from one network.
const EMAILS_OF_A_NETWORK: i64 = 8;
/// E-mails a day to one address, requested by known browsers; also e-mails a day to new addresses of one user.
const EMAILS_OF_KNOWN: i64 = 8;

/// The target of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptKind {
    /// A password with a phone.
    Password,
    /// A password with an e-mail address.
    EmailPassword,
    /// A code of an authenticator app or a recovery code, after the correct password.
    Authenticator,
    /// Sending a code. It counts for all guesses that can be made at that code.
    Code,
    /// Sending an e-mail with a link.
    Email,
}

/// Who makes an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttemptSource {
    /// A browser that has never logged in to the account.
    Stranger,
    /// A known browser or an open session, with the key of its own bucket.
    Known(String),
}

impl AttemptSource {
    /// The caller's open session.
    pub(super) fn from_session(caller: &Caller) -> Self {
        // Keys make no attempts.
        let session = caller.session().map_or(0, |id| id.0);
        Self::Known(format!("login-{session}"))
    }

    /// A browser, given whether the account knows it.
    pub(super) fn from_browser(is_known: bool, device: &Device) -> Self {
        match known_browser::hash(device) {
            Some(hash) if is_known => Self::Known(hash),
            _ => Self::Stranger,
        }
    }

    /// Looks up whether the account knows the browser. The query is the same for an account that does not exist.
    pub(super) async fn look_up(state: &AppState, who: UserKey<'_>, device: &Device) -> Result<Self, DbErr> {
        let Some(hash) = known_browser::hash(device) else {
            return Ok(Self::Stranger);
        };
        let is_known = queries::is_known_browser(&state.system(), who, &hash).await?;
        Ok(Self::from_browser(is_known, device))
    }

    /// The share of the hash queue that this source may use.
    pub(super) const fn queue_share(&self) -> QueueShare {
        match self {
            Self::Stranger => QueueShare::Anonymous,
            Self::Known(_) => QueueShare::Known,
        }
    }
}

/// The buckets that count an attempt. `subject` is the phone or the e-mail address, whether it has an account or not, or the user
/// whose password was correct.
pub(super) fn buckets(kind: AttemptKind, subject: &str, source: &AttemptSource, device: &Device) -> Vec<Bucket> {
    let (purpose, of_network, of_strangers, of_known) = match kind {
        AttemptKind::Password => (
            "password",
            PASSWORDS_PER_NETWORK,
            PASSWORDS_UNKNOWN_BROWSERS,
            PASSWORDS_KNOWN_BROWSERS,
        ),
        AttemptKind::EmailPassword => (
            "email-password",
            PASSWORDS_PER_NETWORK,
            PASSWORDS_UNKNOWN_BROWSERS,
            PASSWORDS_KNOWN_BROWSERS,
        ),
        AttemptKind::Authenticator => (
            "authenticator",
            PASSWORDS_PER_NETWORK,
            PASSWORDS_UNKNOWN_BROWSERS,
            PASSWORDS_KNOWN_BROWSERS,
        ),
        AttemptKind::Code => (
            "code-send",
            CODES_PER_NETWORK,
            CODES_UNKNOWN_BROWSERS,
            CODES_KNOWN_BROWSERS,
        ),
        AttemptKind::Email => ("email", EMAILS_OF_A_NETWORK, EMAILS_OF_STRANGERS, EMAILS_OF_KNOWN),
    };
    match source {
        AttemptSource::Known(own) => vec![
            Bucket::growing_lock(format!("{purpose}:known:{subject}:{own}"), FREE_ATTEMPTS),
            Bucket::daily_budget(format!("{purpose}:known-day:{subject}"), of_known),
        ],
        AttemptSource::Stranger => {
            let network = network(device);
            let mut buckets = vec![
                Bucket::growing_lock(format!("{purpose}:network:{subject}:{network}"), FREE_ATTEMPTS),
                Bucket::daily_budget(format!("{purpose}:network-day:{subject}:{network}"), of_network),
                Bucket::daily_budget(format!("{purpose}:day:{subject}"), of_strangers),
            ];
            buckets.extend(address_buckets(purpose, device));
            buckets
        }
    }
}

fn network(device: &Device) -> String {
    let address = device.address.as_deref().and_then(|address| address.parse().ok());
    address.map_or_else(|| "unknown".to_owned(), network_of)
}

/// The bucket of the device's IP address, if it is known.
pub(super) fn address_buckets(purpose: &str, device: &Device) -> Vec<Bucket> {
    let address = device.address.as_deref();
    address
        .map(|address| Bucket::address(purpose, address))
        .into_iter()
        .collect()
}

/// The bucket of the requester's browser, if it has a binding cookie.
pub(super) fn browser_bucket(purpose: &str, guard: Guard, requester: &Requester) -> Option<Bucket> {
    requester
        .cookie_hash(guard)
        .map(|session| Bucket::session(purpose, &session))
}

/// The buckets of start links. There is no budget by phone, which strangers could use up, because links carry 256-bit secrets.
pub(super) fn link_buckets(guard: Guard, phone: &str, device: &Device, requester: &Requester) -> Vec<Bucket> {
    let mut buckets = vec![Bucket::growing_lock(
        format!("link:network:{phone}:{}", network(device)),
        FREE_ATTEMPTS,
    )];
    buckets.extend(address_buckets("link", device));
    buckets.extend(browser_bucket("link", guard, requester));
    buckets
}

/// Takes an attempt from all buckets. Fails with the seconds to wait if one of them is locked.
pub(super) async fn take(state: &AppState, buckets: &[Bucket]) -> Result<(), IdentityError> {
    let (scope, now) = (state.system(), state.clock.now());
    if throttle::acquire(&scope, buckets, now).await? {
        return Ok(());
    }
    let seconds = throttle::locked_for(&scope, buckets, now).await?;
    Err(OperationError::TooManyAttempts(seconds.unwrap_or(1)).into())
}

/// Takes an attempt and reserves a slot in the hash queue. If the queue is full, the attempt is refunded.
pub(super) async fn take_with_slot(
    state: &AppState,
    buckets: &[Bucket],
    queue_share: QueueShare,
) -> Result<Reservation, IdentityError> {
    take(state, buckets).await?;
    match state.hasher.reserve(queue_share) {
        Ok(slot) => Ok(slot),
        Err(busy) => {
            refund(state, buckets).await?;
            Err(busy.into())
        }
    }
}

/// Refunds an attempt that succeeded or could not be made.
pub(super) async fn refund(state: &AppState, buckets: &[Bucket]) -> Result<(), DbErr> {
    throttle::release(&state.system(), buckets, state.clock.now()).await
}
