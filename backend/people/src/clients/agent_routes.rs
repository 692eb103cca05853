//! Handlers by which an agent's staff list, view and update clients.

use super::{assignment, change, history, history::Author, insert, routes::search_filter, terms};
use axum::extract::State;
use books::{billing, ledger};
use entities::client as entity;
use entities::json::Json;
use entities::note_flags;
use entities::{client_member, user};
use platform::{
    auth::{Caller, StepUp, require_step_up},
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{JoinType, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::SimpleExpr};
use shared_types::{
    access::{Breadth, Level, Object},
    billing::PlanLimit,
    clients::*,
    fields::FieldErrors,
    id::{ClientId, UserId},
    ledger::BALANCE_CURRENCIES,
    money::Money,
    notes::NoteKind,
    page::{Listing, Page},
    phone::Phone,
    problem::ProblemCode,
    settings::{OwnLimits, OwnOffers},
    staff::{AssignmentResult, rules},
};
use std::{collections::BTreeMap, sync::Arc};

/// Registers the client endpoints of the agent side.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClients, _>(list)
        .serve::<ShowClient, _>(get)
        .serve::<ShowClientTerms, _>(get_terms)
        .serve::<ChangeClient, _>(update)
        .serve::<AssignClients, _>(assign)
        .serve::<CreateClient, _>(create)
        .serve::<ListClientHistory, _>(list_history)
}

