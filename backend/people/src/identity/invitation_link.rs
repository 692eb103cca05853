//! The link by which an invited person enters, for people without a messenger. See ADR 0355.
//!
//! A link proves no phone number. So it sets the first password only of an account that was never used, confirms only the membership
//! that it was created for, and leaves the account to the person who proves the number later.

use super::{
    IdentityError,
    attempts::{self, AttemptKind},
    device::Device,
    login::{self, Account, EnteredFactors},
    queries::{self, UserKey, UserMembership},
    recovery::validate_password,
    second_factor::EnteredFactor,
    session::{self, OpenedSession, membership_id},
};
use chrono::{DateTime, Duration, Utc};
use entities::{client_member, invitation_link as link, staff, user};
use infra::messengers;
use platform::{
    auth::password::QueueShare,
    config::Config,
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    access::Guard,
    fields::FieldErrors,
    id::{MemberId, StaffId, UserId},
    identity::{InvitationAcceptance, InvitationEntry, OpenInvitation, limits::INVITATION_LINK_DAYS},
    staff::InvitationLink,
};

/// Creates the link of an unconfirmed membership in place of the former one.
pub(super) async fn create(
    tx: &Tx<SystemPolicy>,
    config: &Config,
    (guard, membership, user_id): (Guard, i64, UserId),
    now: DateTime<Utc>,
) -> Result<InvitationLink, DbErr> {
    let (token, expires_at) = (rng::refresh_token(), now + Duration::days(INVITATION_LINK_DAYS));
    let (staff_id, member_id, unique) = match guard {
        Guard::Agent => (Some(StaffId(membership)), None, link::Column::StaffId),
        Guard::Client => (None, Some(MemberId(membership)), link::Column::MemberId),
    };
    let row = link::ActiveModel {
        id: NotSet,
        user_id: Set(user_id),
        staff_id: Set(staff_id),
        member_id: Set(member_id),
        token_hash: Set(rng::digest(&token)),
        expires_at: Set(expires_at),
        created_at: Set(now),
    };
    let replace = OnConflict::column(unique)
        .update_columns([
            link::Column::TokenHash,
            link::Column::ExpiresAt,
            link::Column::CreatedAt,
        ])
        .to_owned();
    tx.upsert(row, replace).await?;
    Ok(InvitationLink {
        // The token is in the fragment: browsers do not send it to servers, so it is in no access log.
        url: format!("{}/{}/invitation#{token}", config.public_url, guard.as_str()),
        expires_at,
    })
}

/// A link that can be used.
struct Invited {
    link_id: i64,
    user: user::Model,
    membership: UserMembership,
    entry: InvitationEntry,
}

/// Finds the invitation of a token. Wrong tokens are counted by address.
async fn find(state: &AppState, guard: Guard, token: &str, device: &Device) -> Result<Invited, IdentityError> {
    let Some(invited) = find_in(&state.system(), guard, token, state.clock.now()).await? else {
        attempts::take(state, &attempts::address_buckets("invitation", device)).await?;
        return Err(IdentityError::LinkExpired);
    };
    Ok(invited)
}

