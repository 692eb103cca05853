//! The items of an order, grouped by shop.

use super::{
    captures,
    item_filter::{ItemFilter, no_items},
    item_sections::{Folding, LARGE_ORDER, shop_section},
    item_status::ItemBadge,
    pictures::picture_url,
    translation::{ShowsOriginal, exhausted_note, translated_text, translation_mark},
};
use crate::prelude::*;
use leptos::wasm_bindgen::JsCast;
use shared_types::{
    id::{ItemId, OrderId},
    items::{Item, ItemGroup, ItemStatus, LotPrice},
    media::PhotoAddresses,
    orders::Order,
    translation::ItemTranslation,
};

/// The title and the variant of an item, in the person's language as far as they are translated.
pub fn full_name(item: &Item) -> String {
    let translated = |text: fn(&ItemTranslation) -> Option<&String>| item.translation.as_ref().and_then(text).cloned();
    let title = translated(|texts| texts.title.as_ref()).unwrap_or_else(|| item.title.clone());
    let variant = translated(|texts| texts.variant.as_ref()).or_else(|| item.variant.clone());
    [Some(title), variant]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The photo of the received item, or the shop's picture, or the first character of the title.
#[component]
pub fn Thumbnail(
    /// The URL of the shop's picture.
    url: Option<String>,
    /// The item's title.
    title: String,
    /// The photo of the received item.
    #[prop(optional_no_strip)]
    photo: Option<PhotoAddresses>,
) -> impl IntoView {
    let initial = title.chars().next().unwrap_or('·').to_string();
    let is_received = photo.is_some();
    // The shop may have deleted the picture or block it on other sites; the initial is shown instead.
    let has_failed = RwSignal::new(false);
    let picture = photo
        .map(|photo| (photo.thumb, photo.view))
        .or_else(|| url.map(picture_url).map(|url| (url.clone(), url)));
    move || match picture.clone().filter(|_| !has_failed.get()) {
        Some((small, large)) => any_view! {
            <a class="thumb" data-came=is_received.then_some("") href=large target="_blank" rel="noreferrer">
                <img
                    src=small
                    alt=title.clone()
                    loading="lazy"
                    referrerpolicy="no-referrer"
                    on:error=move |_| has_failed.set(true)
                />
            </a>
        },
        None => any_view! {
            <span class="thumb none" aria-hidden="true">
                {initial.clone()}
            </span>
        },
    }
}

/// A small picture in the order list; hidden if it can't be loaded.
pub fn small_picture(url: String) -> AnyView {
    let url = picture_url(url);
    any_view! { <img src=url alt="" loading="lazy" referrerpolicy="no-referrer" on:error=|event| hide_target(&event) /> }
}

/// Hides the element that the event happened on. A list has a hundred pictures, so they have no signals.
fn hide_target(event: &web_sys::ErrorEvent) {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(element) = element {
        element.set_hidden(true);
    }
}

/// The agent's data of an item: prices, quantities, tracks and reasons.
fn agent_facts(item: &Item, shows_original: ShowsOriginal) -> AnyView {
    let fact = |label: LifecycleTexts, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| {
            view! {
                <span class="fact">
                    <small class="muted">{t(label)}</small>
                    " "
                    {value}
                </span>
            }
        })
    };
    let number = |value: Option<i32>| value.map(|value| value.to_string());
    let refunded = number(Some(item.refunded_quantity).filter(|pieces| *pieces > 0));
    let measures = item.weight_grams.map(format::weight);
    let translated_comment = item.translation.as_ref().and_then(|texts| texts.agent_comment.clone());
    let reason = item.refuse_reason.clone().or_else(|| item.problem_reason.clone());
    any_view! {
        <div class="item-facts">
            {fact(LifecycleTexts::ActualPrice, item.agent_bought.map(format::money))}
            {fact(LifecycleTexts::MarketplaceOrder, item.marketplace_order_number.clone())}
            {fact(LifecycleTexts::Track, item.domestic_track.clone())} {fact(LifecycleTexts::Cell, item.cell.clone())}
            {fact(LifecycleTexts::Counted, number(item.counted_quantity))}
            {fact(LifecycleTexts::RefundedPieces, refunded)} {fact(LifecycleTexts::WeightLabel, measures)}
            {item
                .agent_comment
                .clone()
                .map(|comment| {
                    view! {
                        <span class="comment">{translated_text(comment, translated_comment, shows_original)}</span>
                    }
                })}
            {reason
                .map(|reason| {
                    view! {
                        <span dir="auto" class="fault" data-testid="item-reason">
                            {reason}
                        </span>
                    }
                })}
        </div>
    }
}

