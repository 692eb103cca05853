//! The packed shipments that a delivery can take: searched and read page by page on the server.

use super::state::DeliveryCardState;
use frontend_ui::{api::Error, features::shipments, prelude::*};
use leptos::ev;
use shared_types::{
    id::ShipmentId,
    search_text::fold,
    shipments::{ListShipments, ShipmentQuery, ShipmentSummary},
};

frontend_ui::texts! {
    /// A text of the list of shipments that can be loaded.
    enum LoadableTexts;
    Search: "Номер, трек или клиент", "Number, tracking number or client", "编号、运单号或客户";
    LoadAll: "Загрузить все", "Load all", "全部装车";
    NotFound: "Нет среди посылок к загрузке", "Not among the shipments to load", "不在待装运包裹中";
    Nothing: "Нет посылок, которые можно загрузить", "There are no shipments to load", "没有可装运的包裹";
}

/// The shipments that a scanned code can be of.
enum Scanned {
    One(ShipmentId),
    Several(String),
    Nothing(String),
}

/// Finds the shipment with the number or the track, or the only one that the text matches.
async fn find_shipment(code: String) -> Result<Scanned, Error> {
    let query = ShipmentQuery {
        search: Some(code.clone()),
        loadable: Some(true),
        ..ShipmentQuery::default()
    };
    let found = api::get::<ListShipments>(query).await?.data;
    let number = fold(&code).to_uppercase();
    let exact = found.iter().find(|shipment| shipment.number == number);
    Ok(match (exact, found.as_slice()) {
        (Some(shipment), _) | (None, [shipment]) => Scanned::One(shipment.id),
        (None, []) => Scanned::Nothing(code),
        (None, _) => Scanned::Several(code),
    })
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
    let search = StoredValue::new_local(leptos::leptos_dom::helpers::debounce(
        std::time::Duration::from_millis(300),
        move |typed| text.set(typed),
    ));
    let search = move |typed: String| search.update_value(|search| search(typed));
    // A scanner types the code and presses Enter. The field is empty for the next code.
    let field = NodeRef::<leptos::html::Input>::new();
    let scanned = use_action();
    let scan = move |event: ev::KeyboardEvent| {
        let code = event_target_value(&event).trim().to_owned();
        if event.key() != "Enter" || code.is_empty() {
            return;
        }
        event.prevent_default();
        if let Some(field) = field.get_untracked() {
            field.set_value("");
        }
        search(String::new());
        let call = async move { find_shipment(code).await };
        scanned.run(call, move |found| match found {
            Scanned::One(id) => state.set_loaded(vec![id], true),
            Scanned::Several(code) => {
                text.try_set(code);
            }
            Scanned::Nothing(code) => notify(format!("{}: {code}", t(LoadableTexts::NotFound))),
        });
    };
    let ids = move || list.rows().map(|shipment| shipment.id);
    let all_button = move || {
        let ids = ids();
        (ids.len() > 1).then(|| {
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid="load-all"
                    disabled=move || state.action.is_busy()
                    on:click=move |_| state.set_loaded(untrack(|| list.rows().map(|shipment| shipment.id)), true)
                >
                    {t(LoadableTexts::LoadAll)}
                    " · "
                    {ids.len()}
                </button>
            }
        })
    };
    let row = move |shipment: ShipmentSummary| {
        let id = shipment.id;
        any_view! {
            <div class="loaded">
                {shipments::shipment_row(shipment, "agent")}
                <button class="button" data-testid="load" on:click=move |_| state.set_loaded(vec![id], true)>
                    {t(LifecycleTexts::Load)}
                </button>
            </div>
        }
    };
    let empty = || {
        any_view! {
            <p class="muted" data-testid="nothing-to-load">
                {t(LoadableTexts::Nothing)}
            </p>
        }
    };
    let content = move || any_view! { <div class="shipment-rows">{list.rows().view(row)}</div> };
    any_view! {
        <h2>{t(LifecycleTexts::LoadHint)}</h2>
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search-loadable"
                placeholder=t(LoadableTexts::Search)
                aria-label=t(LoadableTexts::Search)
                node_ref=field
                on:input=move |event| search(event_target_value(&event))
                on:keydown=scan
            />
            {all_button}
        </div>
        <ErrorNote error=scanned />
        <div data-testid="loadable">{list.view(Skeleton::Rows, empty, content)}</div>
        <div class="row pager">{list.more_button()}</div>
    }
}
