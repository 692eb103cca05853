//! The list of an agent's clients.

use super::{ClientError, routes::search_filter};
use books::ledger;
use entities::{client as entity, client_member, note_flags, user};
use platform::{
    auth::Caller,
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
};
use sea_orm::{Condition, JoinType, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::SimpleExpr};
use shared_types::{
    access::{Breadth, Level, Object},
    clients::*,
    fields::FieldErrors,
    id::ClientId,
    money::Money,
    notes::NoteKind,
    page::{CappedCount, Page},
    phone::Phone,
    translation::Language,
};
use std::collections::BTreeMap;

pub(super) fn client_row(client: &entity::Model, phone: Option<String>, balances: Vec<Money>) -> ClientRow {
    ClientRow {
        id: client.id,
        code: client.code.clone(),
        name: client.name.clone(),
        company: client.company.clone(),
        phone,
        currency: client.currency,
        balances,
        disabled: client.disabled_at.is_some(),
        manager_staff_id: client.manager_staff_id,
        orders_count: client.order_seq,
        created_at: client.created_at,
        updated_at: client.updated_at,
        has_note: None,
    }
}

/// A page of clients, with the clients marked that have a note.
pub(super) async fn page_with_notes(
    scope: &AgentScope,
    caller: &Caller,
    query: &ClientQuery,
    window: PageWindow,
) -> Result<Page<ClientRow>, ClientError> {
    let mut page = page(scope, caller, query, window).await?;
    let with_notes = note_flags::ids_with_notes(scope, NoteKind::Client, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(with_notes.contains(&row.id.0));
    }
    Ok(page)
}

/// Fewest digits that are searched in phone numbers.
const PHONE_DIGITS: usize = 4;

/// Clients with a member whose phone number contains the digits of the text. Text with letters is not a phone number.
fn has_phone(text: &str) -> Option<SimpleExpr> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.len() < PHONE_DIGITS || text.chars().any(char::is_alphabetic) {
        return None;
    }
    let members = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::ClientId)
        .filter(
            client_member::Column::UserId.in_subquery(
                user::Entity::find()
                    .select_only()
                    .column(user::Column::Id)
                    .filter(user::Column::Phone.contains(digits))
                    .into_query(),
            ),
        )
        .into_query();
    Some(entity::Column::Id.in_subquery(members))
}

/// An owner of a client.
#[derive(sea_orm::FromQueryResult)]
pub(super) struct Owner {
    client_id: ClientId,
    pub(super) phone: Phone,
    pub(super) locale: Language,
}

/// Each client's first owner, a confirmed one if there is any.
pub(super) async fn first_owners(
    rows: &impl ScopedConnection,
    clients: impl ExactSizeIterator<Item = ClientId>,
) -> Result<BTreeMap<ClientId, Owner>, DbErr> {
    if clients.len() == 0 {
        return Ok(BTreeMap::new());
    }
    let to_user = client_member::Entity::belongs_to(user::Entity)
        .from(client_member::Column::UserId)
        .to(user::Column::Id);
    let owners = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::ClientId)
        .columns([user::Column::Phone, user::Column::Locale])
        .join(JoinType::InnerJoin, to_user.into())
        .filter(client_member::Column::IsOwner.eq(true))
        .filter(client_member::Column::ClientId.is_in(clients))
        .order_by_asc(client_member::Column::ConfirmedAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let owners: Vec<Owner> = rows.all_as(owners).await?;
    let mut first = BTreeMap::new();
    for owner in owners {
        first.entry(owner.client_id).or_insert(owner);
    }
    Ok(first)
}

/// The clients of a list.
fn condition(caller: &Caller, filter: &ClientFilter) -> Result<Condition, ClientError> {
    let mut errors = FieldErrors::default();
    let search = errors.text("search", filter.search.as_deref().unwrap_or_default(), NAME);
    errors.into_result(())?;
    let disabled = filter.disabled.map(|disabled| {
        let column = entity::Column::DisabledAt;
        if disabled {
            column.is_not_null()
        } else {
            column.is_null()
        }
    });
    let manager = entity::Column::ManagerStaffId;
    let mine = (filter.mine == Some(true)).then(|| caller.staff_id()).transpose()?;
    Ok(Condition::all()
        .add(search_filter(&search).add_option(has_phone(&search)))
        .add_option(disabled)
        .add_option(mine.map(|staff_id| manager.eq(staff_id)))
        .add_option((filter.unassigned == Some(true)).then(|| manager.is_null())))
}

/// The number of clients of a list.
pub(super) async fn count(
    scope: &AgentScope,
    caller: &Caller,
    filter: &ClientFilter,
) -> Result<CappedCount, ClientError> {
    let condition = condition(caller, filter)?;
    let counts = scope.capped_counts::<entity::Entity>(vec![condition]).await?;
    Ok(counts.into_iter().next().unwrap_or_default())
}

/// A page of clients, with their balances where the caller may see them.
pub(super) async fn page(
    scope: &AgentScope,
    caller: &Caller,
    query: &ClientQuery,
    window: PageWindow,
) -> Result<Page<ClientRow>, ClientError> {
    let select = entity::Entity::find().filter(condition(caller, &query.filter())?);
    let clients = scope
        .all(window.apply(select, entity::Column::Id, entity::Column::UpdatedAt))
        .await?;
    let (clients, next_cursor) = window.take_sorted_page(clients, |row| (row.id, row.updated_at));
    let visible = clients.iter().filter(|client| sees_balance(caller, client));
    let visible: Vec<ClientId> = visible.map(|client| client.id).collect();
    let mut balances = if visible.is_empty() {
        BTreeMap::new()
    } else {
        ledger::balances_by_client(&scope.ledger(), visible).await?
    };
    let owners = first_owners(scope, clients.iter().map(|client| client.id)).await?;
    let data = clients
        .iter()
        .map(|client| {
            let balances = balances.remove(&client.id).unwrap_or_default();
            let phone = owners.get(&client.id).map(|owner| owner.phone.to_string());
            client_row(client, phone, balances)
        })
        .collect();
    Ok(Page { data, next_cursor })
}

/// Whether the caller may see a client's balance. Balances are a separate right, which can be narrower than that on clients.
pub(super) fn sees_balance(caller: &Caller, client: &entity::Model) -> bool {
    let grant = caller.rights.grant(Object::Balance);
    let covered = match grant.breadth {
        Breadth::All => true,
        Breadth::Own => client.manager_staff_id == caller.staff_id().ok(),
    };
    covered && grant.level >= Level::View
}
