//! One-time codes: six digits, five minutes, one use, five tries, stored as a salted password hash.
//!
//! Whoever asks is answered alike: the request writes a row and a job, and the job finds out whether the phone is known. The code
//! itself is made at the moment it is sent, so it never stands in a row. It serves only whoever asked ([`super::asker`]).

use super::{
    asker::{Asker, Mark, described},
    attempts::{self, Kind, Standing},
    bot_texts::{self, Language},
    entity::{confirmation, login_code, user},
    login,
    queries::{self, Who},
    session::{Device, Opened},
};
use crate::{
    messengers::{self, Buttons, Contact, Messenger, Outgoing},
    platform::{
        auth::password::Lane,
        http::Failure,
        jobs::{NewJob, enqueue},
        rng,
        scope::Rows,
        state::AppState,
        throttle::Bucket,
    },
};
use chrono::Duration;
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{
        Channel, CodeLogin, CodeRequest,
        limits::{CODE_DIGITS, CODE_MINUTES, CODE_TRIES},
    },
    phone::Phone,
    problem::ProblemCode,
};

/// The job that finds out whom a code goes to.
pub const CODE: &str = "identity:code";

/// What a code is good for; one for another purpose is no code here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Login,
    Confirm,
    Recovery,
    /// Staff who are about to pay out.
    Payout,
    /// A new phone of a person.
    Phone,
}

impl Purpose {
    /// Every purpose there is.
    pub(super) const ALL: [Self; 5] = [Self::Login, Self::Confirm, Self::Recovery, Self::Payout, Self::Phone];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Confirm => "confirm",
            Self::Recovery => "recovery",
            Self::Payout => "payout",
            Self::Phone => "phone",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.as_str() == name)
    }
}

/// Asks for a code; the answer is the same for a known and an unknown phone.
pub(super) async fn ask(
    state: &AppState,
    guard: Guard,
    purpose: Purpose,
    request: CodeRequest,
    asker: &Asker,
    device: &Device,
) -> Result<Mark, Failure> {
    let phone = login::phone(&request.phone)?;
    let standing = Standing::look_up(state, Who::Phone(phone.as_str()), device).await?;
    ask_as(state, standing, guard, purpose, request, asker, device).await
}

