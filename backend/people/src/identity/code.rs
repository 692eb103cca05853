//! One-time codes: six digits, valid for five minutes, one use, five attempts, stored as a salted password hash.
//!
//! The response is the same for known and unknown phones: a request inserts a row and a job, and the job finds out whether the
//! phone has an account. The code is generated when it is sent, so that the database never has its plaintext. It is valid only
//! for its requester ([`crate::identity::browser_binding`]).

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    bot_texts,
    browser_binding::{Binding, Requester, describe_device},
    contacts,
    device::Device,
    first_cabinet,
    queries::{self, UserKey},
    session::OpenedSession,
};
use chrono::Duration;
use entities::login_code::CodePurpose;
use entities::phone_confirmation::LinkPurpose;
use entities::{login_code, phone_confirmation as confirmation, user};
use infra::messengers::{self, Bot as _, Buttons, Contact, Messenger, OutgoingMessage};
use platform::error::OperationError;
use platform::{
    auth::password::QueueShare,
    jobs::{NewJob, enqueue},
    rng,
    scope::ScopedConnection,
    state::AppState,
    throttle::CountedBuckets,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    fields::{Format, Rule},
    id::LoginCodeId,
    identity::{
        Channel, CodeLogin, CodeRequest,
        limits::{CODE_ATTEMPTS, CODE_DIGITS, CODE_MINUTES},
    },
    phone::Phone,
};

/// Job that sends a requested code if the phone has an account. Its payload is `<code id>:<device description>`.
pub(super) const SEND_CODE_JOB: &str = "identity:code";

/// A code to send.
pub(super) struct CodeOrder {
    pub(super) purpose: CodePurpose,
    pub(super) phone: Phone,
    pub(super) channel: Channel,
}

impl CodeOrder {
    /// Parses the phone as it was typed.
    pub(super) fn parse(purpose: CodePurpose, request: CodeRequest) -> Result<Self, IdentityError> {
        Ok(Self {
            purpose,
            phone: contacts::parse_phone(&request.phone)?,
            channel: request.channel,
        })
    }
}

/// A code that was entered for a phone.
pub(super) struct CodeAttempt {
    pub(super) phone: Phone,
    pub(super) code: String,
}

impl CodeAttempt {
    /// Parses the phone as it was typed.
    pub(super) fn parse(login: CodeLogin) -> Result<Self, IdentityError> {
        Ok(Self {
            phone: contacts::parse_phone(&login.phone)?,
            code: login.code,
        })
    }
}

/// Requests a code. The response is the same for known and unknown phones.
pub(super) async fn request_code(
    state: &AppState,
    guard: Guard,
    order: CodeOrder,
    requester: &Requester,
    device: &Device,
) -> Result<Binding, IdentityError> {
    let source = AttemptSource::look_up(state, UserKey::Phone(&order.phone), device).await?;
    request_code_from(state, source, guard, order, requester, device).await
}

