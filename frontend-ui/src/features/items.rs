//! The items of an order, grouped by shop.

use crate::features::{captures, item_status::ItemBadge};
use crate::{
    format,
    i18n::{LifecycleTexts, Text, t},
};
use leptos::prelude::*;
use shared_types::{
    id::{ItemId, OrderId},
    items::{Item, ItemGroup, ItemStatus},
    media::PhotoAddresses,
    orders::{Order, OrderSummary},
};

/// Number of items rendered at first, and with each click on "Show more". The browser lays out visible items only, but an
/// import may bring thousands.
const ITEMS_PER_BATCH: usize = 1000;

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
        .or_else(|| url.map(relative_demo_url).map(|url| (url.clone(), url)));
    move || {
        match picture.clone().filter(|_| !has_failed.get()) {
        Some((small, large)) => view! {
            <a class="thumb" data-came=is_received.then_some("") href=large target="_blank" rel="noreferrer">
                <img src=small alt=title.clone() loading="lazy" referrerpolicy="no-referrer" on:error=move |_| has_failed.set(true)/>
            </a>
        }
        .into_any(),
        None => view! { <span class="thumb none" aria-hidden="true">{initial.clone()}</span> }.into_any(),
    }
    }
}

/// A small picture in the order list; hidden if it can't be loaded.
pub fn small_picture(url: String) -> AnyView {
    let has_failed = RwSignal::new(false);
    let url = relative_demo_url(url);
    view! { <img src=url alt="" loading="lazy" referrerpolicy="no-referrer" hidden=move || has_failed.get() on:error=move |_| has_failed.set(true)/> }.into_any()
}

/// Makes the URLs of demo pictures relative: every server has them, but the demo may have been loaded under another host.
fn relative_demo_url(url: String) -> String {
    match url.find("/assets/demo/").and_then(|at| url.get(at..)) {
        Some(path) => path.to_owned(),
        None => url,
    }
}

/// The agent's data of an item: prices, quantities, tracks and reasons.
fn agent_facts(item: &Item) -> AnyView {
    let fact = |label: LifecycleTexts, value: Option<String>| {
        value
            .filter(|value| !value.is_empty())
            .map(|value| view! { <span class="fact"><small class="muted">{t(label)}</small>" "{value}</span> })
    };
    let number = |value: Option<i32>| value.map(|value| value.to_string());
    let measures = item.weight_grams.map(format::weight);
    let reason = item.refuse_reason.clone().or_else(|| item.problem_reason.clone());
    view! {
        <div class="line-facts">
            {fact(LifecycleTexts::AgentPrice, item.agent_price.map(format::money))}
            {fact(LifecycleTexts::AgentQuantity, number(item.agent_quantity))}
            {fact(LifecycleTexts::ActualPrice, item.agent_bought.map(format::money))}
            {fact(LifecycleTexts::MarketplaceOrder, item.marketplace_order_number.clone())}
            {fact(LifecycleTexts::Track, item.domestic_track.clone())}
            {fact(LifecycleTexts::Cell, item.cell.clone())}
            {fact(LifecycleTexts::Counted, number(item.counted_quantity))}
            {fact(LifecycleTexts::WeightLabel, measures)}
            {item.agent_comment.clone().map(|comment| view! { <span class="comment">{comment}</span> })}
            {reason.map(|reason| view! { <span class="fault" data-testid="line-reason">{reason}</span> })}
        </div>
    }
    .into_any()
}

