//! Handlers by which an agent's staff list, view and update clients.

use super::{
    assignment, change, history,
    history::Author,
    insert,
    list::{client_row, page_with_notes, sees_balance},
    terms,
};
use axum::extract::State;
use books::{billing, ledger};
use entities::client as entity;
use entities::json::Json;
use entities::{client_member, user};
use platform::{
    auth::{Caller, StepUp, require_step_up},
    http::{Api, ApiResponse, Failure, IfMatch, Input},
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    access::{Level, Object},
    billing::PlanLimit,
    clients::*,
    id::UserId,
    ledger::BALANCE_CURRENCIES,
    money::Money,
    page::Listing,
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