async fn find_in(
    rows: &impl ScopedConnection,
    guard: Guard,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<Invited>, DbErr> {
    let select = link::Entity::find()
        .filter(link::Column::TokenHash.eq(rng::digest(token)))
        .filter(link::Column::ExpiresAt.gt(now));
    let Some(row) = rows.one(select).await? else {
        return Ok(None);
    };
    let user = user::Entity::find_by_id(row.user_id).filter(user::Column::DisabledAt.is_null());
    let Some(user) = rows.one(user).await? else {
        return Ok(None);
    };
    let (mut invited, mut has_cabinet) = (None, false);
    for side in [Guard::Agent, Guard::Client] {
        for membership in queries::memberships(rows, UserKey::User(user.id), side).await? {
            let (staff_id, member_id) = (membership.cabinet.staff_id, membership.cabinet.member_id);
            has_cabinet |= membership.is_confirmed;
            if side == guard && !membership.is_confirmed && (staff_id, member_id) == (row.staff_id, row.member_id) {
                invited = Some(membership);
            }
        }
    }
    let is_unused = !has_cabinet && user.email.is_none();
    let entry = if user.password_hash.is_some() {
        InvitationEntry::Password
    } else if is_unused && messengers::contacts_of_phone(rows, &user.phone).await?.is_empty() {
        InvitationEntry::NewPassword
    } else {
        InvitationEntry::Code
    };
    Ok(invited.map(|membership| Invited {
        link_id: row.id,
        user,
        membership,
        entry,
    }))
}

/// The invitation of a link.
pub(super) async fn open(
    state: &AppState,
    guard: Guard,
    token: &str,
    device: &Device,
) -> Result<OpenInvitation, IdentityError> {
    let invited = find(state, guard, token, device).await?;
    Ok(OpenInvitation {
        agent_name: invited.membership.cabinet.agent_name,
        client_name: invited.membership.cabinet.client_name,
        phone: invited.user.phone.into(),
        entry: invited.entry,
    })
}

/// Accepts an invitation and logs in.
pub(super) async fn accept(
    state: &AppState,
    guard: Guard,
    acceptance: InvitationAcceptance,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let InvitationAcceptance { token, password, .. } = acceptance;
    let invited = find(state, guard, &token, &device).await?;
    match invited.entry {
        InvitationEntry::NewPassword => set_first_password(state, guard, password, invited, device).await,
        InvitationEntry::Password => {
            let account = Account {
                key: UserKey::User(invited.user.id),
                kind: AttemptKind::Password,
                subject: invited.user.phone.as_str(),
            };
            let entered = EnteredFactors {
                password,
                second: EnteredFactor::default(),
            };
            let (member, proved_at) = login::verify(state, guard, account, entered, None, &device, |member| {
                membership_id(&member.cabinet) == membership_id(&invited.membership.cabinet)
            })
            .await?;
            use_link(state, guard, &invited, None).await?;
            session::open(state, member.user_id, member.cabinet, device, proved_at, None).await
        }
        // The account has no password. A login by a code confirms all invitations.
        InvitationEntry::Code => Err(IdentityError::LoginFailed),
    }
}

async fn set_first_password(
    state: &AppState,
    guard: Guard,
    password: String,
    invited: Invited,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let mut errors = FieldErrors::default();
    validate_password(&mut errors, &password);
    errors.into_result(())?;
    let buckets = attempts::address_buckets("invitation", &device);
    let slot = attempts::take_with_slot(state, &buckets, QueueShare::Anonymous).await?;
    let hash = slot.hash(password).await?;
    use_link(state, guard, &invited, Some(hash)).await?;
    attempts::refund(state, &buckets).await?;
    let Invited { user, membership, .. } = invited;
    session::open(state, user.id, membership.cabinet, device, None, None).await
}

/// Ends the link and confirms its membership. A first password is only set while the account has none.
async fn use_link(
    state: &AppState,
    guard: Guard,
    invited: &Invited,
    first_password: Option<String>,
) -> Result<(), IdentityError> {
    let (id, now) = (membership_id(&invited.membership.cabinet), state.clock.now());
    state
        .system()
        .in_transaction(async |tx| {
            if tx
                .delete_where(link::Entity::delete_many().filter(link::Column::Id.eq(invited.link_id)))
                .await?
                == 0
            {
                return Err(IdentityError::LinkExpired);
            }
            if let Some(hash) = first_password {
                let update = user::Entity::update_many()
                    .col_expr(user::Column::PasswordHash, Expr::value(hash))
                    .col_expr(user::Column::PhoneUnprovedAt, Expr::value(now))
                    .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
                    .col_expr(user::Column::UpdatedAt, Expr::value(now))
                    .filter(user::Column::Id.eq(invited.user.id))
                    .filter(user::Column::Version.eq(invited.user.version))
                    .filter(user::Column::PasswordHash.is_null());
                if tx.update_count(update).await? == 0 {
                    return Err(IdentityError::LinkExpired);
                }
            }
            let confirmed = match guard {
                Guard::Agent => {
                    let update = staff::Entity::update_many()
                        .col_expr(staff::Column::ConfirmedAt, Expr::value(now))
                        .filter(staff::Column::Id.eq(id))
                        .filter(staff::Column::RemovedAt.is_null())
                        .filter(staff::Column::ConfirmedAt.is_null());
                    tx.update_count(update).await?
                }
                Guard::Client => {
                    let update = client_member::Entity::update_many()
                        .col_expr(client_member::Column::ConfirmedAt, Expr::value(now))
                        .filter(client_member::Column::Id.eq(id))
                        .filter(client_member::Column::ConfirmedAt.is_null());
                    tx.update_count(update).await?
                }
            };
            if confirmed == 0 {
                return Err(IdentityError::LinkExpired);
            }
            Ok(())
        })
        .await
}