/// An item. `lead` is rendered before it, `actions` after it, `below` beneath it.
fn item_row(
    order: OrderId,
    item: Item,
    lead: Option<AnyView>,
    photo: Option<Callback<ItemId, Option<PhotoAddresses>>>,
    actions: AnyView,
    below: Option<AnyView>,
) -> AnyView {
    let more = agent_facts(&item);
    let capture = captures::capture_details(order, &item);
    let doubts = captures::uncertain_badge(&item).or_else(|| {
        item.price_uncertain
            .then(|| view! { <span class="badge warn">{t(Text::CheckPrice)}</span> }.into_any())
    });
    let badge = (item.status != ItemStatus::New).then(|| view! { <ItemBadge status=item.status/> });
    let (id, url, title) = (item.id, item.image_url, item.title.clone());
    // Photos are loaded after the items, and change when the warehouse uploads another one.
    let received = Memo::new(move |_| photo.and_then(|photo| photo.run(id)));
    let class = if lead.is_some() { "line with-lead" } else { "line" };
    view! {
        <li class=class data-testid="item">
            {lead}
            {move || view! { <Thumbnail url=url.clone() title=title.clone() photo=received.get()/> }}
            <div class="what">
                <a href=item.url target="_blank" rel="noreferrer" title=t(Text::OpenInShop) lang="zh">{item.title}</a>
                {item.variant.map(|variant| view! { <span class="muted" lang="zh">{variant}</span> })}
                {(!item.comment.is_empty()).then_some(view! { <span class="comment">{item.comment}</span> })}
                {doubts}
                {more}
                {capture}
            </div>
            <div class="money">
                {badge}
                <span>{item.price.map(format::money)}" × "{item.quantity}</span>
                <strong>{item.total.map(format::money)}</strong>
            </div>
            {actions}
            {below.map(|below| view! { <div class="line-more">{below}</div> })}
        </li>
    }
    .into_any()
}

/// The items of an order, grouped by shop.
#[component]
pub fn ItemGroups(
    /// The order.
    order: Order,
    /// Renders the actions of an item.
    actions: impl Fn(&Item) -> AnyView + Clone + Send + 'static,
    /// Renders the content before an item, such as its checkbox.
    #[prop(optional)]
    lead: Option<Callback<Item, AnyView>>,
    /// Renders the content beside the name of a shop.
    #[prop(optional)]
    beside: Option<Callback<ItemGroup, AnyView>>,
    /// Renders the content beneath an item, such as its services.
    #[prop(optional, into)]
    below: Option<Callback<Item, AnyView>>,
    /// Returns the photo of a received item.
    #[prop(optional_no_strip)]
    photo: Option<Callback<ItemId, Option<PhotoAddresses>>>,
) -> impl IntoView {
    let Order {
        groups,
        items,
        summary: OrderSummary { id: order_id, .. },
        ..
    } = order;
    let shown = RwSignal::new(ITEMS_PER_BATCH);
    move || {
        let visible = &items[..shown.get().min(items.len())];
        let sections: Vec<_> = groups
            .iter()
            .map(|group| {
                let rows: Vec<_> = visible
                    .iter()
                    .filter(|item| item.group_id == group.id)
                    .map(|item| {
                        let lead = lead.map(|lead| lead.run(item.clone()));
                        let below = below.map(|below| below.run(item.clone()));
                        item_row(order_id, item.clone(), lead, photo, actions(item), below)
                    })
                    .collect();
                shop_section(group, rows, beside)
            })
            .collect();
        let more = (visible.len() < items.len()).then(|| {
            view! { <button class="button" data-testid="more-lines" on:click=move |_| shown.update(|shown| *shown += ITEMS_PER_BATCH)>{t(Text::ShowMore)}</button> }
        });
        view! { {sections}{more} }.into_any()
    }
}

/// A shop with its items; `None` while none of them is rendered.
fn shop_section(
    group: &ItemGroup,
    rows: Vec<AnyView>,
    beside: Option<Callback<ItemGroup, AnyView>>,
) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let marketplace = group.marketplace.clone();
    let name = if group.shop_name.is_empty() {
        marketplace.clone().unwrap_or_else(|| "—".to_owned())
    } else {
        group.shop_name.clone()
    };
    let tail = match beside {
        Some(beside) => Some(beside.run(group.clone())),
        None => group.domestic.map(|domestic| {
            view! { <small class="muted">{t(LifecycleTexts::DomesticShipping)}" "{format::money(domestic)}</small> }
                .into_any()
        }),
    };
    Some(
        view! {
            <section class="shop">
                <h3>
                    <span lang="zh">{name}</span>{marketplace.map(|marketplace| view! { <small class="muted">{marketplace}</small> })}
                    <span class="spacer"></span>{tail}
                </h3>
                <ul>{rows}</ul>
            </section>
        }
        .into_any(),
    )
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
