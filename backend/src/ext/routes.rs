//! HTTP handlers of the extension's API.

use super::{
    queries::{self, DraftRow},
    reports, shop_states,
};
use axum::extract::State;
use books::{rates, settings};
use entities::order;
use infra::translation;
use people::identity;
use platform::{
    auth::ExtensionCaller,
    http::{Api, ApiResponse, Failure, Input, Upload},
    scope::{ExtensionScope, UserScope},
    state::AppState,
    throttle::Bucket,
};
use shared_types::{
    endpoint::Nothing,
    ext::*,
    id::ClientId,
    items::limits as item_limits,
    money::Money,
    orders::{NewOrder, Side, lifecycle::OrderType},
    page::Listing,
    problem::ProblemCode,
    translation::{ExtTranslate, NewTranslations, limits},
};
use trade::orders::{self, calculation::RateContext, history::Actor, items, viewer::Viewer, views};

/// Registers the endpoints of the extension's API.
pub fn routes(api: Api) -> Api {
    api.serve::<ExtShowMe, _>(get_me)
        .serve::<ExtListDrafts, _>(list_drafts)
        .serve::<ExtCreateDraft, _>(create_draft)
        .serve::<ExtAddItem, _>(add_item)
        .serve::<ExtEstimate, _>(estimate)
        .serve::<ExtAddProof, _>(add_proof)
        .serve::<ExtAddReport, _>(add_report)
        .serve::<ExtTranslate, _>(translate)
        .serve::<ExtRevokeToken, _>(revoke_token)
}

/// The features for the person. Translation is one if an agent of theirs has items translated.
fn features(state: &AppState, scope: &ExtensionScope) -> Vec<ExtFeature> {
    let mut features = ExtFeature::OFFERED.to_vec();
    if state.config.translation.is_some() && scope.policy().translating_agent(None).is_some() {
        features.push(ExtFeature::Translation);
    }
    features
}

/// Takes six statements with the one of the authentication.
async fn get_me(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
) -> Result<ApiResponse<ExtShowMe>, Failure> {
    let now = state.clock.now();
    let clients = queries::clients(&scope).await?;
    let rates = rates::load_by_agent(&scope, &state.system()).await?;
    let commissions = settings::commissions_by_agent(&scope).await?;
    let client = |row: queries::ClientRow| {
        // No commission is charged until it is set.
        let own = row.commission.as_deref().or_else(|| commissions.get(&row.agent_id));
        let commission = own.cloned().unwrap_or_default();
        ExtClient {
            id: ClientId(row.id),
            name: row.name,
            code: row.code,
            currency: row.currency,
            agent: ExtAgent {
                id: row.agent_id,
                name: row.agent_name,
            },
            pricing: ExtPricing {
                currency: row.currency,
                rates: rates
                    .for_client(row.agent_id, row.rates.as_deref().map_or(&[], Vec::as_slice), now)
                    .in_currency(row.currency),
                fee_percent: commission.percent,
                commission,
            },
        }
    };
    let user = ExtUser {
        id: caller.user_id,
        name: caller.name,
        phone: caller.phone.into(),
    };
    Ok(ApiResponse(ExtMe {
        user,
        clients: clients.into_iter().map(client).collect(),
        item_fields: ItemField::ALL.to_vec(),
        features: features(&state, &scope),
        shops: shop_states::by_shop(&scope).await?,
        token: ExtToken {
            name: caller.token_name,
            created_at: caller.token_created_at,
            last_used_at: now,
        },
    }))
}

fn to_draft(row: DraftRow) -> Draft {
    let currency = row.currency;
    Draft {
        id: row.id,
        number: row.number,
        title: row.title,
        order_type: row.order_type,
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
        order_type: order.order_type,
        client_id: order.client_id,
        agent_name,
        currency: order.currency,
        items_count: order.items_count,
        total_minor: order.total_minor,
        updated_at: order.updated_at,
    })
}

async fn list_drafts(scope: ExtensionScope) -> Result<ApiResponse<ExtListDrafts>, Failure> {
    Ok(ApiResponse(Listing {
        data: queries::drafts(&scope).await?.into_iter().map(to_draft).collect(),
    }))
}

