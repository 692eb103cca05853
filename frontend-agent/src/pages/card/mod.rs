//! The order card on the agent's side: items, status changes, payments, chat and history.

mod bulk;
mod delivery;
pub(crate) mod dialogs;
mod head_actions;
mod header;
mod item_form;
mod item_keys;
mod item_row;
mod item_sums;
mod items;
mod new_items;
mod notes_tab;
mod order_moves;
mod price_cell;
mod purchases;
mod services;
mod side_tabs;
mod state;
mod steps;

use crate::{lazy_routes, notes, pages::assignees::fetch_assignees};
use frontend_ui::{
    components::page_by_id,
    data::{use_growing_record, use_record},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        item_filter::ItemFilter,
        money::MoneyPanel,
        orders::load_with_all_items,
        other_cabinet::{OtherCabinetOffer, is_not_found},
        shipping::use_order_shipments,
    },
    prelude::*,
};
use header::card_header;
use items::order_items;
use leptos::{ev, wasm_bindgen::JsCast, web_sys};
use purchases::{purchases_panel, use_purchases};
use services::state::ServicesState;
use shared_types::{
    id::OrderId,
    orders::{ListOrderItems, ShowOrder, ShowOrderHistory, ShowOrderMoney},
    settings::ListDeliveryOptions,
};
use side_tabs::{OpenTab, SideTab};
use state::{CardParts, CardState};
use std::collections::BTreeSet;

/// Loads the order by the id in the URL.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

/// Opens the previous or the next order with `[` and `]`, by the physical key.
fn follow_neighbour(event: ev::KeyboardEvent) {
    let name = match event.code().as_str() {
        "BracketLeft" => "previous-order",
        "BracketRight" => "next-order",
        _ => return,
    };
    if event.ctrl_key() || event.meta_key() || event.alt_key() || notes::is_shortcut_blocked(&event) {
        return;
    }
    let link = document()
        .query_selector(&format!("[data-shortcut={name}]"))
        .ok()
        .flatten()
        .and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(link) = link {
        event.prevent_default();
        link.click();
    }
}

/// Loads all that the card shows. Each part follows the order.
fn use_card(id: Memo<OrderId>) -> CardState {
    let order = use_growing_record(&[Topic::Order], id, |id, show: Callback<_>| {
        load_with_all_items::<ShowOrder, ListOrderItems>(id, move |order| show.run(order))
    });
    let history = use_record(&[Topic::Order], id, |id| {
        api::send::<ShowOrderHistory>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let may_see = |object| current_user().may(object, Level::View);
    let sees_money = may_see(Object::OrderPrices);
    let money = sees_money.then(|| {
        use_record(&[Topic::Order], id, |id| {
            api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
        })
    });
    let purchases = sees_money.then(|| use_purchases(id));
    let shipments = may_see(Object::Shipments).then(|| use_order_shipments(id));
    let services_reload = StoredValue::new(None::<ServicesState>);
    let reload = Callback::new(move |()| {
        order.reload();
        history.reload();
        money.into_iter().for_each(Record::reload);
        purchases.into_iter().for_each(Record::reload);
        shipments.into_iter().for_each(Record::reload);
        services_reload.get_value().into_iter().for_each(ServicesState::refresh);
    });
    let services = ServicesState::new(id, reload);
    services_reload.set_value(services);
    let parts = CardParts {
        history,
        money,
        purchases,
        shipments,
        services,
        delivery_options: use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {})),
        assignees: fetch_assignees(),
        order_dialog: RwSignal::new(None),
        items_dialog: RwSignal::new(None),
        edited_item: RwSignal::new(None),
        is_adding_item: RwSignal::new(false),
    };
    CardState {
        url_id: id,
        order,
        status: Memo::new(move |_| order.with(|order| order.summary.status)),
        parts: StoredValue::new(parts),
        action: use_action().reloading(move || _ = reload.try_run(())),
        reload,
        selected_items: RwSignal::new(BTreeSet::new()),
        filter: ItemFilter::new(),
    }
}

