//! The table of a shop.

use super::{
    selection::Selection,
    shops::{GoodsToBuy, ShopToBuy, pieces, sums_text, value},
    texts::BoardTexts,
};
use frontend_ui::{
    features::translation::{ShowsOriginal, shop_text, translated_text},
    prelude::*,
};
use leptos::ev::MouseEvent;
use shared_types::{id::ItemId, items::ItemToBuy};

/// A checkbox for one item. Shift ticks all up to it.
fn tick(id: ItemId, label: String, selection: Selection, shops: Memo<Vec<ShopToBuy>>) -> AnyView {
    let click = move |event: MouseEvent| {
        let shown: Vec<ItemId> = shops.with_untracked(|shops| shops.iter().flat_map(ShopToBuy::ids).collect());
        selection.click(id, event_target_checked(&event), event.shift_key(), &shown);
    };
    view! {
        <input
            type="checkbox"
            data-testid="tick"
            aria-label=label
            prop:checked=move || selection.has(id)
            on:click=click
        />
    }
    .into_any()
}

/// A checkbox for several items.
fn tick_all(ids: Vec<ItemId>, label: String, test_id: &'static str, selection: Selection) -> AnyView {
    let all = StoredValue::new(ids);
    let state = move || all.with_value(|ids| selection.state_of(ids));
    view! {
        <input
            type="checkbox"
            data-testid=test_id
            aria-label=label
            prop:checked=move || state().0
            prop:indeterminate=move || state().1
            on:click=move |event| all.with_value(|ids| selection.set(ids, event_target_checked(&event)))
        />
    }
    .into_any()
}

/// One shop with its goods.
pub(super) fn shop_block(
    shop: &ShopToBuy,
    selection: Selection,
    may_edit: bool,
    shops: Memo<Vec<ShopToBuy>>,
) -> AnyView {
    let name = if shop.name.is_empty() {
        t(BoardTexts::NoShop).to_owned()
    } else {
        shop.name.clone()
    };
    let title = match shop.url.clone() {
        Some(url) => view! {
            <a href=url target="_blank" rel="noreferrer">
                {shop_text(name.clone())}
            </a>
        }
        .into_any(),
        None => shop_text(name.clone()),
    };
    let all = may_edit.then(|| {
        let label = format!("{}: {name}", t(BoardTexts::AllOfShop));
        tick_all(shop.ids(), label, "tick-shop", selection)
    });
    let count: i32 = shop.goods.iter().map(GoodsToBuy::pieces).sum();
    let goods = shop
        .goods
        .iter()
        .map(|goods| goods_rows(goods, selection, may_edit, shops))
        .collect_view();
    view! {
        <section class="to-buy-shop" data-testid="shop">
            <h2>
                {all} <span class="to-buy-name" data-testid="shop-name">
                    {title}
                </span> <small class="muted">{shop.marketplace.clone()}</small> <span class="spacer"></span>
                <small class="muted">{count}" "{t(BoardTexts::Pieces).to_lowercase()}</small>
                <strong data-testid="shop-sum">{sums_text(shop.items())}</strong>
            </h2>
            <table class="rows to-buy-rows">
                <thead>
                    <tr>
                        <th class="pick"></th>
                        <th>{t(BoardTexts::Goods)}</th>
                        <th>{t(BoardTexts::Order)}</th>
                        <th class="number">{t(BoardTexts::Pieces)}</th>
                        <th class="number">{t(BoardTexts::Price)}</th>
                        <th class="number">{t(BoardTexts::Sum)}</th>
                    </tr>
                </thead>
                <tbody>{goods}</tbody>
            </table>
        </section>
    }
    .into_any()
}

/// The rows of a variant: with several clients, a row with the sums comes first.
fn goods_rows(goods: &GoodsToBuy, selection: Selection, may_edit: bool, shops: Memo<Vec<ShopToBuy>>) -> AnyView {
    let Some(first) = goods.items.first() else {
        return ().into_any();
    };
    let is_shared = goods.items.len() > 1;
    let head = is_shared.then(|| {
        let ids = goods.items.iter().map(|row| row.item.id).collect();
        let all = may_edit.then(|| tick_all(ids, first.item.title.clone(), "tick-goods", selection));
        view! {
            <tr class="to-buy-goods" data-testid="goods">
                <td class="pick">{all}</td>
                <td>{goods_title(first)}</td>
                <td></td>
                <td class="number" data-testid="pieces">
                    {goods.pieces()}
                </td>
                <td class="number">{price(first)}</td>
                <td class="number">{sums_text(goods.items.iter())}</td>
            </tr>
        }
    });
    let row = |row: &ItemToBuy| {
        let id = row.item.id;
        let label = format!("{} · {}", row.order_number, row.item.title);
        let box_ = may_edit.then(|| tick(id, label, selection, shops));
        let title = if is_shared { ().into_any() } else { goods_title(row) };
        view! {
            <tr class:picked=move || selection.has(id) class:to-buy-part=is_shared data-testid="to-buy-item">
                <td class="pick">{box_}</td>
                <td>{title} {comment(row)}</td>
                <td>
                    <a href=format!("/agent/orders/{}", row.order_id)>{row.order_number.clone()}</a>
                    " "
                    <small class="muted">{row.client_code.clone()}</small>
                </td>
                <td class="number">{pieces(&row.item)}</td>
                <td class="number">{price(row)}</td>
                <td class="number">{value(&row.item).map(format::money)}</td>
            </tr>
        }
    };
    let rows = goods.items.iter().map(row).collect_view();
    view! {
        {head}
        {rows}
    }
    .into_any()
}

fn price(row: &ItemToBuy) -> Option<String> {
    row.item.lot_price().map(format::lot_price)
}

/// The title with a link to the product, and the variant.
fn goods_title(row: &ItemToBuy) -> AnyView {
    let item = &row.item;
    let texts = item.translation.clone().unwrap_or_default();
    let shows_original = ShowsOriginal::new(false);
    let picture = item.image_url.clone().map(|url| {
        view! { <img class="to-buy-picture" src=url alt="" loading="lazy" referrerpolicy="no-referrer" /> }
    });
    let variant = item.variant.clone().map(|variant| {
        view! { <span class="variant">{translated_text(variant, texts.variant.clone(), shows_original)}</span> }
    });
    view! {
        <span class="to-buy-title">
            {picture} <span>
                <a href=item.url.clone() target="_blank" rel="noreferrer" title=item.title.clone()>
                    {translated_text(item.title.clone(), texts.title.clone(), shows_original)}
                </a>
                {variant}
            </span>
        </span>
    }
    .into_any()
}

fn comment(row: &ItemToBuy) -> Option<AnyView> {
    let item = &row.item;
    let translated = item.translation.as_ref().and_then(|texts| texts.comment.clone());
    let text = translated.unwrap_or_else(|| item.comment.clone());
    (!text.is_empty()).then(|| {
        view! {
            <span class="comment" dir="auto">
                {text}
            </span>
        }
        .into_any()
    })
}
