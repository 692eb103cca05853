//! The order card on the agent's side.

use frontend_ui::{
    api::{self, Options},
    components::Loaded,
    features::{
        history::HistoryList,
        items::{ItemGroups, totals},
        status::{self, StatusBadge},
    },
    format,
    i18n::{Text, t},
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    orders::{HistoryEntry, Order, ShowAgentHistory, ShowAgentOrder},
    page::Listing,
};

/// The page: it reads the address and fetches.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        params
            .read()
            .get("id")
            .and_then(|id| id.parse().ok())
            .unwrap_or(OrderId(0))
    });
    let order = LocalResource::new(move || {
        api::send::<ShowAgentOrder>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    let history = LocalResource::new(move || {
        api::send::<ShowAgentHistory>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    view! {
        <Loaded resource=order content={|order: Order| view! { <Card order=order/> }.into_any()}/>
        <section class="below">
            <h2>{t(Text::HistoryTab)}</h2>
            <Loaded resource=history content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data/> }.into_any()}/>
        </section>
    }
}

#[component]
fn Card(order: Order) -> impl IntoView {
    let place = [order.destination_country.clone(), order.destination_city.clone()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let sum = totals(&order);
    let summary = order.summary.clone();
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            <StatusBadge status=summary.status/>
            <span class="muted">{status::kind(summary.order_type)}</span>
            <div class="spacer"></div>
            <span class="total">{t(Text::Total)}" "<strong data-testid="total">{sum}</strong></span>
        </div>
        <p class="facts">
            {(!summary.title.is_empty()).then(|| view! { <strong>{summary.title.clone()}</strong> })}
            <span>{t(Text::Client)}": "{summary.client_code}" · "{summary.client_name}</span>
            <span>{t(Text::Destination)}": "{if place.is_empty() { "—".to_owned() } else { place }}</span>
            <span>{t(Text::CreatedAt)}": "{format::moment(summary.created_at)}</span>
        </p>
        <ItemGroups order=order actions=|_: &shared_types::items::Item| ().into_any()/>
    }
}