fn card_page(id: Memo<OrderId>) -> impl IntoView {
    let state = use_card(id);
    let neighbour_keys = window_event_listener(ev::keydown, follow_neighbour);
    on_cleanup(move || neighbour_keys.remove());
    item_keys::register();
    Effect::new(move |_| {
        id.track();
        if let Some(services) = state.parts().services {
            services.close_dialogs();
        }
    });
    let open_tab = OpenTab::new(state.parts().money.is_some(), state.parts().services.is_some());
    // The header says it once. Requests of the side may fail first, so the side waits for the order.
    let is_missing = Memo::new(move |_| state.order.error().is_some());
    let is_not_in_cabinet = Memo::new(move |_| is_not_found(state.order.error().as_ref()));
    let is_known = Memo::new(move |_| state.order.with(|_| ()).is_some());
    // All parts that push others are drawn together, so that nothing moves. They are requested at the same time.
    let is_drawn = Memo::new(move |was_drawn: Option<&bool>| {
        let is_money_loaded = || state.parts().money.is_none_or(Record::is_answered);
        let is_paid_loaded = || state.parts().purchases.is_none_or(Record::is_answered);
        let are_shipments_loaded = || state.parts().shipments.is_none_or(Record::is_answered);
        let is_head_loaded = || {
            state.parts().history.is_answered()
                && state.parts().assignees.is_loaded()
                && state.parts().delivery_options.is_answered()
        };
        let is_side_loaded = || is_money_loaded() && is_paid_loaded();
        was_drawn.copied().unwrap_or(false)
            || is_missing.get()
            || (is_known.get() && is_head_loaded() && are_shipments_loaded() && is_side_loaded())
    });
    dialogs::prepare(state);
    view! {
        {move || (!is_drawn.get()).then(|| Skeleton::Detail.view())}
        <div class="drawn-together" hidden=move || !is_drawn.get()>
            {state.order.page(Skeleton::Rows, move || card_header(state))}
            <OtherCabinetOffer id=id is_missing=is_not_in_cabinet />
            <div hidden=move || is_missing.get()>
                <ErrorNote error=state.action />
            </div>
            <div class="main-and-side" hidden=move || is_missing.get()>
                <div
                    class="main"
                    role="tabpanel"
                    id="panel-items"
                    aria-labelledby="tab-items"
                    hidden=move || !open_tab.is_shown(SideTab::Items)
                >
                    {move || {
                        id.track();
                        state.parts().is_adding_item.get().then(lazy_routes::new_item)
                    }}
                    {state.order.page(Skeleton::Rows, move || order_items(state))}
                </div>
                <div class="side order-side" hidden=move || !is_known.get()>
                    {side_panels(open_tab, state)}
                </div>
            </div>
        </div>
        {dialogs::open_dialogs(state)}
        {move || state.parts().services.filter(|_| !is_missing.get()).map(services::service_dialogs)}
    }
}

/// The tabs and their panels.
fn side_panels(open_tab: OpenTab, state: CardState) -> AnyView {
    let (unread, id) = (RwSignal::new(0), state.url_id);
    let money = state.parts().money.map(|money| {
        let order = id.get_untracked();
        view! {
            {money.show(Skeleton::Rows, move |money| view! { <MoneyPanel money=money.clone() order=order /> })}
            {state.parts().purchases.map(purchases_panel)}
        }
    });
    let is_chat_shown = Signal::derive(move || open_tab.is_shown(SideTab::Chat));
    let chat = move || view! { <ChatPanel order=id.get() unread_count=unread is_shown=is_chat_shown /> };
    let services = move || {
        let services_state = state
            .parts()
            .services
            .filter(|_| open_tab.is_shown(SideTab::Services))?;
        Some(services::order_services(*state.order, services_state))
    };
    let history = state.parts().history.show(
        Skeleton::Rows,
        |list| view! { <HistoryList entries=list.data.clone() /> },
    );
    let notes = move || {
        open_tab
            .is_shown(SideTab::Notes)
            .then(|| notes_tab::order_notes(*state.order))
    };
    any_view! {
        {open_tab.tabs(unread)}
        {open_tab.panel(SideTab::Money, money.into_any())}
        {open_tab.panel(SideTab::Chat, chat.into_any())}
        {open_tab.panel(SideTab::Services, services.into_any())}
        {open_tab.panel(SideTab::History, history)}
        {open_tab.panel(SideTab::Notes, notes.into_any())}
    }
}