async fn create_draft(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Input<ExtCreateDraft>,
) -> Result<ApiResponse<ExtCreateDraft>, Failure> {
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
        comment: None,
        recipient_id: None,
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
) -> Result<ApiResponse<ExtAddItem>, Failure> {
    let (actor, now) = (Actor::from(&caller), state.clock.now());
    let viewer = Viewer {
        side: Side::Client,
        prices: true,
        translation: None,
        queues_translation_at: None,
        documents: false,
    };
    scope
        .run(&state, input.key, async |tx| {
            let added = items::add(tx, &actor, input.path.0, input.body, now).await?;
            if scope.policy().translating_agent(Some(added.order.client_id)).is_some() {
                orders::translation::added::queue_added(tx, added.order.agent_id, added.order.id, now).await?;
            }
            let agent = scope.policy().agent_name(added.order.agent_id).to_owned();
            Ok(AddedItem {
                order: draft_from_order(&added.order, agent),
                item: views::item(added.item, &added.order, viewer, None),
            })
        })
        .await
}

/// The products are no part of the draft yet, so the request names none of them.
async fn estimate(
    State(state): State<AppState>,
    scope: ExtensionScope,
    input: Input<ExtEstimate>,
) -> Result<ApiResponse<ExtEstimate>, Failure> {
    let rows = scope
        .read_as_client(input.body.client_id)
        .ok_or(ProblemCode::NotFound)?;
    let today = RateContext {
        system: state.system(),
        now: state.clock.now(),
    };
    Ok(ApiResponse(
        orders::estimate::with_products(&rows, &today, &input.body).await?,
    ))
}

/// A screenshot is stored before the transaction, because it takes long to encode. The job of [`items::proof`] removes files that
/// no item refers to.
async fn add_proof(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Upload<ExtAddProof, { item_limits::PROOF_BYTES }>,
) -> Result<ApiResponse<ExtAddProof>, Failure> {
    let budget = Bucket::daily_budget(format!("proof:user:{}", caller.user_id), item_limits::PROOFS_PER_DAY);
    reports::take_budget(&state, &[budget]).await?;
    let (actor, now) = (Actor::from(&caller), state.clock.now());
    let stored = items::proof::store(&scope, &state.storage, input.path, input.bytes, now).await;
    scope
        .run(&state, input.key, async |tx| {
            items::proof::attach(tx, &actor, stored?, now).await?;
            Ok(Nothing {})
        })
        .await
}

async fn add_report(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Input<ExtAddReport>,
) -> Result<ApiResponse<ExtAddReport>, Failure> {
    reports::take_report_budget(&state, &caller).await?;
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            reports::add(tx, scope.policy(), &caller, input.body, now).await?;
            Ok(Nothing {})
        })
        .await
}

/// Returns known translations; a job makes the others.
async fn translate(
    State(state): State<AppState>,
    scope: ExtensionScope,
    caller: ExtensionCaller,
    input: Input<ExtTranslate>,
) -> Result<ApiResponse<ExtTranslate>, Failure> {
    let NewTranslations { texts, to, client_id } = input.body;
    if client_id.is_some_and(|client_id| !scope.policy().has_client(client_id)) {
        return Err(ProblemCode::NotFound.into());
    }
    let budget = Bucket::daily_budget(
        format!("translation:user:{}", caller.user_id),
        limits::EXTENSION_REQUESTS_PER_DAY,
    );
    reports::take_budget(&state, &[budget]).await?;
    let agent = scope.policy().translating_agent(client_id);
    Ok(ApiResponse(translation::lookup_texts(&state, agent, texts, to).await?))
}

async fn revoke_token(
    State(state): State<AppState>,
    own_rows: UserScope,
    caller: ExtensionCaller,
) -> Result<ApiResponse<ExtRevokeToken>, Failure> {
    identity::revoke_extension_token(&own_rows, caller.token_id, state.clock.now()).await?;
    Ok(ApiResponse(Nothing {}))
}
