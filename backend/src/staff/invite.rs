//! An invitation by phone.

use super::{
    list,
    side::{Invited, Members},
};
use crate::{
    access,
    identity::entity::user,
    platform::{
        auth::Caller,
        db::broken_unique,
        http::Failure,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, Condition, Set, sea_query::OnConflict};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::UserId,
    phone::Phone,
    problem::{Problem, ProblemCode},
    staff::{Colleague, GroupName, Invitation, limits::PERSON_NAME, rules},
};

/// Takes a place for one more person, or refuses; the list stays locked until the transaction ends.
pub(super) async fn take_place<M: Members + Default>(
    tx: &Tx<SystemWall>,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let limit = M::lock(tx, caller, now).await?;
    // Counted after the lock, so that whoever waited for it sees the places taken meanwhile.
    let taken = list::taken::<M>(&M::enter(tx, caller)?, Condition::all()).await?;
    if taken >= i64::from(limit) {
        return Err(Problem::new(ProblemCode::StaffLimit)
            .detail(format!(
                "all {limit} places are taken; remove or disable somebody first"
            ))
            .into());
    }
    Ok(())
}

/// Invites a person; one whom the service does not know yet becomes known by the phone alone.
pub(super) async fn invite<M: Members + Default>(
    state: &AppState,
    caller: &Caller,
    invitation: Invitation,
) -> Result<Colleague, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &invitation.name, PERSON_NAME);
    let phone = Phone::parse(&invitation.phone);
    if invitation.phone.trim().is_empty() {
        errors.add("phone", Rule::Required);
    } else if phone.is_err() {
        errors.add("phone", Rule::NotAPhone);
    }
    errors.or(())?;
    let phone = String::from(phone.map_err(|_| Failure::field("phone", Rule::NotAPhone))?);
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    take_place::<M>(&tx, caller, now).await?;
    let rows = M::enter(&tx, caller)?;
    let (group, granted) = access::find::<M>(&rows, invitation.group_id.0)
        .await?
        .ok_or_else(|| Failure::field("group_id", Rule::NotYours))?;
    rules::may_grant(&caller.rights, &granted)?;
    let user_id = known(&tx, &phone, &name, now).await?;
    let invited = Invited {
        user_id,
        group_id: group.id,
        name: name.clone(),
        now,
    };
    let added = M::add(&rows, invited).await;
    let (id, version) = added.map_err(|error| {
        if broken_unique(&error, M::ONCE) {
            Failure::from(ProblemCode::MemberExists)
        } else {
            error.into()
        }
    })?;
    tx.commit().await?;
    Ok(Colleague {
        id,
        user_id: UserId(user_id),
        name,
        phone,
        is_owner: false,
        group: Some(GroupName {
            id: invitation.group_id,
            name: group.name,
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

/// The person of a phone, made known if nobody has it; what the person calls themselves stays as it is.
async fn known(tx: &Tx<SystemWall>, phone: &str, name: &str, now: DateTime<Utc>) -> Result<i64, Failure> {
    let row = user::ActiveModel {
        id: NotSet,
        phone: Set(phone.to_owned()),
        name: Set(name.to_owned()),
        locale: Set("ru".to_owned()),
        timezone: Set("Europe/Moscow".to_owned()),
        theme: Set("system".to_owned()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let there = OnConflict::column(user::Column::Phone)
        .update_column(user::Column::Phone)
        .to_owned();
    Ok(tx.upsert(row, there).await?.id)
}
