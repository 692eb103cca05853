//! Queries for the people of a cabinet.

use crate::staff::StaffError;
use crate::staff::membership::{Members, MembershipColumn};
use chrono::{DateTime, Utc};
use entities::{access_group, user};
use infra::media::UrlSigner;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, RelationDef, Select, entity::prelude::*,
    sea_query::Expr,
};
use shared_types::{
    id::{AccessGroupId, UserId},
    page::Page,
    phone::Phone,
    staff::{GroupPerson, GroupRef, PeoplePage, PeopleQuery, StaffMember, StaffQuota},
};
use std::collections::BTreeMap;

#[derive(FromQueryResult)]
pub(crate) struct MembershipRow {
    pub(super) id: i64,
    pub(crate) user_id: UserId,
    name: String,
    phone: Phone,
    avatar_key: Option<String>,
    pub(super) is_owner: bool,
    invited_as: Option<String>,
    pub(super) group_id: Option<AccessGroupId>,
    pub(super) group_name: Option<String>,
    last_ip: Option<String>,
    last_seen_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    pub(crate) confirmed_at: Option<DateTime<Utc>>,
    pub(super) disabled_at: Option<DateTime<Utc>>,
    pub(super) version: i64,
}

impl MembershipRow {
    /// Converts the row to its API representation.
    pub(super) fn into_colleague(self, signer: &UrlSigner) -> StaffMember {
        let row = self;
        // Before the invitation is confirmed, the person's own name and picture are not shown.
        let name = match (row.confirmed_at, row.invited_as) {
            (None, Some(invited_as)) => invited_as,
            _ => row.name,
        };
        let group = row.group_id.zip(row.group_name);
        let avatar = row.avatar_key.filter(|_| row.confirmed_at.is_some());
        StaffMember {
            id: row.id,
            user_id: row.user_id,
            name,
            phone: row.phone.into(),
            avatar: signer.thumb(avatar.as_deref()),
            is_owner: row.is_owner,
            group: group.map(|(id, name)| GroupRef { id, name }),
            last_ip: row.last_ip,
            last_seen_at: row.last_seen_at,
            created_at: row.created_at,
            confirmed_at: row.confirmed_at,
            disabled_at: row.disabled_at,
            version: row.version,
        }
    }
}

pub(super) fn to_user<M: Members>() -> RelationDef {
    M::belongs_to(user::Entity)
        .from(M::column(MembershipColumn::UserId))
        .to(user::Column::Id)
        .into()
}

/// The people who have not left.
fn present<M: Members>() -> Condition {
    let removed = M::REMOVED.map(|column| column.is_null());
    removed.into_iter().fold(Condition::all(), Condition::add)
}

fn select_memberships<M: Members>() -> Select<M> {
    let to_group: RelationDef = M::belongs_to(access_group::Entity)
        .from(M::column(MembershipColumn::Group))
        .to(access_group::Column::Id)
        .into();
    M::find()
        .select_only()
        .column_as(M::column(MembershipColumn::Id), "id")
        .column_as(M::column(MembershipColumn::UserId), "user_id")
        .column_as(Expr::col((user::Entity, user::Column::Name)), "name")
        .column_as(Expr::col((user::Entity, user::Column::Phone)), "phone")
        .column_as(Expr::col((user::Entity, user::Column::AvatarKey)), "avatar_key")
        .column_as(M::column(MembershipColumn::IsOwner), "is_owner")
        .column_as(M::column(MembershipColumn::InvitedAs), "invited_as")
        .column_as(M::column(MembershipColumn::Group), "group_id")
        .column_as(
            Expr::col((access_group::Entity, access_group::Column::Name)),
            "group_name",
        )
        .column_as(Expr::cust(M::LAST_SEEN.0), "last_ip")
        .column_as(Expr::cust(M::LAST_SEEN.1), "last_seen_at")
        .column_as(M::column(MembershipColumn::CreatedAt), "created_at")
        .column_as(M::column(MembershipColumn::ConfirmedAt), "confirmed_at")
        .column_as(M::column(MembershipColumn::DisabledAt), "disabled_at")
        .column_as(M::column(MembershipColumn::Version), "version")
        .join(JoinType::InnerJoin, to_user::<M>())
        .join(JoinType::LeftJoin, to_group)
        .filter(present::<M>())
}