fn client_row(client: &entity::Model, phone: Option<String>, balances: Vec<Money>) -> ClientRow {
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

async fn list(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ListClients>,
) -> Result<ApiResponse<ListClients>, Failure> {
    let window = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?;
    Ok(ApiResponse(
        page_with_notes(&scope, &caller, &input.query, window).await?,
    ))
}

/// A page of clients, with the clients marked that have a note.
pub(super) async fn page_with_notes(
    scope: &AgentScope,
    caller: &Caller,
    query: &ClientQuery,
    window: PageWindow,
) -> Result<Page<ClientRow>, Failure> {
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

/// The phone number of an owner of a client.
#[derive(sea_orm::FromQueryResult)]
struct OwnerPhone {
    client_id: ClientId,
    phone: Phone,
}

/// The phone number of each client's first owner, of a confirmed one if there is any.
async fn owner_phones(scope: &AgentScope, clients: &[entity::Model]) -> Result<BTreeMap<ClientId, String>, DbErr> {
    if clients.is_empty() {
        return Ok(BTreeMap::new());
    }
    let to_user = client_member::Entity::belongs_to(user::Entity)
        .from(client_member::Column::UserId)
        .to(user::Column::Id);
    let owners = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::ClientId)
        .column(user::Column::Phone)
        .join(JoinType::InnerJoin, to_user.into())
        .filter(client_member::Column::IsOwner.eq(true))
        .filter(client_member::Column::ClientId.is_in(clients.iter().map(|client| client.id)))
        .order_by_asc(client_member::Column::ConfirmedAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let owners: Vec<OwnerPhone> = scope.all_as(owners).await?;
    let mut phones = BTreeMap::new();
    for owner in owners {
        phones.entry(owner.client_id).or_insert_with(|| owner.phone.to_string());
    }
    Ok(phones)
}

/// A page of clients, with their balances where the caller may see them.
pub(super) async fn page(
    scope: &AgentScope,
    caller: &Caller,
    query: &ClientQuery,
    window: PageWindow,
) -> Result<Page<ClientRow>, Failure> {
    let mut errors = FieldErrors::default();
    let search = errors.text("search", query.search.as_deref().unwrap_or_default(), NAME);
    errors.into_result(())?;
    let mut select = entity::Entity::find().filter(search_filter(&search).add_option(has_phone(&search)));
    if let Some(disabled) = query.disabled {
        let column = entity::Column::DisabledAt;
        select = select.filter(if disabled {
            column.is_not_null()
        } else {
            column.is_null()
        });
    }
    if query.mine == Some(true) {
        select = select.filter(entity::Column::ManagerStaffId.eq(caller.staff_id()?));
    }
    if query.unassigned == Some(true) {
        select = select.filter(entity::Column::ManagerStaffId.is_null());
    }
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
    let mut phones = owner_phones(scope, &clients).await?;
    let data = clients
        .iter()
        .map(|client| {
            let balances = balances.remove(&client.id).unwrap_or_default();
            client_row(client, phones.remove(&client.id), balances)
        })
        .collect();
    Ok(Page { data, next_cursor })
}

/// Whether the caller may see a client's balance. Balances are a separate right, which can be narrower than that on clients.
fn sees_balance(caller: &Caller, client: &entity::Model) -> bool {
    let grant = caller.rights.grant(Object::Balance);
    let covered = match grant.breadth {
        Breadth::All => true,
        Breadth::Own => client.manager_staff_id == caller.staff_id().ok(),
    };
    covered && grant.level >= Level::View
}

/// The name that an invited person is shown by until they confirm.
fn invited_as(member: &client_member::Model) -> Option<String> {
    member.invited_as.clone().filter(|_| member.confirmed_at.is_none())
}

/// Builds the client's card with its balances and people.
async fn client_card(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    client: entity::Model,
) -> Result<ClientCard, Failure> {
    let balances = if sees_balance(caller, &client) {
        ledger::balances(&scope.ledger(), client.id).await?
    } else {
        Vec::new()
    };
    let members = client_member::Entity::find()
        .filter(client_member::Column::ClientId.eq(client.id))
        .order_by_asc(client_member::Column::Id);
    let members = scope.all(members).await?;
    // Users belong to no tenant, so they are read in the system scope, by the memberships that this agent sees.
    let system = state.system();
    let of_members = system.id_in(user::Column::Id, members.iter().map(|member| member.user_id));
    let users = user::Entity::find().filter(of_members);
    let users: BTreeMap<UserId, user::Model> = system
        .all(users)
        .await?
        .into_iter()
        .map(|user| (user.id, user))
        .collect();
    let person = |member: &client_member::Model| {
        let user = users.get(&member.user_id)?;
        Some(ClientPerson {
            name: invited_as(member).unwrap_or_else(|| user.name.clone()),
            phone: user.phone.to_string(),
            is_owner: member.is_owner,
            confirmed: member.confirmed_at.is_some() && member.disabled_at.is_none(),
        })
    };
    let owners = members.iter().filter(|member| member.is_owner);
    let owner = owners.min_by_key(|member| (member.confirmed_at.is_none(), member.id));
    let phone = owner
        .and_then(|owner| users.get(&owner.user_id))
        .map(|user| user.phone.to_string());
    Ok(ClientCard {
        row: client_row(&client, phone, balances),
        people: members.iter().filter_map(person).collect(),
        commission: client.commission.map(Json::into_inner),
        rates: client.rates.map(Json::into_inner).unwrap_or_default(),
        offers: client.offers.map(Json::into_inner).unwrap_or_default(),
        limits: client.limits.map(Json::into_inner).unwrap_or_default(),
        version: client.version,
    })
}

async fn get(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowClient>,
) -> Result<ApiResponse<ShowClient>, Failure> {
    let client = scope.one(entity::Entity::find_by_id(input.path.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    Ok(ApiResponse(client_card(&state, &scope, &caller, client).await?))
}

async fn get_terms(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ShowClientTerms>,
) -> Result<ApiResponse<ShowClientTerms>, Failure> {
    let client = scope.one(entity::Entity::find_by_id(input.path.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    Ok(ApiResponse(
        terms::load(&scope, &state.system(), &client, state.clock.now()).await?,
    ))
}

async fn update(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeClient>,
) -> Result<ApiResponse<ChangeClient>, Failure> {
    let id = input.path.0;
    if input.body.requires_manage() {
        if !caller.rights.allows(Object::Clients, Level::Manage) {
            return Err(ProblemCode::PermissionDenied.into());
        }
        // Terms decide the client's prices, and the limits of its orders.
        require_step_up(&state, &caller, StepUp::IfAgentRequires).await?;
    }
    if input.body.manager_staff_id.is_some() {
        ensure_may_assign(&caller)?;
    }
    let current = scope
        .one(entity::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    if version.is_some_and(|version| version != current.version) {
        return Err(ProblemCode::VersionStale.into());
    }
    let now = state.clock.now();
    let enabled = input.body.disabled == Some(false) && current.disabled_at.is_some();
    let author = Author::from(&*caller);
    let client = scope
        .in_transaction(async |tx| {
            let client = change::apply(tx, &author, &current, &input.body, now).await?;
            if enabled {
                let limit = (PlanLimit::Clients, caller.plan_limits().clients);
                billing::ensure_within(tx, caller.agent_id, limit, now).await??;
            }
            Ok::<_, Failure>(client)
        })
        .await?;
    if input.body.disabled == Some(true) {
        state.notify_session_change();
    }
    Ok(ApiResponse(client_card(&state, &scope, &caller, client).await?))
}

fn ensure_may_assign(caller: &Caller) -> Result<(), ProblemCode> {
    if rules::may_assign(&caller.rights, Object::Clients) {
        Ok(())
    } else {
        Err(ProblemCode::PermissionDenied)
    }
}

async fn assign(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<AssignClients>,
) -> Result<ApiResponse<AssignClients>, Failure> {
    ensure_may_assign(&caller)?;
    let (now, author) = (state.clock.now(), Author::from(&*caller));
    scope
        .run(&state, input.key, async |tx| {
            let changed = assignment::assign(tx, &author, &input.body, now).await?;
            Ok(AssignmentResult {
                changed: u32::try_from(changed).unwrap_or(u32::MAX),
            })
        })
        .await
}

async fn create(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<CreateClient>,
) -> Result<ApiResponse<CreateClient>, Failure> {
    let me = caller.staff_id()?;
    let mut body = input.body;
    if !rules::may_assign(&caller.rights, Object::Clients) {
        // A person who sees only their own clients would not see a client of another manager.
        if body.manager_staff_id.is_some_and(|manager| manager != me) {
            return Err(ProblemCode::PermissionDenied.into());
        }
        body.manager_staff_id = Some(me);
    }
    let new = insert::check(&body)?;
    let (now, author, phone) = (state.clock.now(), Author::from(&*caller), new.phone.to_string());
    let limit = caller.plan_limits().clients;
    state
        .system()
        .run(&state, input.key, async |tx| {
            let client = insert::create_by_staff(tx, &author, new, limit, now).await?;
            let balances = if sees_balance(&caller, &client) {
                BALANCE_CURRENCIES.map(|currency| Money::new(0, currency)).to_vec()
            } else {
                Vec::new()
            };
            let owner = ClientPerson {
                name: client.name.clone(),
                phone: phone.clone(),
                is_owner: true,
                confirmed: false,
            };
            Ok(ClientCard {
                row: client_row(&client, Some(phone), balances),
                people: vec![owner],
                commission: None,
                rates: Vec::new(),
                offers: OwnOffers::default(),
                limits: OwnLimits::default(),
                version: client.version,
            })
        })
        .await
}

async fn list_history(
    scope: AgentScope,
    input: Input<ListClientHistory>,
) -> Result<ApiResponse<ListClientHistory>, Failure> {
    let id = input.path.0;
    let client = scope.one(entity::Entity::find_by_id(id)).await?;
    client.ok_or(ProblemCode::NotFound)?;
    let data = history::list(&scope, id).await?;
    Ok(ApiResponse(Listing { data }))
}