/// Like [`request_code`], for an attempt source that is already known.
pub(super) async fn request_code_from(
    state: &AppState,
    source: AttemptSource,
    guard: Guard,
    order: CodeOrder,
    requester: &Requester,
    device: &Device,
) -> Result<Binding, IdentityError> {
    let CodeOrder {
        purpose,
        phone,
        channel,
    } = order;
    let is_available = match Messenger::from_channel(channel) {
        Some(messenger) => messenger.is_enabled(&state.config),
        None => channel == Channel::Log && state.config.log_codes,
    };
    if !is_available {
        return Err(OperationError::field("channel", Rule::UnknownValue).into());
    }
    let now = state.clock.now();
    // A request is counted both for its message and for the guesses that can be made at its code.
    let mut buckets = attempts::buckets(AttemptKind::Code, phone.as_str(), &source, device);
    if source == AttemptSource::Stranger {
        buckets.extend(attempts::browser_bucket("code-send", guard, requester));
    }
    attempts::take(state, &buckets).await?;
    let binding = requester.bind(guard);
    state
        .system()
        .in_transaction(async |tx| {
            let row = login_code::ActiveModel {
                id: NotSet,
                guard: Set(guard),
                phone: Set(phone),
                purpose: Set(purpose),
                channel: Set(channel),
                // Set when the code is generated.
                code_hash: Set(String::new()),
                attempts: Set(0),
                expires_at: Set(now + Duration::minutes(CODE_MINUTES)),
                used_at: Set(None),
                created_at: Set(now),
                request_hash: Set(Some(binding.hash.clone())),
                counted_as: Set(CountedBuckets(buckets)),
            };
            let code = tx.insert(row).await?;
            let payload = format!("{}:{}", code.id, describe_device(device));
            enqueue(tx, NewJob::immediate(SEND_CODE_JOB, &payload, now), now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(binding)
}

/// Runs a [`SEND_CODE_JOB`] job. Sends nothing if the code would have no use, as for a phone without an account.
pub(super) async fn send(state: AppState, payload: String) -> Result<(), String> {
    let (id, device) = payload.split_once(':').ok_or("the payload has no code id")?;
    let id: LoginCodeId = id.parse().map_err(|_| "the payload has no code id")?;
    dispatch(&state, id, device).await.map_err(|error| error.to_string())
}

async fn dispatch(state: &AppState, id: LoginCodeId, device: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let Some(code) = system.one(login_code::Entity::find_by_id(id)).await? else {
        return Ok(());
    };
    let (guard, purpose) = (code.guard, code.purpose);
    if code.expires_at <= now {
        return Ok(());
    }
    if !has_use(state, guard, purpose, &code).await? {
        return Ok(());
    }
    let Some(messenger) = Messenger::from_channel(code.channel) else {
        // The `log` channel, which only `Config::log_codes` enables.
        if let Some(plaintext) = generate(state, id).await? {
            tracing::info!(phone = %code.phone, code = plaintext, "one-time code");
        }
        return Ok(());
    };
    let chat: Option<Contact> = messengers::contacts_of_phone(&system, &code.phone)
        .await?
        .into_iter()
        .find(|chat| chat.messenger == messenger && chat.blocked_at.is_none());
    let Some(chat) = chat else {
        return Ok(());
    };
    let language = match queries::user_by_phone(&system, &code.phone).await? {
        Some(user::Model { locale, .. }) => locale,
        None => chat.language,
    };
    let message = OutgoingMessage {
        text: bot_texts::code_message(language, purpose, device),
        buttons: Buttons::Keep,
        file: None,
    };
    let post = messengers::NewMessage {
        messenger,
        chat_id: &chat.chat_id,
        message: &message,
        login_code_id: Some(id),
        order_id: None,
        chat_message_id: None,
        dedupe_key: Some(format!("code:{id}")),
        expires_at: Some(code.expires_at),
    };
    system
        .in_transaction(async |tx| messengers::queue_message(tx, post, now).await)
        .await?;
    state.wake_worker();
    Ok(())
}

/// Whether the code has a use: the phone has a membership, or the same requester has a registration that needs this code.
async fn has_use(
    state: &AppState,
    guard: Guard,
    purpose: CodePurpose,
    code: &login_code::Model,
) -> Result<bool, DbErr> {
    let system = state.system();
    if purpose == CodePurpose::Phone {
        // The requester is logged in and has given a fresh proof.
        return Ok(true);
    }
    if purpose == CodePurpose::Confirm {
        let pending = confirmation::Entity::find()
            .filter(confirmation::Column::Guard.eq(code.guard))
            .filter(confirmation::Column::Phone.eq(code.phone.as_str()))
            .filter(confirmation::Column::RequestHash.eq(code.request_hash.clone()))
            .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register))
            .filter(confirmation::Column::UsedAt.is_null())
            .filter(confirmation::Column::ExpiresAt.gt(state.clock.now()));
        return Ok(system.one(pending).await?.is_some());
    }
    let members = queries::memberships(&system, UserKey::Phone(&code.phone), guard).await?;
    Ok(!members.is_empty())
}

/// Generates the code at the moment it is sent. `None` if it was used or has expired.
pub async fn fill(state: AppState, id: LoginCodeId) -> Result<Option<String>, String> {
    generate(&state, id).await.map_err(|error| error.to_string())
}

/// Generates a code and stores its hash. Another call replaces the former code.
async fn generate(state: &AppState, id: LoginCodeId) -> Result<Option<String>, DbErr> {
    let code = rng::one_time_code();
    let hash = state.hasher.hash(code.clone()).await;
    let hash = hash.map_err(|error| DbErr::Custom(error.to_string()))?;
    let update = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Id.eq(id))
        .filter(login_code::Column::UsedAt.is_null())
        .filter(login_code::Column::ExpiresAt.gt(state.clock.now()));
    let is_stored = state.system().update_count(update).await? == 1;
    Ok(is_stored.then_some(code))
}