/// Finds one membership of the cabinet.
pub(super) async fn find<M: Members>(scope: &impl ScopedConnection, id: i64) -> Result<Option<MembershipRow>, DbErr> {
    scope
        .one_as(select_memberships::<M>().filter(M::column(MembershipColumn::Id).eq(id)))
        .await
}

/// A page of people with the number of people and its limit. `also` is an additional filter.
pub(super) async fn page_with_places<M: Members + Default>(
    scope: &impl ScopedConnection,
    signer: &UrlSigner,
    query: &PeopleQuery,
    also: Condition,
    limit: Option<i64>,
) -> Result<PeoplePage, StaffError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let Page { data, next_cursor } = people_page::<M>(scope, signer, query, also.clone(), window).await?;
    let taken = count_people::<M>(scope, also).await?;
    Ok(PeoplePage {
        data,
        next_cursor,
        places: StaffQuota { taken, limit },
    })
}

/// A page of people without the number and its limit.
pub(super) async fn people_page<M: Members>(
    scope: &impl ScopedConnection,
    signer: &UrlSigner,
    query: &PeopleQuery,
    also: Condition,
    window: PageWindow,
) -> Result<Page<StaffMember>, DbErr> {
    let mut select = select_memberships::<M>()
        .filter(also)
        .order_by_desc(M::column(MembershipColumn::Id))
        .limit(window.limit + 1);
    if let Some(group) = query.group_id {
        select = select.filter(M::column(MembershipColumn::Group).eq(group.0));
    }
    if let Some(before) = window.beyond {
        select = select.filter(M::column(MembershipColumn::Id).lt(before));
    }
    let rows: Vec<MembershipRow> = scope.all_as(select).await?;
    let (rows, next_cursor) = window.take_page(rows, |row| row.id);
    Ok(Page {
        data: rows.into_iter().map(|row| row.into_colleague(signer)).collect(),
        next_cursor,
    })
}

/// The number of people that count towards the limit. Invited people count, disabled ones do not.
pub(super) async fn count_people<M: Members + Default>(
    scope: &impl ScopedConnection,
    also: Condition,
) -> Result<i64, DbErr> {
    let enabled = Condition::all()
        .add(also)
        .add(M::column(MembershipColumn::DisabledAt).is_null());
    let counts = scope.counts::<M>(vec![enabled], u64::from(u32::MAX)).await?;
    Ok(counts.first().copied().unwrap_or_default())
}

/// People by the id of their group.
type NamesByGroup = BTreeMap<AccessGroupId, Vec<GroupPerson>>;

#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    group_id: AccessGroupId,
    name: String,
    invited_as: Option<String>,
    confirmed: bool,
    has_assignments: bool,
}

/// The people of all groups of the cabinet, or of one group.
pub async fn names_by_group<M: Members>(
    scope: &impl ScopedConnection,
    group: Option<AccessGroupId>,
) -> Result<NamesByGroup, DbErr> {
    let mut select = M::find()
        .select_only()
        .column_as(M::column(MembershipColumn::Id), "id")
        .column_as(M::column(MembershipColumn::Group), "group_id")
        .column_as(Expr::col((user::Entity, user::Column::Name)), "name")
        .column_as(M::column(MembershipColumn::InvitedAs), "invited_as")
        .column_as(M::column(MembershipColumn::ConfirmedAt).is_not_null(), "confirmed")
        .column_as(Expr::cust(M::HAS_ASSIGNMENTS), "has_assignments")
        .join(JoinType::InnerJoin, to_user::<M>())
        .filter(M::column(MembershipColumn::Group).is_not_null())
        .order_by_asc(M::column(MembershipColumn::Id));
    if let Some(group) = group {
        select = select.filter(M::column(MembershipColumn::Group).eq(group));
    }
    let mut names = NamesByGroup::new();
    let rows: Vec<NameRow> = scope.all_as(select).await?;
    for row in rows {
        let name = match row.invited_as {
            Some(invited_as) if !row.confirmed => invited_as,
            _ => row.name,
        };
        names.entry(row.group_id).or_default().push(GroupPerson {
            id: row.id,
            name,
            has_assignments: row.has_assignments,
        });
    }
    Ok(names)
}
