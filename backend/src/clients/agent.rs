//! The agent's client table and card.

use super::{entity, routes::named};
use crate::{
    identity::entity::{client_member, user},
    ledger, notes,
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, IfMatch, Input, Window},
        scope::{AgentScope, Rows},
        state::AppState,
    },
};
use axum::extract::State;
use chrono::{DateTime, Utc};
use sea_orm::{
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::{Breadth, Level, Object},
    clients::*,
    fields::FieldErrors,
    id::ClientId,
    money::{Currency, Money},
    notes::NoteKind,
    page::Page,
    problem::ProblemCode,
};
use std::{collections::BTreeMap, sync::Arc};

/// The feature's addresses for staff.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClients, _>(list)
        .serve::<ShowClient, _>(show)
        .serve::<ChangeClient, _>(change)
}

fn view(client: &entity::Model, balances: Vec<Money>) -> ClientRow {
    ClientRow {
        id: ClientId(client.id),
        code: client.code.clone(),
        name: client.name.clone(),
        company: client.company.clone(),
        currency: Currency::from_code(&client.currency).unwrap_or(Currency::Cny),
        balances,
        disabled: client.disabled_at.is_some(),
        orders_count: client.order_seq,
        created_at: client.created_at,
        has_note: None,
    }
}

async fn list(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListClients>,
) -> Result<Answer<ListClients>, Failure> {
    let window = Window::read(input.query.limit, input.query.cursor.as_deref())?;
    let mut page = page(&scope, &caller, &input.query, window).await?;
    let noted = notes::noted(&scope, NoteKind::Client, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(Answer(page))
}

/// A page of the table.
pub(super) async fn page(
    scope: &AgentScope,
    caller: &Caller,
    query: &ClientQuery,
    window: Window,
) -> Result<Page<ClientRow>, Failure> {
    let mut errors = FieldErrors::default();
    let words = errors.text("search", query.search.as_deref().unwrap_or_default(), NAME);
    errors.or(())?;
    let mut select = entity::Entity::find()
        .filter(named(&words))
        .order_by_desc(entity::Column::Id)
        .limit(window.limit + 1);
    if let Some(disabled) = query.disabled {
        let column = entity::Column::DisabledAt;
        select = select.filter(if disabled {
            column.is_not_null()
        } else {
            column.is_null()
        });
    }
    if let Some(before) = window.beyond {
        select = select.filter(entity::Column::Id.lt(before));
    }
    let found = scope.all(select).await?;
    let (found, next_cursor) = window.cut(found, |row| row.id);
    let visible = found.iter().filter(|client| sees_balance(caller, client));
    let visible: Vec<i64> = visible.map(|client| client.id).collect();
    let mut balances = if visible.is_empty() {
        BTreeMap::new()
    } else {
        ledger::balances_of(&scope.books(), visible).await?
    };
    let data = found
        .iter()
        .map(|client| view(client, balances.remove(&client.id).unwrap_or_default()))
        .collect();
    Ok(Page { data, next_cursor })
}

/// Balances have rights of their own, which may be narrower than those on clients.
fn sees_balance(caller: &Caller, client: &entity::Model) -> bool {
    let grant = caller.rights.on(Object::Balance);
    let covered = match grant.breadth {
        Breadth::All => true,
        Breadth::Own => client.manager_staff_id == Some(caller.membership_id()),
    };
    covered && grant.level >= Level::View
}

async fn card(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    client: entity::Model,
) -> Result<ClientCard, Failure> {
    let balances = if sees_balance(caller, &client) {
        ledger::balances(&scope.books(), ClientId(client.id)).await?
    } else {
        Vec::new()
    };
    let members = client_member::Entity::find()
        .filter(client_member::Column::ClientId.eq(client.id))
        .order_by_asc(client_member::Column::Id);
    let members = scope.all(members).await?;
    // People belong to no tenant; only those whose membership this agent sees are read.
    let people = user::Entity::find().filter(user::Column::Id.is_in(members.iter().map(|member| member.user_id)));
    let people: BTreeMap<i64, user::Model> = state
        .system()
        .all(people)
        .await?
        .into_iter()
        .map(|person| (person.id, person))
        .collect();
    let person = |member: &client_member::Model| {
        let person = people.get(&member.user_id)?;
        Some(ClientPerson {
            name: person.name.clone(),
            phone: person.phone.clone(),
            is_owner: member.is_owner,
            confirmed: member.confirmed_at.is_some() && member.disabled_at.is_none(),
        })
    };
    Ok(ClientCard {
        row: view(&client, balances),
        people: members.iter().filter_map(person).collect(),
        version: client.version,
    })
}

async fn show(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowClient>,
) -> Result<Answer<ShowClient>, Failure> {
    let client = scope.one(entity::Entity::find_by_id(input.path.0.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    Ok(Answer(card(&state, &scope, &caller, client).await?))
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeClient>,
) -> Result<Answer<ChangeClient>, Failure> {
    let id = input.path.0;
    if input.body.disabled.is_some() && !caller.rights.allow(Object::Clients, Level::Manage) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let held = scope
        .one(entity::Entity::find_by_id(id.0))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    if version.is_some_and(|version| version != held.version) {
        return Err(ProblemCode::VersionStale.into());
    }
    let update = changed(&input.body, state.clock.now())?
        .filter(entity::Column::Id.eq(id.0))
        .filter(entity::Column::Version.eq(held.version));
    let tx = scope.begin().await?;
    let client = tx.update(update).await?.pop().ok_or(ProblemCode::VersionStale)?;
    tx.commit().await?;
    Ok(Answer(card(&state, &scope, &caller, client).await?))
}

fn changed(change: &ClientChange, now: DateTime<Utc>) -> Result<sea_orm::UpdateMany<entity::Entity>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut update = entity::Entity::update_many()
        .col_expr(entity::Column::Version, Expr::col(entity::Column::Version).add(1))
        .col_expr(entity::Column::UpdatedAt, Expr::value(now));
    if let Some(name) = &change.name {
        update = update.col_expr(
            entity::Column::Name,
            Expr::value(errors.required_text("name", name, NAME)),
        );
    }
    if let Some(company) = &change.company {
        let company = errors.optional_text("company", Some(company), NAME);
        update = update.col_expr(entity::Column::Company, Expr::value(company));
    }
    if let Some(currency) = change.currency {
        update = update.col_expr(entity::Column::Currency, Expr::value(currency.code()));
    }
    if let Some(disabled) = change.disabled {
        update = update.col_expr(entity::Column::DisabledAt, Expr::value(disabled.then_some(now)));
    }
    errors.or(update)
}
