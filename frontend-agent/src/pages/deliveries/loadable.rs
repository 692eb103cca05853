//! The packed shipments that a delivery can take: searched and read page by page on the server.

use super::state::DeliveryCardState;
use frontend_ui::{
    api,
    components::Skeleton,
    data::use_list,
    features::shipments,
    i18n::{LifecycleTexts, t},
    live::Topic,
};
use leptos::prelude::*;
use shared_types::shipments::{ListShipments, ShipmentQuery, ShipmentSummary};

frontend_ui::texts! {
    /// A text of the list of shipments that can be loaded.
    enum LoadableTexts;
    Search: "Номер, трек или клиент", "Number, track or client", "编号、运单号或客户";
    Nothing: "Нет посылок, которые можно загрузить", "There are no shipments to load", "没有可装运的包裹";
}

/// Packed shipments that no delivery carries yet.
#[component]
pub(super) fn LoadableShipments(state: DeliveryCardState) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let loaded = state.delivery.slice(|delivery| delivery.shipments.len());
    let list = use_list(
        &[Topic::Shipment],
        |shipment: &ShipmentSummary| shipment.id.0,
        move |cursor| {
            loaded.track();
            api::get::<ListShipments>(ShipmentQuery {
                search: Some(text.get()).filter(|text| !text.trim().is_empty()),
                loadable: Some(true),
                cursor,
                ..ShipmentQuery::default()
            })
        },
    );
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |typed| text.set(typed));
    let row = move |shipment: ShipmentSummary| {
        let id = shipment.id;
        view! {
            <div class="loaded">
                {shipments::shipment_row(shipment, "agent")}
                <button class="button" data-testid="load" on:click=move |_| state.set_loaded(id, true)>
                    {t(LifecycleTexts::Load)}
                </button>
            </div>
        }
        .into_any()
    };
    let empty = || {
        view! {
            <p class="muted" data-testid="nothing-to-load">
                {t(LoadableTexts::Nothing)}
            </p>
        }
        .into_any()
    };
    let content = move || view! { <div class="shipment-rows">{list.rows().view(row)}</div> }.into_any();
    view! {
        <h2>{t(LifecycleTexts::LoadHint)}</h2>
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search-loadable"
                placeholder=t(LoadableTexts::Search)
                aria-label=t(LoadableTexts::Search)
                on:input=move |event| search(event_target_value(&event))
            />
        </div>
        <div data-testid="loadable">{list.view(Skeleton::Rows, empty, content)}</div>
        <div class="row pager">{list.more_button()}</div>
    }
    .into_any()
}
