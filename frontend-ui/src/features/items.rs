//! The lines of an order, by shop.

use super::lines::ItemBadge;
use crate::{
    format,
    i18n::{Life, Text, t},
};
use leptos::prelude::*;
use shared_types::{
    id::ItemId,
    items::{Item, ItemGroup, ItemStatus},
    media::PhotoAddresses,
    orders::Order,
};

/// Lines made at first, and with each press for more: the browser lays out only those in its window, but an import may bring
/// thousands.
const SHOWN: usize = 1000;

/// The photo of what came, else the shop's picture, else the first character of the title.
#[component]
pub fn Thumbnail(
    /// The address of the shop's picture.
    url: Option<String>,
    /// The product's title.
    title: String,
    /// The photo of what came.
    #[prop(optional_no_strip)]
    photo: Option<PhotoAddresses>,
) -> impl IntoView {
    let initial = title.chars().next().unwrap_or('·').to_string();
    let came = photo.is_some();
    // A picture that its shop took away, or does not show to others, leaves the place to the character.
    let lost = RwSignal::new(false);
    let picture = photo
        .map(|photo| (photo.thumb, photo.view))
        .or_else(|| url.map(at_hand).map(|url| (url.clone(), url)));
    move || {
        match picture.clone().filter(|_| !lost.get()) {
        Some((small, large)) => view! {
            <a class="thumb" data-came=came.then_some("") href=large target="_blank" rel="noreferrer">
                <img src=small alt=title.clone() loading="lazy" referrerpolicy="no-referrer" on:error=move |_| lost.set(true)/>
            </a>
        }
        .into_any(),
        None => view! { <span class="thumb none" aria-hidden="true">{initial.clone()}</span> }.into_any(),
    }
    }
}

/// A picture among others that tell what is in an order; nothing where its shop took it away.
pub fn small(url: String) -> AnyView {
    let is_gone = RwSignal::new(false);
    let url = at_hand(url);
    view! { <img src=url alt="" loading="lazy" referrerpolicy="no-referrer" hidden=move || is_gone.get() on:error=move |_| is_gone.set(true)/> }.into_any()
}

/// The demo's own pictures stand on every server, whatever address it had when the demo was loaded.
fn at_hand(url: String) -> String {
    match url.find("/assets/demo/").and_then(|at| url.get(at..)) {
        Some(path) => path.to_owned(),
        None => url,
    }
}

/// What the agent did with the line: its own numbers, tracks, reasons.
fn facts(item: &Item) -> AnyView {
    let fact = |label: Life, value: Option<String>| {
        value
            .filter(|value| !value.is_empty())
            .map(|value| view! { <span class="fact"><small class="muted">{t(label)}</small>" "{value}</span> })
    };
    let number = |value: Option<i32>| value.map(|value| value.to_string());
    let measures = item.weight_grams.map(format::weight);
    let reason = item.refuse_reason.clone().or_else(|| item.problem_reason.clone());
    view! {
        <div class="line-facts">
            {fact(Life::AgentPrice, item.agent_price.map(format::money))}
            {fact(Life::AgentQuantity, number(item.agent_quantity))}
            {fact(Life::ActualPrice, item.agent_bought.map(format::money))}
            {fact(Life::MarketplaceOrder, item.marketplace_order_number.clone())}
            {fact(Life::Track, item.domestic_track.clone())}
            {fact(Life::Cell, item.cell.clone())}
            {fact(Life::Counted, number(item.counted_quantity))}
            {fact(Life::Weighs, measures)}
            {item.agent_comment.clone().map(|comment| view! { <span class="comment">{comment}</span> })}
            {reason.map(|reason| view! { <span class="fault" data-testid="line-reason">{reason}</span> })}
        </div>
    }
    .into_any()
}

