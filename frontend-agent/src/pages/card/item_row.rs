//! A row of the item table.

use super::{CardState, services};
use crate::notes;
use frontend_ui::{
    components::Icon,
    features::{
        captures::{capture_content, has_capture, uncertain_badge},
        item_status::ItemBadge,
        item_switches::item_switches,
        items::{Thumbnail, item_total, unit_price},
        translation::{ShowsOriginal, shop_text, translated_text, translation_mark},
    },
    format,
    i18n::{LifecycleTexts, Text, t},
};
use leptos::prelude::*;
use shared_types::{
    id::{ItemId, OrderId},
    items::Item,
    notes::NoteKind,
    orders::OrderStatus,
};

frontend_ui::texts! {
    enum RowTexts;
    FromPage: "Со страницы магазина", "From the shop's page", "商品页信息";
}

/// Rules that apply to all rows of an order.
#[derive(Clone, Copy)]
pub(super) struct RowRules {
    pub(super) order: OrderId,
    pub(super) status: OrderStatus,
    /// Whether the person may select and edit items.
    pub(super) may_edit: bool,
    /// Whether the person may set prices now.
    pub(super) may_price: bool,
}

/// A value with its label, below the main value of a cell.
fn fact(label: LifecycleTexts, value: Option<String>) -> Option<AnyView> {
    let value = value.filter(|value| !value.is_empty())?;
    Some(
        view! {
            <small class="fact">
                <span class="muted">{t(label)}</span>
                " "
                <bdi>{value}</bdi>
            </small>
        }
        .into_any(),
    )
}

/// The checkbox of an item.
fn select_box(id: ItemId, title: String, state: CardState) -> AnyView {
    let toggle = move |event| {
        let checked = event_target_checked(&event);
        state.selected_items.update(|chosen| {
            if checked {
                chosen.insert(id);
            } else {
                chosen.remove(&id);
            }
        });
    };
    view! {
        <input
            type="checkbox"
            data-testid="select-item"
            aria-label=title
            prop:checked=move || state.selected_items.with(|chosen| chosen.contains(&id))
            on:change=toggle
        />
    }
    .into_any()
}

/// The title in the reader's language with the original, the variant, and the marks of uncertain fields.
fn goods(item: &Item, shows_original: ShowsOriginal) -> AnyView {
    let texts = item.translation.clone();
    let mark = texts.is_some().then(|| translation_mark(shows_original));
    let texts = texts.unwrap_or_default();
    let original = texts
        .title
        .as_ref()
        .map(|_| view! { <span class="original">{shop_text(item.title.clone())}</span> });
    let variant = item.variant.clone().map(
        |variant| view! { <span class="variant">{translated_text(variant, texts.variant, shows_original)}</span> },
    );
    let doubts = uncertain_badge(item).or_else(|| {
        item.price_uncertain
            .then(|| view! { <span class="badge warn">{t(Text::CheckPrice)}</span> }.into_any())
    });
    view! {
        <a href=item.url.clone() target="_blank" rel="noreferrer" title=item.title.clone()>
            {translated_text(item.title.clone(), texts.title, shows_original)}
        </a>
        <span class="goods-more">{variant}{original}{mark}</span>
        {doubts}
    }
    .into_any()
}

/// Comments, the reason of a refusal, and values that few items have.
fn remarks(item: &Item, shows_original: ShowsOriginal) -> AnyView {
    let texts = item.translation.clone().unwrap_or_default();
    let comment = |text: String, translation: Option<String>| {
        (!text.is_empty()).then(|| {
            view! { <span class="comment">{translated_text(text, translation, shows_original)}</span> }
        })
    };
    let reason = item.refuse_reason.clone().or_else(|| item.problem_reason.clone());
    let counted = item.counted_quantity.map(|counted| counted.to_string());
    let refunded = (item.refunded_quantity > 0).then(|| item.refunded_quantity.to_string());
    view! {
        {comment(item.comment.clone(), texts.comment)}
        {comment(item.agent_comment.clone().unwrap_or_default(), texts.agent_comment)}
        {reason
            .map(|reason| {
                view! {
                    <span dir="auto" class="fault" data-testid="item-reason">
                        {reason}
                    </span>
                }
            })}
        {fact(LifecycleTexts::Counted, counted)}
        {fact(LifecycleTexts::RefundedPieces, refunded)}
        {fact(LifecycleTexts::WeightLabel, item.weight_grams.map(format::weight))}
    }
    .into_any()
}

