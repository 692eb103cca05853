//! Handlers by which an agent's staff list, view and update clients.

use super::{
    assignment, change, history,
    history::Author,
    insert,
    list::{self, client_row, page_with_notes, sees_balance},
    terms,
};
use books::{billing, ledger};
use entities::client as entity;
use entities::json::Json;
use entities::{client_member, user};
use platform::{
    auth::{Caller, StepUp, require_step_up},
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch, Input, PersonCall},
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
use std::collections::BTreeMap;

/// Registers the client endpoints of the agent side.
pub fn routes(api: Api) -> Api {
    api.serve::<ListClients, _>(list)
        .serve::<CountClients, _>(count_listed)
        .serve::<ShowClient, _>(get)
        .serve::<ShowClientTerms, _>(get_terms)
        .serve::<ChangeClient, _>(update)
        .serve::<AssignClients, _>(assign)
        .serve::<CreateClient, _>(create)
        .serve::<ListClientHistory, _>(list_history)
}

async fn list(call: AgentCall<ListClients>) -> ApiResult<ListClients> {
    let window = PageWindow::of_list(call.query.limit, call.query.cursor.as_deref(), call.query.updated_since)?;
    Ok(ApiResponse(
        page_with_notes(&call.scope, &call.caller, &call.query, window).await?,
    ))
}

async fn count_listed(call: AgentCall<CountClients>) -> ApiResult<CountClients> {
    Ok(ApiResponse(list::count(&call.scope, &call.caller, &call.query).await?))
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

async fn get(call: AgentCall<ShowClient>) -> ApiResult<ShowClient> {
    let client = call.scope.one(entity::Entity::find_by_id(call.path.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    Ok(ApiResponse(
        client_card(&call.state, &call.scope, &call.caller, client).await?,
    ))
}

async fn get_terms(call: AgentCall<ShowClientTerms>) -> ApiResult<ShowClientTerms> {
    let client = call.scope.one(entity::Entity::find_by_id(call.path.0)).await?;
    let client = client.ok_or(ProblemCode::NotFound)?;
    Ok(ApiResponse(
        terms::load(&call.scope, &call.state.system(), &client, call.now).await?,
    ))
}

async fn update(IfMatch(version): IfMatch, call: AgentCall<ChangeClient>) -> ApiResult<ChangeClient> {
    let id = call.path.0;
    if call.body.requires_manage() {
        call.caller.require(Object::Clients, Level::Manage)?;
        // Terms decide the client's prices, and the limits of its orders.
        require_step_up(&call.state, &call.caller, StepUp::IfAgentRequires).await?;
    }
    if call.body.manager_staff_id.is_some() {
        call.caller.require_assigning(Object::Clients)?;
    }
    let current = call
        .scope
        .one(entity::Entity::find_by_id(id))
        .await?
        .ok_or(ProblemCode::NotFound)?;
    if version.is_some_and(|version| version != current.version) {
        return Err(ProblemCode::VersionStale.into());
    }
    let enabled = call.body.disabled == Some(false) && current.disabled_at.is_some();
    let author = Author::from(&*call.caller);
    let client = call
        .scope
        .in_transaction(async |tx| {
            let client = change::apply(tx, &author, &current, &call.body, call.now).await?;
            if enabled {
                let limit = (PlanLimit::Clients, call.caller.plan_limits().clients);
                billing::ensure_within(tx, call.caller.agent_id, limit, call.now).await??;
            }
            Ok::<_, Failure>(client)
        })
        .await?;
    if call.body.disabled == Some(true) {
        call.state.notify_session_change();
    }
    Ok(ApiResponse(
        client_card(&call.state, &call.scope, &call.caller, client).await?,
    ))
}

async fn assign(call: AgentCall<AssignClients>) -> ApiResult<AssignClients> {
    call.caller.require_assigning(Object::Clients)?;
    let (now, author) = (call.now, Author::from(&*call.caller));
    call.run(async |tx| {
        let changed = assignment::assign(tx, &author, &call.body, now).await?;
        Ok(AssignmentResult {
            changed: u32::try_from(changed).unwrap_or(u32::MAX),
        })
    })
    .await
}

async fn create(call: PersonCall<CreateClient>) -> ApiResult<CreateClient> {
    let me = call.caller.staff_id()?;
    let mut body = call.body;
    if !rules::may_assign(&call.caller.rights, Object::Clients) {
        // A person who sees only their own clients would not see a client of another manager.
        if body.manager_staff_id.is_some_and(|manager| manager != me) {
            return Err(ProblemCode::PermissionDenied.into());
        }
        body.manager_staff_id = Some(me);
    }
    let new = insert::check(&body)?;
    let (now, author, phone) = (call.now, Author::from(&*call.caller), new.phone.to_string());
    let limit = call.caller.plan_limits().clients;
    call.state
        .system()
        .run(&call.state, call.key, async |tx| {
            let client = insert::create_by_staff(tx, &author, new, limit, now).await?;
            let balances = if sees_balance(&call.caller, &client) {
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