/// A line between what stands at its start and at its end.
fn line(
    item: Item,
    lead: Option<AnyView>,
    photo: Option<Callback<ItemId, Option<PhotoAddresses>>>,
    actions: AnyView,
    below: Option<AnyView>,
) -> AnyView {
    let more = facts(&item);
    let badge = (item.status != ItemStatus::New).then(|| view! { <ItemBadge status=item.status/> });
    let (id, url, title) = (item.id, item.image_url, item.title.clone());
    // Photos come after the lines, and whenever the warehouse takes another one.
    let came = Memo::new(move |_| photo.and_then(|photo| photo.run(id)));
    let class = if lead.is_some() { "line with-lead" } else { "line" };
    view! {
        <li class=class data-testid="item">
            {lead}
            {move || view! { <Thumbnail url=url.clone() title=title.clone() photo=came.get()/> }}
            <div class="what">
                <a href=item.url target="_blank" rel="noreferrer" title=t(Text::OpenInShop) lang="zh">{item.title}</a>
                {item.variant.map(|variant| view! { <span class="muted" lang="zh">{variant}</span> })}
                {(!item.comment.is_empty()).then_some(view! { <span class="comment">{item.comment}</span> })}
                {item.price_uncertain.then(|| view! { <span class="badge warn">{t(Text::CheckPrice)}</span> })}
                {more}
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

/// The lines of an order, grouped by shop.
#[component]
pub fn ItemGroups(
    /// The order.
    order: Order,
    /// What a person can do with a line.
    actions: impl Fn(&Item) -> AnyView + Clone + Send + 'static,
    /// What stands before a line: a box to choose it.
    #[prop(optional)]
    lead: Option<Callback<Item, AnyView>>,
    /// What stands beside a shop's name.
    #[prop(optional)]
    beside: Option<Callback<ItemGroup, AnyView>>,
    /// What stands beneath a line: its services.
    #[prop(optional, into)]
    below: Option<Callback<Item, AnyView>>,
    /// The photo of what came of a line.
    #[prop(optional_no_strip)]
    photo: Option<Callback<ItemId, Option<PhotoAddresses>>>,
) -> impl IntoView {
    let Order { groups, items, .. } = order;
    let shown = RwSignal::new(SHOWN);
    move || {
        let visible = &items[..shown.get().min(items.len())];
        let sections: Vec<_> = groups
            .iter()
            .map(|group| {
                let lines: Vec<_> = visible
                    .iter()
                    .filter(|item| item.group_id == group.id)
                    .map(|item| {
                        let lead = lead.map(|lead| lead.run(item.clone()));
                        let below = below.map(|below| below.run(item.clone()));
                        line(item.clone(), lead, photo, actions(item), below)
                    })
                    .collect();
                section(group, lines, beside)
            })
            .collect();
        let more = (visible.len() < items.len()).then(|| {
            view! { <button class="button" data-testid="more-lines" on:click=move |_| shown.update(|shown| *shown += SHOWN)>{t(Text::ShowMore)}</button> }
        });
        view! { {sections}{more} }.into_any()
    }
}

/// A shop with its lines; nothing where none of them is shown yet.
fn section(group: &ItemGroup, lines: Vec<AnyView>, beside: Option<Callback<ItemGroup, AnyView>>) -> Option<AnyView> {
    if lines.is_empty() {
        return None;
    }
    let place = group.marketplace.clone();
    let name = if group.shop_name.is_empty() {
        place.clone().unwrap_or_else(|| "—".to_owned())
    } else {
        group.shop_name.clone()
    };
    let tail = match beside {
        Some(beside) => Some(beside.run(group.clone())),
        None => group.domestic.map(|domestic| {
            view! { <small class="muted">{t(Life::Domestic)}" "{format::money(domestic)}</small> }.into_any()
        }),
    };
    Some(
        view! {
            <section class="shop">
                <h3>
                    <span lang="zh">{name}</span>{place.map(|place| view! { <small class="muted">{place}</small> })}
                    <span class="spacer"></span>{tail}
                </h3>
                <ul>{lines}</ul>
            </section>
        }
        .into_any(),
    )
}

/// The sums of an order.
pub fn totals(order: &Order) -> String {
    let own = order.summary.total.map(format::money).unwrap_or_default();
    let others: Vec<String> = order.other_totals.iter().map(|total| format::money(*total)).collect();
    if others.is_empty() {
        own
    } else {
        format!("{own} {} {}", t(Text::InOtherCurrencies), others.join(", "))
    }
}
