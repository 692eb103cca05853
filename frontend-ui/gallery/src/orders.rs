//! An order: its states, lines, money and history.

use crate::{case, of_sample};
use frontend_ui::features::{
    funds,
    history::HistoryList,
    items::{ItemGroups, Thumbnail},
    lines::ItemBadge,
    money::MoneyPanel,
    status::StatusBadge,
};
use leptos::prelude::*;
use shared_types::{
    items::ItemStatus,
    ledger::Operation,
    orders::{HistoryEntry, Order, OrderMoney, OrderStatus},
};

const ORDER: &str = include_str!("../samples/order.json");
const MONEY: &str = include_str!("../samples/money.json");
const HISTORY: &str = include_str!("../samples/history.json");
const OPERATIONS: &str = include_str!("../samples/operations.json");

fn lines(order: Order) -> AnyView {
    let actions = |_: &shared_types::items::Item| {
        view! { <div class="actions"><button class="quiet">"Изменить"</button></div> }.into_any()
    };
    view! { <ItemGroups order=order actions=actions/> }.into_any()
}

fn statuses() -> AnyView {
    let all = OrderStatus::ALL
        .iter()
        .map(|status| view! { <StatusBadge status=*status/> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

fn item_statuses() -> AnyView {
    let all = ItemStatus::ALL
        .iter()
        .map(|status| view! { <ItemBadge status=*status/> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

/// The cases.
pub(crate) fn cases() -> AnyView {
    let without = |mut order: Order| {
        order.items.clear();
        order.groups.clear();
        lines(order)
    };
    let thumbnails = view! {
        <div class="row">
            <Thumbnail url=None title="加绒卫衣".to_owned()/>
            <Thumbnail url=Some("/nowhere.jpg".to_owned()) title="Картинка, которой нет".to_owned()/>
        </div>
    };
    view! {
        {case("StatusBadge", statuses())}
        {case("ItemBadge", item_statuses())}
        {case("Thumbnail: none, broken", thumbnails.into_any())}
        {case("ItemGroups", of_sample(ORDER, lines))}
        {case("ItemGroups: nothing in it", of_sample(ORDER, without))}
        {case("MoneyPanel", of_sample(MONEY, |money: OrderMoney| view! { <MoneyPanel money=money/> }.into_any()))}
        {case("HistoryList", of_sample(HISTORY, |entries: Vec<HistoryEntry>| view! { <HistoryList entries=entries/> }.into_any()))}
        {case("operations", of_sample(OPERATIONS, |rows: Vec<Operation>| funds::operations(rows)))}
        {case("operations: none yet", funds::operations(Vec::new()))}
        {case("requisites", funds::requisites("Сбербанк 2202 2000 0000 0000\nИван Иванович И.\nКомментарий: K104-17".to_owned()))}
    }
    .into_any()
}
