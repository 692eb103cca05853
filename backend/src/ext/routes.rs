//! HTTP handlers of the extension's API.

use super::queries::{self, DraftRow};
use axum::extract::State;
use entities::order;
use platform::{
    auth::ExtensionCaller,
    http::{Answer, Api, Failure, Input},
    scope::ExtensionScope,
    state::AppState,
};
use shared_types::{
    ext::*,
    id::{AgentId, ClientId, OrderId, UserId},
    money::Money,
    orders::{NewOrder, Side, lifecycle::OrderType},
    page::Listing,
};
use trade::orders::{
    self,
    history::Actor,
    items,
    views::{self, Viewer},
};

/// Registers the endpoints of the extension's API.
pub fn routes(api: Api) -> Api {
    api.serve::<ExtShowMe, _>(get_me)
        .serve::<ExtListDrafts, _>(list_drafts)
        .serve::<ExtCreateDraft, _>(create_draft)
        .serve::<ExtAddItem, _>(add_item)
}

async fn get_me(scope: ExtensionScope, caller: ExtensionCaller) -> Result<Answer<ExtShowMe>, Failure> {
    let clients = queries::clients(&scope).await?;
    let client = |row: queries::ClientRow| ExtClient {
        id: ClientId(row.id),
        name: row.name,
        code: row.code,
        currency: row.currency,
        agent: ExtAgent {
            id: row.agent_id,
            name: row.agent_name,
        },
    };
    let user = ExtUser {
        id: caller.user_id,
        name: caller.name,
        phone: caller.phone,
    };
    Ok(Answer(ExtMe {
        user,
        clients: clients.into_iter().map(client).collect(),
    }))
}

fn to_draft(row: DraftRow) -> Draft {
    let currency = row.currency;
    Draft {
        id: row.id,
        number: row.number,
        title: row.title,
        client_id: row.client_id,
        agent_name: row.agent_name,
        currency,
        items_count: row.items_count,
        total: Money::new(row.total_minor, currency),
        updated_at: row.updated_at,
    }
}

fn draft_from_order(order: &order::Model, agent_name: String) -> Draft {
    to_draft(DraftRow {
        id: order.id,
        number: order.number.clone(),
        title: order.title.clone(),
        client_id: order.client_id,
        agent_name,
        currency: order.currency,
        items_count: order.items_count,
        total_minor: order.total_minor,
        updated_at: order.updated_at,
    })
}

async fn list_drafts(scope: ExtensionScope) -> Result<Answer<ExtListDrafts>, Failure> {
    Ok(Answer(Listing {
        data: queries::drafts(&scope).await?.into_iter().map(to_draft).collect(),
    }))
}

async fn create_draft(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Input<ExtCreateDraft>,
) -> Result<Answer<ExtCreateDraft>, Failure> {
    let NewDraft {
        client_id,
        order_type,
        title,
    } = input.body;
    let new = NewOrder {
        order_type: order_type.unwrap_or(OrderType::Standard),
        title,
        destination_country: None,
        destination_city: None,
    };
    let (actor, now) = (Actor::from(&caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let (order, _) = orders::create(tx, &actor, client_id, new, now).await?;
            Ok(draft_from_order(
                &order,
                scope.policy().agent_name(order.agent_id).to_owned(),
            ))
        })
        .await
}

async fn add_item(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Input<ExtAddItem>,
) -> Result<Answer<ExtAddItem>, Failure> {
    let (actor, now) = (Actor::from(&caller), state.clock.now());
    let viewer = Viewer {
        side: Side::Client,
        prices: true,
    };
    scope
        .run(&state, input.key, async |tx| {
            let added = items::add(tx, &actor, input.path.0, input.body, now).await?;
            let agent = scope.policy().agent_name(added.order.agent_id).to_owned();
            Ok(AddedItem {
                order: draft_from_order(&added.order, agent),
                item: views::item(added.item, &added.order, viewer, None),
            })
        })
        .await
}
