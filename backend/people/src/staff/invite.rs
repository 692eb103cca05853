//! Invitations of staff and members by phone.

use super::list;
use crate::phone_number;
use crate::staff::StaffError;
use crate::staff::access;
use crate::staff::membership::{Members, NewMembership};
use chrono::{DateTime, Utc};
use entities::user;
use platform::{
    auth::Caller,
    db::is_unique_violation,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use platform::{error::OperationError, timezone::TimeZone};
use sea_orm::{ActiveValue::NotSet, Condition, DbErr, Set, sea_query::OnConflict};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::UserId,
    phone::Phone,
    staff::{GroupRef, Invitation, StaffMember, limits::PERSON_NAME, rules},
    translation::Language,
};

/// Checks that the cabinet may have one more person. The list stays locked until the transaction ends.
pub(super) async fn check_people_limit<M: Members + Default>(
    tx: &Tx<SystemPolicy>,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    let limit = M::lock(tx, caller, now).await?;
    // Counted under the lock, so that concurrent invitations are included.
    let count = list::count_people::<M>(&M::enter(tx, caller)?, Condition::all()).await?;
    match limit {
        Some(limit) if count >= limit => Err(StaffError::LimitReached(limit)),
        _ => Ok(()),
    }
}

/// Invites a person. If no user has the phone yet, creates one without a password.
pub(super) async fn invite<M: Members + Default>(
    state: &AppState,
    caller: &Caller,
    invitation: Invitation,
) -> Result<StaffMember, StaffError> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &invitation.name, PERSON_NAME);
    let phone = phone_number::required(&mut errors, "phone", &invitation.phone);
    errors.into_result(())?;
    let phone = phone?;
    let now = state.clock.now();
    let (id, user_id, version, group_name) = state
        .system()
        .in_transaction(async |tx| {
            check_people_limit::<M>(tx, caller, now).await?;
            let rows = M::enter(tx, caller)?;
            let (group, granted) = access::find_group::<M>(&rows, invitation.group_id)
                .await?
                .ok_or_else(|| OperationError::field("group_id", Rule::NotYours))?;
            rules::may_grant(&caller.rights, &granted)?;
            let user_id = find_or_create_user(tx, &phone, (&name, Language::default()), now).await?;
            let membership = NewMembership {
                user_id,
                group_id: group.id,
                name: name.clone(),
                now,
            };
            let added = M::add(&rows, membership).await;
            let (id, version) = added.map_err(|error| {
                if is_unique_violation(&error, M::UNIQUE_USER)
                    || matches!(error, DbErr::RecordNotInserted | DbErr::RecordNotFound(_))
                {
                    StaffError::MemberExists
                } else {
                    error.into()
                }
            })?;
            Ok::<_, StaffError>((id, user_id, version, group.name))
        })
        .await?;
    Ok(StaffMember {
        id,
        user_id,
        name,
        phone: phone.into(),
        is_owner: false,
        group: Some(GroupRef {
            id: invitation.group_id,
            name: group_name,
        }),
        avatar: None,
        last_ip: None,
        last_seen_at: None,
        created_at: now,
        confirmed_at: None,
        disabled_at: None,
        version,
    })
}

/// Finds the user of a phone or creates one. The name and the language of an existing user stay. Returns the user's id.
pub(crate) async fn find_or_create_user(
    tx: &Tx<SystemPolicy>,
    phone: &Phone,
    (name, language): (&str, Language),
    now: DateTime<Utc>,
) -> Result<UserId, StaffError> {
    Ok(tx
        .upsert(user_row(phone, (name, language), now), existing_user())
        .await?
        .id)
}

/// The row of a new user without a password.
pub(crate) fn user_row(phone: &Phone, (name, language): (&str, Language), now: DateTime<Utc>) -> user::ActiveModel {
    user::ActiveModel {
        id: NotSet,
        phone: Set(phone.clone()),
        name: Set(name.to_owned()),
        locale: Set(language),
        timezone: Set(TimeZone::default()),
        timezone_chosen: Set(false),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// Leaves the existing user of a phone as it is.
pub(crate) fn existing_user() -> OnConflict {
    OnConflict::column(user::Column::Phone)
        .update_column(user::Column::Phone)
        .to_owned()
}