/// A price with the quantity that it applies to.
fn price_and_pieces(price: Option<LotPrice>, pieces: i32) -> String {
    let price = price.map(format::lot_price).unwrap_or_default();
    format!("{price} × {pieces}")
}

/// The client's price and quantity, struck through, if the agent has changed them.
pub fn replaced_price(item: &Item) -> Option<AnyView> {
    let clients = item.price.map(|price| LotPrice {
        price,
        per: item.price_per,
    });
    let wanted = price_and_pieces(clients, item.quantity);
    (wanted != price_and_pieces(item.lot_price(), item.pieces())).then(|| {
        view! {
            <small class="muted">
                <s>{wanted}</s>
            </small>
        }
        .into_any()
    })
}

/// Whether the item is a gift, and whether fewer pieces than the shop sells are wanted.
pub fn price_marks(item: &Item) -> AnyView {
    let is_gift = item.lot_price().is_some_and(|lot| lot.price.minor == 0);
    let below_minimum = item.min_quantity.filter(|least| item.pieces() < *least).map(|least| {
        view! {
            <small class="fault" data-testid="below-minimum">
                {t(LifecycleTexts::MinQuantity)}
                ": "
                {least}
                ", "
                {t(LifecycleTexts::BelowMinimum)}
            </small>
        }
    });
    any_view! {
        {is_gift
            .then(|| {
                view! {
                    <small class="muted" data-testid="gift">
                        {t(LifecycleTexts::Gift)}
                    </small>
                }
            })}
        {below_minimum}
    }
}

/// The price and quantity that apply. If the agent has changed them, the client's stand before them.
pub fn unit_price(item: &Item) -> AnyView {
    view! {
        {replaced_price(item)}
        <span data-testid="item-price">{price_and_pieces(item.lot_price(), item.pieces())}</span>
        {price_marks(item)}
    }
    .into_any()
}

/// The item's part of the order's total, struck through if the item is not bought any more.
pub fn item_total(item: &Item) -> AnyView {
    let total = item.total.map(format::money);
    if item.status.is_live() {
        any_view! { <strong data-testid="item-total">{total}</strong> }
    } else {
        any_view! {
            <s class="muted" data-testid="item-total">
                {total}
            </s>
        }
    }
}

/// Looks up the photo of a received item.
pub type ReceivedPhoto = Callback<ItemId, Option<PhotoAddresses>>;

/// The picture of an item, which is its photo once the warehouse has uploaded one.
pub fn item_picture(item: Live<Item>, photo: Option<ReceivedPhoto>) -> AnyView {
    let picture = move |item: &Item| {
        let photo = photo.and_then(|photo| photo.run(item.id));
        (item.image_url.clone(), item.title.clone(), photo)
    };
    item.part(picture, |(url, title, photo)| {
        view! { <Thumbnail url=url.clone() title=title.clone() photo=photo.clone() /> }
    })
}

/// Asks to check a price that the shop's page does not prove.
pub fn doubts_badge(item: &Item) -> Option<AnyView> {
    captures::uncertain_badge(item).or_else(|| {
        item.price_uncertain
            .then(|| any_view! { <span class="badge warn">{t(Text::CheckPrice)}</span> })
    })
}