/// The same, for an asker whose standing is known already.
pub(super) async fn ask_as(
    state: &AppState,
    standing: Standing,
    guard: Guard,
    purpose: Purpose,
    request: CodeRequest,
    asker: &Asker,
    device: &Device,
) -> Result<Mark, Failure> {
    let phone = login::phone(&request.phone)?;
    let is_on = match Messenger::of(request.channel) {
        Some(messenger) => messenger.is_on(&state.config),
        None => state.config.log_codes,
    };
    if !is_on {
        return Err(Failure::field("channel", Rule::UnknownValue));
    }
    let now = state.clock.now();
    // Every request counts, for the message it sends and the guesses that can be made at its code.
    let mut buckets = attempts::buckets(Kind::Code, phone.as_str(), &standing, device);
    if standing == Standing::Stranger {
        buckets.extend(attempts::of_session("code-send", guard, asker));
    }
    attempts::take(state, &buckets).await?;
    let mark = asker.mark(state, guard);
    let tx = state.system().begin().await?;
    let row = login_code::ActiveModel {
        id: NotSet,
        guard: Set(guard.as_str().to_owned()),
        phone: Set(phone.as_str().to_owned()),
        purpose: Set(purpose.as_str().to_owned()),
        channel: Set(request.channel.as_str().to_owned()),
        // Empty until the code is made.
        code_hash: Set(String::new()),
        attempts: Set(0),
        expires_at: Set(now + Duration::minutes(CODE_MINUTES)),
        used_at: Set(None),
        created_at: Set(now),
        request_hash: Set(Some(mark.hash.clone())),
        counted_as: Set(Bucket::written(&buckets)),
    };
    let code = tx.insert(row).await?;
    let payload = format!("{}:{}", code.id, described(device));
    enqueue(&tx, NewJob::at_once(CODE, &payload, now), now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(mark)
}

/// Does a [`CODE`] job: sends the code where the phone opens something, and nothing elsewhere.
pub async fn send(state: AppState, payload: String) -> Result<(), String> {
    let (id, device) = payload.split_once(':').ok_or("no code is named")?;
    let id: i64 = id.parse().map_err(|_| "no code is named")?;
    dispatch(&state, id, device).await.map_err(|error| error.to_string())
}

async fn dispatch(state: &AppState, id: i64, device: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let Some(code) = system.one(login_code::Entity::find_by_id(id)).await? else {
        return Ok(());
    };
    let named = Guard::from_name(&code.guard).zip(Purpose::from_name(&code.purpose));
    let Some((guard, purpose)) = named.filter(|_| code.expires_at > now) else {
        return Ok(());
    };
    if !is_wanted(state, guard, purpose, &code).await? {
        return Ok(());
    }
    let Some(messenger) = Messenger::from_name(&code.channel) else {
        // The `log` messenger: only where the configuration allows it, see `Config::log_codes`.
        if let Some(made) = make(state, id).await? {
            tracing::info!(phone = code.phone, code = made, "one-time code");
        }
        return Ok(());
    };
    let chat: Option<Contact> = messengers::of_phone(&system, &code.phone)
        .await?
        .into_iter()
        .find(|chat| chat.messenger == messenger.as_str() && chat.blocked_at.is_none());
    let Some(chat) = chat else {
        return Ok(());
    };
    let language = match queries::user_of(&system, &code.phone).await? {
        Some(user::Model { locale, .. }) => Language::of(&locale),
        None => Language::of(&chat.language),
    };
    let message = Outgoing {
        text: bot_texts::code(language, purpose, device),
        buttons: Buttons::Keep,
    };
    let new = messengers::Posted {
        messenger,
        chat_id: &chat.chat_id,
        message: &message,
        login_code_id: Some(id),
        dedupe_key: Some(format!("code:{id}")),
        expires_at: Some(code.expires_at),
    };
    let tx = system.begin().await?;
    messengers::post(&tx, new, now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(())
}

/// Whether the phone opens a cabinet, or what waits to be registered with it was asked by the same browser.
async fn is_wanted(state: &AppState, guard: Guard, purpose: Purpose, code: &login_code::Model) -> Result<bool, DbErr> {
    let system = state.system();
    if purpose == Purpose::Phone {
        // Whoever asked is logged in and gave the password.
        return Ok(true);
    }
    if purpose == Purpose::Confirm {
        let waits = confirmation::Entity::find()
            .filter(confirmation::Column::Guard.eq(&code.guard))
            .filter(confirmation::Column::Phone.eq(&code.phone))
            .filter(confirmation::Column::RequestHash.eq(code.request_hash.clone()))
            .filter(confirmation::Column::Purpose.eq("register"))
            .filter(confirmation::Column::UsedAt.is_null())
            .filter(confirmation::Column::ExpiresAt.gt(state.clock.now()));
        return Ok(system.one(waits).await?.is_some());
    }
    let members = queries::memberships(&system, Who::Phone(&code.phone), guard).await?;
    Ok(!members.is_empty())
}

/// Makes the code at the moment it is sent; none when it is not wanted any more.
pub async fn fill(state: AppState, id: i64) -> Result<Option<String>, String> {
    make(&state, id).await.map_err(|error| error.to_string())
}

async fn make(state: &AppState, id: i64) -> Result<Option<String>, DbErr> {
    let code = rng::code();
    let hash = state.hasher.hash(code.clone()).await;
    let hash = hash.map_err(|error| DbErr::Custom(error.to_string()))?;
    let update = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Id.eq(id))
        .filter(login_code::Column::UsedAt.is_null())
        .filter(login_code::Column::ExpiresAt.gt(state.clock.now()));
    let is_made = state.system().update_count(update).await? == 1;
    Ok(is_made.then_some(code))
}

/// Spends the newest code that this asker asked for, once.
pub(super) async fn redeem(
    state: &AppState,
    guard: Guard,
    purpose: Purpose,
    attempt: CodeLogin,
    asker: &Asker,
    device: &Device,
) -> Result<Phone, Failure> {
    let phone = login::phone(&attempt.phone)?;
    let code: String = attempt.code.chars().filter(|c| !c.is_whitespace()).collect();
    if code.len() != CODE_DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::field(
            "code",
            if code.is_empty() {
                Rule::Required
            } else {
                Rule::WrongType("six digits".to_owned())
            },
        ));
    }
    let now = state.clock.now();
    let scope = state.system();
    // The try is taken before the code is compared, so that parallel guesses can't share one. A code that was asked for and did
    // not go out, since the phone opens nothing, takes tries like any other.
    let newest = login_code::Entity::find()
        .select_only()
        .column_as(
            Expr::cust("coalesce(max(CASE WHEN code_hash <> '' THEN id END), max(id))"),
            "newest",
        )
        .filter(login_code::Column::Guard.eq(guard.as_str()))
        .filter(login_code::Column::Phone.eq(phone.as_str()))
        .filter(login_code::Column::Purpose.eq(purpose.as_str()))
        .filter(login_code::Column::RequestHash.is_in(asker.hashes(guard)))
        .filter(login_code::Column::ExpiresAt.gt(now));
    let attempts_by = |number: i32| {
        login_code::Entity::update_many().col_expr(
            login_code::Column::Attempts,
            Expr::col(login_code::Column::Attempts).add(number),
        )
    };
    let one_try = attempts_by(1)
        .filter(login_code::Column::Id.in_subquery(newest.into_query()))
        .filter(login_code::Column::UsedAt.is_null())
        .filter(login_code::Column::ExpiresAt.gt(now))
        .filter(login_code::Column::Attempts.lt(CODE_TRIES));
    let Some(row) = scope.update(one_try).await?.pop() else {
        // Nothing was asked for here, so nothing is guessed at: the address pays, not the phone.
        attempts::take(state, &attempts::of_address("code", device)).await?;
        return Err(ProblemCode::CodeWrong.into());
    };
    let slot = match state.hasher.reserve(Lane::Known) {
        Ok(slot) => slot,
        Err(busy) => {
            let give_back = attempts_by(-1).filter(login_code::Column::Id.eq(row.id));
            scope.update_count(give_back).await?;
            return Err(busy.into());
        }
    };
    let hash = Some(row.code_hash).filter(|hash| !hash.is_empty());
    if !slot.verify(code, hash).await? {
        return Err(ProblemCode::CodeWrong.into());
    }
    let once = login_code::Entity::update_many()
        .col_expr(login_code::Column::UsedAt, Expr::value(now))
        .filter(login_code::Column::Id.eq(row.id))
        .filter(login_code::Column::UsedAt.is_null());
    if scope.update_count(once).await? != 1 {
        return Err(ProblemCode::CodeWrong.into());
    }
    // A code that came back right was no guess.
    attempts::give_back(state, &Bucket::read(&row.counted_as)).await?;
    Ok(phone)
}

/// Logs in by a code.
pub(super) async fn log_in(
    state: &AppState,
    guard: Guard,
    attempt: CodeLogin,
    asker: &Asker,
    device: Device,
) -> Result<Opened, Failure> {
    let phone = redeem(state, guard, Purpose::Login, attempt, asker, &device).await?;
    let opened = login::enter(state, guard, &phone, false, device).await?;
    opened.ok_or_else(|| ProblemCode::CodeWrong.into())
}

/// Where a code goes when the person did not choose: the chat last used, or the log.
pub(super) async fn channel(
    state: &AppState,
    phone: &str,
    chosen: Option<Channel>,
) -> Result<Option<Channel>, Failure> {
    match chosen {
        Some(chosen) => Ok(Some(chosen)),
        None => Ok(login::channels(state, &state.system(), phone).await?.into_iter().next()),
    }
}
