//! The names of objects that exports are filtered by.

use entities::{client, staff, user};
use platform::scope::ScopedConnection;
use sea_orm::{FromQueryResult, JoinType, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::id::{ClientId, StaffId};

/// The name of an object, or a dash: an object of another agent looks like one that does not exist.
pub fn known(name: Option<String>) -> String {
    name.unwrap_or_else(|| "—".to_owned())
}

/// The code and the name of the client of a filter. Takes a statement if the filter is set.
pub async fn client(rows: &impl ScopedConnection, id: Option<ClientId>) -> Result<Option<String>, DbErr> {
    let Some(id) = id else { return Ok(None) };
    let found = rows.one(client::Entity::find_by_id(id)).await?;
    Ok(Some(known(
        found.map(|client| format!("{} {}", client.code, client.name)),
    )))
}

/// The name of the staff member of a filter, in the same way.
pub async fn staff_member(rows: &impl ScopedConnection, id: Option<StaffId>) -> Result<Option<String>, DbErr> {
    let Some(id) = id else { return Ok(None) };
    let to_user: RelationDef = staff::Entity::belongs_to(user::Entity)
        .from(staff::Column::UserId)
        .to(user::Column::Id)
        .into();
    let select = staff::Entity::find_by_id(id)
        .select_only()
        .column_as(Expr::col((user::Entity, user::Column::Name)), "name")
        .join(JoinType::InnerJoin, to_user);
    let found = rows.one_as::<_, Named>(select).await?;
    Ok(Some(known(found.map(|person| person.name))))
}

#[derive(FromQueryResult)]
struct Named {
    name: String,
}
