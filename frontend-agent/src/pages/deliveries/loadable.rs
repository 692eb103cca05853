//! The packed shipments that a delivery can take: searched and read page by page on the server.

use super::DeliveryCardState;
use frontend_ui::{
    api::{self, Error},
    components::ErrorNote,
    features::shipments,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_selection},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::shipments::{ListShipments, ShipmentQuery, ShipmentSummary};

frontend_ui::texts! {
    /// A text of the list of shipments that can be loaded.
    enum LoadableTexts;
    Search: "Номер, трек или клиент", "Number, track or client", "编号、运单号或客户";
    Nothing: "Нет посылок, которые можно загрузить", "There are no shipments to load", "没有可装运的包裹";
    More: "Показать ещё", "Show more", "显示更多";
}

/// The rows read so far.
#[derive(Clone, Copy)]
struct LoadableList {
    text: RwSignal<String>,
    rows: RwSignal<Option<Vec<ShipmentSummary>>>,
    next: RwSignal<Option<String>>,
    error: RwSignal<Option<Error>>,
}

impl LoadableList {
    /// Reads the page at the cursor, or the first one. The answer to an earlier search is dropped.
    fn read(self, cursor: Option<String>) {
        let text = self.text.get_untracked();
        spawn_local(async move {
            let is_first = cursor.is_none();
            let query = ShipmentQuery {
                search: Some(text.clone()).filter(|text| !text.trim().is_empty()),
                loadable: Some(true),
                cursor,
                ..ShipmentQuery::default()
            };
            let result = api::get::<ListShipments>(query).await;
            if self.text.try_get_untracked() != Some(text) {
                return;
            }
            match result {
                Ok(page) => {
                    self.error.set(None);
                    self.next.set(page.next_cursor);
                    self.rows.update(|rows| match rows {
                        Some(rows) if !is_first => rows.extend(page.data),
                        _ => *rows = Some(page.data),
                    });
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }
}

/// Packed shipments that no delivery carries yet.
#[component]
pub(super) fn LoadableShipments(state: DeliveryCardState) -> impl IntoView {
    let list = LoadableList {
        text: RwSignal::new(String::new()),
        rows: RwSignal::new(None),
        next: RwSignal::new(None),
        error: RwSignal::new(None),
    };
    list.read(None);
    use_live_selection(&[Topic::Shipment], move || list.read(None));
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text: String| {
            list.text.set(text);
            list.read(None);
        });
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
    };
    let content = move || match list.rows.get() {
        None => view! { <p class="muted">{t(Text::Loading)}</p> }.into_any(),
        Some(rows) if rows.is_empty() => view! {
            <p class="muted" data-testid="nothing-to-load">
                {t(LoadableTexts::Nothing)}
            </p>
        }
        .into_any(),
        Some(rows) => view! { <div class="shipment-rows">{rows.into_iter().map(row).collect_view()}</div> }.into_any(),
    };
    let more = move || {
        list.next.get().map(|cursor| {
            view! {
                <button class="button" data-testid="more-loadable" on:click=move |_| list.read(Some(cursor.clone()))>
                    {t(LoadableTexts::More)}
                </button>
            }
        })
    };
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
        <ErrorNote error=list.error />
        <div data-testid="loadable">{content}</div>
        <div class="row pager">{more}</div>
    }
    .into_any()
}
