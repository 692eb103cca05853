//! The items of the order card as a table, by shop, with their selection and the shipping within China.

use super::{bulk::bulk_bar, item_row::item_row, state::CardState};
use crate::notes;
use frontend_ui::{
    components::NumberCell,
    data::Rows,
    features::{
        item_filter::{item_filter_bar, no_items},
        item_sections::{Folding, shop_total},
        translation::exhausted_note,
    },
    prelude::*,
};
use shared_types::{
    id::ItemId,
    items::{Item, ItemGroup},
    money::PriceText,
    notes::NoteKind,
    orders::{ChangeGroup, GroupChange, Order},
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    enum OrderItemsTexts;
    NoItems: "В заказе пока нет товаров", "The order has no items yet", "订单中暂无商品";
    Item: "Товар", "Item", "商品";
    PriceByQuantity: "Цена × кол-во", "Price × qty", "单价 × 数量";
    Sum: "Сумма", "Sum", "金额";
}

/// Rows of a shop that are drawn at once. The others follow in steps, so that a large order is seen soon.
const STEP: usize = 15;

/// The button that opens the form, while the order is being priced.
fn add_item_button(state: CardState) -> AnyView {
    let button = move || {
        (state.may_price() && !state.parts().is_adding_item.get()).then(|| {
            view! {
                <button class="button" data-testid="add-item" on:click=move |_| state.parts().is_adding_item.set(true)>
                    {t(Text::AddProduct)}
                </button>
            }
        })
    };
    button.into_any()
}

/// A shop with its items. Its head folds it.
fn shop_part(shop: Live<ItemGroup>, items: Rows<Item>, state: CardState) -> AnyView {
    let folding = Folding::new(shop, *state.order, state.filter);
    let total = move || {
        let total = shop_total(&items.map(Item::clone))?;
        Some(view! { <strong data-testid="shop-total">{format::money(total)}</strong> })
    };
    let rows = move || items.in_steps(STEP).build(move |item| item_row(item, state));
    any_view! {
        <tbody class="shop-part">
            <tr class="shop-line">
                <th scope="rowgroup" colspan="9">
                    {folding.button(shop, items)}
                    <span class="spacer"></span>
                    {domestic_shipping(shop, state)}
                    {total}
                </th>
            </tr>
            {folding.content(rows)}
        </tbody>
    }
}

/// The head of the table, with the checkbox that selects all items which the filter shows.
fn head(select_all: Option<AnyView>) -> AnyView {
    any_view! {
        <thead>
            <tr class="items-head">
                <td class="pick">{select_all}</td>
                <td class="picture"></td>
                <th class="goods">{t(OrderItemsTexts::Item)}</th>
                <th class="price">{t(OrderItemsTexts::PriceByQuantity)}</th>
                <th class="item-sum">{t(OrderItemsTexts::Sum)}</th>
                <th class="item-track">{t(LifecycleTexts::Track)}</th>
                <th class="state">{t(Text::Status)}</th>
            </tr>
        </thead>
    }
}

/// The checkbox that selects all items which the filter shows.
fn select_all(items: Rows<Item>, state: CardState) -> AnyView {
    let matching = move || -> BTreeSet<ItemId> { items.map(|item| item.id).into_iter().collect() };
    let choose_all = move |event| {
        let is_checked = event_target_checked(&event);
        let chosen = if is_checked { untrack(matching) } else { BTreeSet::new() };
        state.selected_items.set(chosen);
    };
    let are_all_chosen = move || {
        let matching = matching();
        !matching.is_empty() && state.selected_items.with(|chosen| matching.is_subset(chosen))
    };
    any_view! {
        <input
            type="checkbox"
            data-testid="choose-all"
            aria-label=t(LifecycleTexts::SelectAll)
            prop:checked=are_all_chosen
            on:change=choose_all
        />
    }
}

fn items_table(state: CardState) -> AnyView {
    let (order, filter) = (*state.order, state.filter);
    let items = filter.items(order);
    let shop = move |shop: Live<ItemGroup>| {
        let id = shop.read(|shop| shop.id);
        let own = items.filtered(move |item, _| Some(item.group_id) == id);
        shop_part(shop, own, state)
    };
    let select_all = CardState::may_edit().then(|| select_all(items, state));
    let nothing_found = move || (items.count() == 0 && filter.is_active()).then(|| no_items(filter));
    any_view! {
        <div class="items-table">
            <table>{head(select_all)} {filter.shops(order, items).build(shop)}</table>
            {nothing_found}
        </div>
    }
}

pub(super) fn order_items(state: CardState) -> AnyView {
    let order = state.order;
    let filter_bar = move |is_shown: &bool| is_shown.then(|| item_filter_bar(state.filter, *order));
    let table = move |is_empty: &bool| {
        if *is_empty {
            any_view! {
                <div class="empty" data-testid="no-items">
                    <h2>{t(OrderItemsTexts::NoItems)}</h2>
                </div>
            }
        } else {
            items_table(state)
        }
    };
    any_view! {
        <div class="items-bar">{order.part(|order| order.items.len() > 1, filter_bar)} {add_item_button(state)}</div>
        {order.part(|order| order.translation_exhausted, |exhausted| exhausted.then(exhausted_note))}
        {order.part(|order| order.items.is_empty(), table)}
        {CardState::may_edit().then(|| bulk_bar(state))}
    }
}

/// The field of a shop's shipping cost within China.
fn domestic_field(shop: Live<ItemGroup>, state: CardState) -> AnyView {
    let id = shop.read(|shop| shop.id);
    let form = state.order.form(|order| order.version);
    let stored = move |order: &Order| {
        let shop = order.groups.iter().find(|shop| Some(shop.id) == id)?;
        shop.domestic.map(Money::amount)
    };
    let domestic = form.number(NumberKind::Amount, stored);
    let save = move |_| {
        let mut numbers = NumberReader::default();
        let typed = numbers.amount(domestic);
        let Some(id) = id.filter(|_| numbers.is_complete()) else {
            return;
        };
        let domestic = typed.unwrap_or_else(|| PriceText("0".to_owned()));
        let body = GroupChange { domestic };
        let call = api::send::<ChangeGroup>((state.id(), id), Nothing {}, body, form.options());
        form.save(state.action, call);
    };
    any_view! {
        <span class="row numbered" on:change=save>
            <small class="muted">{t(LifecycleTexts::DomesticShipping)}</small>
            <NumberCell name="domestic" label=t(LifecycleTexts::DomesticShipping) input=domestic />
        </span>
    }
}

/// The shop's shipping cost within China: a field while the order is being priced, plain text afterwards. Then the note of the shop.
fn domestic_shipping(shop: Live<ItemGroup>, state: CardState) -> AnyView {
    let may_price = Memo::new(move |_| state.may_price());
    let text = |domestic: &Option<Money>| {
        let domestic = (*domestic)?;
        Some(view! { <small class="muted">{t(LifecycleTexts::DomesticShipping)}" "{format::money(domestic)}</small> })
    };
    let cost = move || {
        if may_price.get() {
            domestic_field(shop, state)
        } else {
            shop.part(|shop| shop.domestic, text)
        }
    };
    let note = |(id, has_note, name): &(i64, Option<bool>, String)| {
        notes::note_button(NoteKind::Group, *id, *has_note, name.clone())
    };
    any_view! {
        {cost}
        {shop.part(|shop| (shop.id.0, shop.has_note, shop.shop_name.clone()), note)}
    }
}