/// Redeems the newest code of this requester. Each code can be redeemed once.
pub(super) async fn redeem(
    state: &AppState,
    guard: Guard,
    purpose: CodePurpose,
    attempt: CodeAttempt,
    requester: &Requester,
    device: &Device,
) -> Result<Phone, IdentityError> {
    let CodeAttempt { phone, code } = attempt;
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    if code.len() != CODE_DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(OperationError::field(
            "code",
            if code.is_empty() {
                Rule::Required
            } else {
                Rule::InvalidFormat(Format::SixDigits)
            },
        )
        .into());
    }
    let now = state.clock.now();
    let scope = state.system();
    // The attempt is counted before the code is compared, so that parallel guesses cannot share one. A requested code that was
    // never sent, because the phone has no account, counts attempts like any other.
    let newest = login_code::Entity::find()
        .select_only()
        .column_as(
            Expr::cust("coalesce(max(CASE WHEN code_hash <> '' THEN id END), max(id))"),
            "newest",
        )
        .filter(login_code::Column::Guard.eq(guard))
        .filter(login_code::Column::Phone.eq(phone.as_str()))
        .filter(login_code::Column::Purpose.eq(purpose))
        .filter(login_code::Column::RequestHash.is_in(requester.hashes(guard)))
        .filter(login_code::Column::ExpiresAt.gt(now));
    let add_attempts = |number: i32| {
        login_code::Entity::update_many().col_expr(
            login_code::Column::Attempts,
            Expr::col(login_code::Column::Attempts).add(number),
        )
    };
    let count_attempt = add_attempts(1)
        .filter(login_code::Column::Id.in_subquery(newest.into_query()))
        .filter(login_code::Column::UsedAt.is_null())
        .filter(login_code::Column::ExpiresAt.gt(now))
        .filter(login_code::Column::Attempts.lt(CODE_ATTEMPTS));
    let Some(row) = scope.update(count_attempt).await?.pop() else {
        // This requester has no code to guess, so the attempt is counted against the IP address, not against the phone.
        attempts::take(state, &attempts::address_buckets("code", device)).await?;
        return Err(IdentityError::CodeWrong);
    };
    let slot = match state.hasher.reserve(QueueShare::Known) {
        Ok(slot) => slot,
        Err(busy) => {
            let refund = add_attempts(-1).filter(login_code::Column::Id.eq(row.id));
            scope.update_count(refund).await?;
            return Err(busy.into());
        }
    };
    let hash = Some(row.code_hash).filter(|hash| !hash.is_empty());
    if !slot.verify(code, hash).await? {
        return Err(IdentityError::CodeWrong);
    }
    let mark_used = login_code::Entity::update_many()
        .col_expr(login_code::Column::UsedAt, Expr::value(now))
        .filter(login_code::Column::Id.eq(row.id))
        .filter(login_code::Column::UsedAt.is_null());
    if scope.update_count(mark_used).await? != 1 {
        return Err(IdentityError::CodeWrong);
    }
    // A correct code is not a guess.
    attempts::refund(state, &row.counted_as.0).await?;
    Ok(phone)
}

/// Logs in by a one-time code.
pub(super) async fn log_in(
    state: &AppState,
    guard: Guard,
    attempt: CodeAttempt,
    requester: &Requester,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let phone = redeem(state, guard, CodePurpose::Login, attempt, requester, &device).await?;
    let opened = first_cabinet::open_first_cabinet(state, guard, &phone, false, device).await?;
    opened.ok_or(IdentityError::CodeWrong)
}

/// The chosen channel. Without a choice, the chat used last, or the log. `None` if no code can be sent to the phone.
pub(super) async fn choose_channel(
    state: &AppState,
    phone: &Phone,
    chosen: Option<Channel>,
) -> Result<Option<Channel>, IdentityError> {
    match chosen {
        Some(chosen) => Ok(Some(chosen)),
        None => Ok(contacts::available_channels(state, &state.system(), phone)
            .await?
            .into_iter()
            .next()),
    }
}