/// The buttons of a row. A pointer sees them when it is over the row.
fn actions(item: &Item, is_open: RwSignal<bool>, rules: RowRules, state: CardState) -> AnyView {
    let note = notes::note_button(NoteKind::Item, item.id.0, item.has_note, item.title.clone());
    let details = has_capture(item).then(|| {
        view! {
            <button
                type="button"
                class="icon"
                data-testid="item-details"
                aria-label=t(RowTexts::FromPage)
                title=t(RowTexts::FromPage)
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)
            >
                {Icon::ChevronDown.view()}
            </button>
        }
    });
    let services = state
        .services
        .map(|services_state| services::service_buttons(item, rules.status, services_state));
    let edited = item.clone();
    let edit = rules.may_edit.then(|| {
        view! {
            <button
                type="button"
                class="icon"
                data-shortcut="edit"
                data-testid="edit-item"
                aria-label=t(Text::Edit)
                title=t(Text::Edit)
                on:click=move |_| state.edited_item.set(Some((edited.clone(), rules.may_price)))
            >
                {Icon::Pencil.view()}
            </button>
        }
    });
    view! {
        {details}
        {services}
        {edit}
        {note}
    }
    .into_any()
}

pub(super) fn item_row(item: Item, rules: RowRules, state: CardState) -> AnyView {
    let (id, url, title) = (item.id, item.image_url.clone(), item.title.clone());
    let switches = item_switches(id);
    let (shows_original, is_open): (ShowsOriginal, RwSignal<bool>) =
        (switches.shows_original.into(), switches.is_capture_open.into());
    // Photos are loaded after the items, and change when the warehouse uploads another one.
    let photo = state.services.map(services::ServicesState::result_photo);
    let received = Memo::new(move |_| photo.and_then(|photo| photo.run(id)));
    let below = state
        .services
        .map(|services_state| services::item_services(id, services_state));
    let pick = rules.may_edit.then(|| select_box(id, title.clone(), state));
    let actions = actions(&item, is_open, rules, state);
    let (goods, remarks) = (goods(&item, shows_original), remarks(&item, shows_original));
    let (price, sum) = (unit_price(&item), item_total(&item));
    let bought = fact(LifecycleTexts::ActualPrice, item.agent_bought.map(format::money));
    let number = item.marketplace_order_number.clone().map(|number| {
        view! {
            <small class="fact muted" title=t(LifecycleTexts::MarketplaceOrder)>
                "№ "
                {number}
            </small>
        }
    });
    let cell = fact(LifecycleTexts::Cell, item.cell.clone());
    let (track, status) = (item.domestic_track.clone(), item.status);
    let capture = move || {
        is_open.get().then(|| {
            view! {
                <div class="capture" data-testid="capture">
                    {capture_content(rules.order, &item)}
                </div>
            }
        })
    };
    view! {
        <tr
            class="item-line"
            class:picked=move || state.selected_items.with(|chosen| chosen.contains(&id))
            data-testid="item"
            tabindex="-1"
        >
            <td class="pick">{pick}</td>
            <td class="picture">
                {move || view! { <Thumbnail url=url.clone() title=title.clone() photo=received.get() /> }}
            </td>
            <td class="goods">{goods}</td>
            <td class="price">{price} {bought}</td>
            <td class="item-sum">{sum}</td>
            <td class="item-track">{track} {number} {cell}</td>
            <td class="state">
                <ItemBadge status=status />
            </td>
            <td class="row-actions">{actions}</td>
            <td class="extra">{remarks} {below} {capture}</td>
        </tr>
    }
    .into_any()
}
