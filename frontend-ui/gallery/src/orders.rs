//! Samples of an order: statuses, items, payments and history.

use crate::{case_view, sample_view};
use frontend_ui::{
    data::Live,
    features::{
        deposit::{deposit_note, reserved_deposits},
        history::HistoryList,
        item_status::ItemBadge,
        items::{ItemGroups, Thumbnail},
        money::MoneyPanel,
        order_status::StatusBadge,
        payments,
    },
};
use leptos::prelude::*;
use shared_types::{
    fixed::Percent,
    id::OrderId,
    items::ItemStatus,
    ledger::Operation,
    money::{Currency, Money},
    orders::{HistoryEntry, Order, OrderDeposit, OrderMoney, OrderStatus, PayOption, ReservedDeposit},
    page::Page,
    translation::ItemTranslation,
};

const ORDER: &str = include_str!("../samples/order.json");
const MONEY: &str = include_str!("../samples/money.json");
const HISTORY: &str = include_str!("../samples/history.json");
const OPERATIONS: &str = include_str!("../samples/operations.json");

fn item_groups(order: Order) -> AnyView {
    let actions = |_| {
        view! {
            <div class="actions">
                <button class="quiet">"Изменить"</button>
            </div>
        }
        .into_any()
    };
    view! { <ItemGroups order=Live::constant(order) actions=actions /> }.into_any()
}

fn statuses() -> AnyView {
    let all = OrderStatus::ALL
        .iter()
        .map(|status| view! { <StatusBadge status=*status /> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

fn item_statuses() -> AnyView {
    let all = ItemStatus::ALL
        .iter()
        .map(|status| view! { <ItemBadge status=*status /> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

/// A deposit that is reserved, one that can be, and one whose sum is not known.
fn deposits() -> AnyView {
    let rubles = |minor| Money::new(minor, Currency::Rub);
    let share = Some(Percent::from_millionths(20_000_000));
    let option = PayOption {
        amount: rubles(20_520),
        balance: rubles(100_000),
        reserved: None,
        suffices: true,
    };
    let states = [
        (Some(rubles(20_520)), Vec::new()),
        (None, vec![option]),
        (None, Vec::new()),
    ];
    let notes = states.map(|(reserved, reserve_from)| {
        deposit_note(&OrderDeposit {
            share,
            reserved,
            reserve_from,
        })
    });
    let listed = ["K101-S5", "K101-S6"].map(|number| ReservedDeposit {
        order_id: OrderId(5),
        number: number.to_owned(),
        amount: rubles(20_520),
    });
    view! {
        {notes.into_iter().collect_view()}
        {reserved_deposits(
            listed.into(),
            None,
            "#/orders",
            |_| async {
                Ok(Page {
                    data: Vec::new(),
                    next_cursor: None,
                })
            },
        )}
    }
    .into_any()
}

pub(crate) fn cases() -> AnyView {
    let without_items = |mut order: Order| {
        order.items.clear();
        order.groups.clear();
        item_groups(order)
    };
    let thumbnails = view! {
        <div class="row">
            <Thumbnail url=None title="加绒卫衣".to_owned() />
            <Thumbnail url=Some("/nowhere.jpg".to_owned()) title="Картинка, которой нет".to_owned() />
        </div>
    };
    let translated = |mut order: Order| {
        if let Some(item) = order.items.first_mut() {
            item.translation = Some(ItemTranslation {
                title: Some("Толстовка с начёсом, с капюшоном".to_owned()),
                variant: Some("тёмно-серый / XL".to_owned()),
                ..ItemTranslation::default()
            });
        }
        order.translation_exhausted = true;
        item_groups(order)
    };
    view! {
        {case_view("StatusBadge", statuses())}
        {case_view("ItemBadge", item_statuses())}
        {case_view("Thumbnail: none, broken", thumbnails.into_any())}
        {case_view("ItemGroups", sample_view(ORDER, item_groups))}
        {case_view("ItemGroups: translated", sample_view(ORDER, translated))}
        {case_view("ItemGroups: empty", sample_view(ORDER, without_items))}
        {case_view(
            "MoneyPanel",
            sample_view(MONEY, |money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any()),
        )}
        {case_view("deposit_note, reserved_deposits", deposits())}
        {case_view(
            "HistoryList",
            sample_view(HISTORY, |entries: Vec<HistoryEntry>| view! { <HistoryList entries=entries /> }.into_any()),
        )}
        {case_view("operations", sample_view(OPERATIONS, |rows: Vec<Operation>| payments::operation_table(rows)))}
        {case_view("operations: empty", payments::operation_table(Vec::new()))}
        {case_view(
            "requisites",
            payments::requisites_block(
                "Сбербанк 2202 2000 0000 0000\nИван Иванович И.\nКомментарий: K104-17"
                    .to_owned(),
            ),
        )}
    }
    .into_any()
}
