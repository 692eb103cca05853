//! Clients by the names that files have for them: their codes, and the phone numbers of their members.

use crate::phone_number;
use entities::{client, client_member, user};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, JoinType, QuerySelect, entity::prelude::*, sea_query::ExprTrait};
use shared_types::{clients::ClientOption, id::ClientId, phone::Phone};
use std::collections::{BTreeMap, BTreeSet};

#[derive(FromQueryResult)]
struct Member {
    client_id: ClientId,
    phone: Phone,
}

/// Finds clients of the scope that are not disabled. A code is found in any case, and a phone number only if all members with it belong
/// to one client. Takes two statements.
pub async fn find_by_names(
    rows: &impl ScopedConnection,
    names: &BTreeSet<String>,
) -> Result<BTreeMap<String, ClientOption>, DbErr> {
    let phones: BTreeMap<&String, Phone> = names
        .iter()
        .filter_map(|name| Some((name, phone_number::parse(name).ok()?)))
        .collect();
    let to_user = client_member::Entity::belongs_to(user::Entity)
        .from(client_member::Column::UserId)
        .to(user::Column::Id);
    let members = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::ClientId)
        .column(user::Column::Phone)
        .join(JoinType::InnerJoin, to_user.into())
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(user::Column::Phone.is_in(phones.values().map(Phone::as_str)));
    let members: Vec<Member> = rows.all_as(members).await?;
    let codes = names.iter().flat_map(|name| [name.clone(), name.to_uppercase()]);
    let clients = client::Entity::find()
        .filter(client::Column::DisabledAt.is_null())
        .filter(
            client::Column::Code
                .is_in(codes)
                .or(client::Column::Id.is_in(members.iter().map(|member| member.client_id))),
        );
    let clients = rows.all(clients).await?;
    let by_code = |name: &str| {
        let exact = clients.iter().find(|client| client.code == name);
        exact.or_else(|| clients.iter().find(|client| client.code == name.to_uppercase()))
    };
    let by_phone = |phone: &Phone| {
        let mut owners = members
            .iter()
            .filter(|member| member.phone == *phone)
            .map(|member| member.client_id);
        let owner = owners.next()?;
        let is_single = owners.all(|other| other == owner);
        clients.iter().find(|client| is_single && client.id == owner)
    };
    let found = names.iter().filter_map(|name| {
        let client = by_code(name).or_else(|| by_phone(phones.get(name)?))?;
        let option = ClientOption {
            id: client.id,
            code: client.code.clone(),
            name: client.name.clone(),
        };
        Some((name.clone(), option))
    });
    Ok(found.collect())
}
