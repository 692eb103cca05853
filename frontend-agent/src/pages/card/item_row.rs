//! A row of the item table.

use super::{
    price_cell::price_cell,
    services::{self, state::ServicesState},
    state::CardState,
};
use crate::notes;
use frontend_ui::{
    features::{
        captures::{capture_content, has_capture},
        item_status::ItemBadge,
        items::{doubts_badge, item_picture, item_total},
        translation::{ShowsOriginal, shop_text, translated_text, translation_mark},
    },
    prelude::*,
};
use shared_types::{id::ItemId, items::Item, notes::NoteKind};

frontend_ui::texts! {
    enum RowTexts;
    FromPage: "Со страницы магазина", "From the shop's page", "商品页信息";
}

/// A value with its label, below the main value of a cell.
fn fact(label: LifecycleTexts, value: Option<String>) -> Option<AnyView> {
    let value = value.filter(|value| !value.is_empty())?;
    Some(any_view! {
        <small class="fact">
            <span class="muted">{t(label)}</span>
            " "
            <bdi>{value}</bdi>
        </small>
    })
}

/// The checkbox of an item.
fn select_box(id: ItemId, item: Live<Item>, state: CardState) -> AnyView {
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
    any_view! {
        <input
            type="checkbox"
            data-testid="select-item"
            aria-label=move || item.with(|item| item.title.clone())
            prop:checked=move || state.selected_items.with(|chosen| chosen.contains(&id))
            on:change=toggle
        />
    }
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
    // A cut title is whole in the tooltip.
    let tooltip = match &texts.title {
        Some(translation) => format!("{translation}\n{}", item.title),
        None => item.title.clone(),
    };
    let variant = item.variant.clone().map(
        |variant| view! { <span class="variant">{translated_text(variant, texts.variant, shows_original)}</span> },
    );
    any_view! {
        <a href=item.url.clone() target="_blank" rel="noreferrer" title=tooltip>
            {translated_text(item.title.clone(), texts.title, shows_original)}
        </a>
        <span class="goods-more">{variant}{original}{mark}</span>
        {doubts_badge(item)}
    }
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
    any_view! {
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
}

/// The buttons of a row. A pointer sees them when it is over the row.
fn actions(item: &Item, is_open: RwSignal<bool>, state: CardState) -> AnyView {
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
        .parts()
        .services
        .zip(state.status.get())
        .map(|(services_state, status)| services::service_buttons(item, status, services_state));
    let id = item.id;
    let edit = CardState::may_edit().then(|| {
        view! {
            <button
                type="button"
                class="icon"
                data-shortcut="edit"
                data-testid="edit-item"
                aria-label=t(Text::Edit)
                title=t(Text::Edit)
                on:click=move |_| state.parts().edited_item.set(Some(id))
            >
                {Icon::Pencil.view()}
            </button>
        }
    });
    any_view! {
        {details}
        {services}
        {edit}
        {note}
    }
}

/// The cells after the price.
fn values(item: &Item) -> AnyView {
    let number = item.marketplace_order_number.clone().map(|number| {
        view! {
            <small class="fact muted" title=t(LifecycleTexts::MarketplaceOrder)>
                "№ "
                {number}
            </small>
        }
    });
    let cell = fact(LifecycleTexts::Cell, item.cell.clone());
    any_view! {
        <td class="item-sum">{item_total(item)}</td>
        <td class="item-track">{item.domestic_track.clone()} {number} {cell}</td>
        <td class="state">
            <ItemBadge status=item.status />
        </td>
    }
}

/// A row, which is built once.
pub(super) fn item_row(item: Live<Item>, state: CardState) -> AnyView {
    let id = item.read(|item| item.id).unwrap_or(ItemId(0));
    let (shows_original, is_open) = (ShowsOriginal::new(false), RwSignal::new(false));
    let photo = state.parts().services.map(ServicesState::result_photo);
    let below = state
        .parts()
        .services
        .map(|services_state| services::item_services(id, services_state));
    let pick = CardState::may_edit().then(|| select_box(id, item, state));
    let capture = move || {
        is_open.get().then(|| {
            view! {
                <div class="capture" data-testid="capture">
                    {capture_content(state.id(), item)}
                </div>
            }
        })
    };
    any_view! {
        <tr
            class="item-line"
            class:picked=move || state.selected_items.with(|chosen| chosen.contains(&id))
            data-testid="item"
            tabindex="-1"
        >
            <td class="pick">{pick}</td>
            <td class="picture">{item_picture(item, photo)}</td>
            <td class="goods">{item.view(move |item| goods(item, shows_original))}</td>
            {price_cell(item, state)}
            {item.view(values)}
            <td class="row-actions">{item.view(move |item| actions(item, is_open, state))}</td>
            <td class="extra">{item.view(move |item| remarks(item, shows_original))} {below} {capture}</td>
        </tr>
    }
}