fn row_texts(item: &Item, shows_original: ShowsOriginal) -> AnyView {
    let translation = item.translation.clone().unwrap_or_default();
    let variant = item.variant.clone().map(|variant| {
        view! { <span class="muted">{translated_text(variant, translation.variant, shows_original)}</span> }
    });
    let comment = (!item.comment.is_empty()).then(|| {
        let comment = translated_text(item.comment.clone(), translation.comment, shows_original);
        view! { <span class="comment">{comment}</span> }
    });
    any_view! {
        <a href=item.url.clone() target="_blank" rel="noreferrer" title=t(Text::OpenInShop)>
            {translated_text(item.title.clone(), translation.title, shows_original)}
        </a>
        {variant}
        {comment}
        {item.translation.is_some().then(|| translation_mark(shows_original))}
        {doubts_badge(item)}
        {agent_facts(item, shows_original)}
    }
}

/// An item. `actions` is rendered after it, `below` beneath it.
fn item_row(
    order: OrderId,
    item: Live<Item>,
    photo: Option<ReceivedPhoto>,
    actions: AnyView,
    below: Option<AnyView>,
) -> AnyView {
    let shows_original = ShowsOriginal::new(false);
    let money = |item: &Item| {
        let badge = (item.status != ItemStatus::New).then(|| view! { <ItemBadge status=item.status /> });
        (badge, unit_price(item), item_total(item))
    };
    any_view! {
        <li class="item-row" data-testid="item">
            {item_picture(item, photo)}
            <div class="row-text">
                {item.view(move |item| row_texts(item, shows_original))} {captures::capture_details(order, item)}
            </div>
            <div class="money">{item.view(money)}</div>
            {actions}
            {below.map(|below| view! { <div class="item-details">{below}</div> })}
        </li>
    }
}

/// The items of an order, grouped by shop. The shops of a large order fold.
#[component]
pub fn ItemGroups(
    order: Live<Order>,
    /// Renders the actions of an item.
    actions: impl Fn(Live<Item>) -> AnyView + Clone + Send + Sync + 'static,
    /// Renders the content beneath an item, such as its services.
    #[prop(optional)]
    below: Option<Callback<Live<Item>, AnyView>>,
    /// Returns the photo of a received item.
    #[prop(optional_no_strip)]
    photo: Option<ReceivedPhoto>,
    /// Leaves items out.
    #[prop(default = ItemFilter::new())]
    filter: ItemFilter,
) -> impl IntoView {
    let id = order.read(|order| order.summary.id).unwrap_or(OrderId(0));
    let row = move |item: Live<Item>| item_row(id, item, photo, actions(item), below.map(|below| below.run(item)));
    let sections = move |is_large: &bool| {
        let (is_large, row) = (*is_large, row.clone());
        let items = filter.items(order);
        let section = move |shop: Live<ItemGroup>| {
            let id = shop.read(|shop| shop.id);
            let own = items.filtered(move |item, _| Some(item.group_id) == id);
            let folding = is_large.then(|| Folding::new(shop, order, filter));
            shop_section(shop, own, row.clone(), folding)
        };
        let nothing_found = move || (filter.is_active() && items.count() == 0).then(|| no_items(filter));
        view! {
            {filter.shops(order, items).build(section)}
            {nothing_found}
        }
    };
    any_view! {
        {order.part(|order| order.translation_exhausted, |exhausted| exhausted.then(exhausted_note))}
        {order.part(|order| order.items.len() > LARGE_ORDER, sections)}
    }
}

/// Formats the total of an order, followed by its totals in other currencies.
pub fn totals_text(order: &Order) -> String {
    let own = order.summary.total.map(format::money).unwrap_or_default();
    let others: Vec<String> = order.other_totals.iter().map(|total| format::money(*total)).collect();
    if others.is_empty() {
        own
    } else {
        format!("{own} {} {}", t(Text::AndOtherCurrencies), others.join(", "))
    }
}
