//! The lines of an order, by shop.

use crate::{
    format,
    i18n::{Text, t},
};
use leptos::prelude::*;
use shared_types::{
    items::{Item, ItemGroup},
    orders::Order,
};

/// Lines shown at first, and with each press for more: an import may bring thousands.
const SHOWN: usize = 300;

/// A product's picture, or its first character where there is none.
#[component]
pub fn Thumbnail(
    /// The picture's address.
    url: Option<String>,
    /// The product's title.
    title: String,
) -> impl IntoView {
    let initial = title.chars().next().unwrap_or('·').to_string();
    match url {
        Some(url) => {
            let address = url.clone();
            view! {
            <a class="thumb" href=address target="_blank" rel="noreferrer"><img src=url alt=title loading="lazy" referrerpolicy="no-referrer"/></a>
        }
            .into_any()
        }
        None => view! { <span class="thumb none" aria-hidden="true">{initial}</span> }.into_any(),
    }
}

/// A line; `actions` stands at its end.
fn line(item: Item, actions: AnyView) -> AnyView {
    view! {
        <li class="line" data-testid="item">
            <Thumbnail url=item.image_url title=item.title.clone()/>
            <div class="what">
                <a href=item.url target="_blank" rel="noreferrer" title=t(Text::OpenInShop) lang="zh">{item.title}</a>
                {item.variant.map(|variant| view! { <span class="muted" lang="zh">{variant}</span> })}
                {(!item.comment.is_empty()).then_some(view! { <span class="comment">{item.comment}</span> })}
                {item.price_uncertain.then(|| view! { <span class="badge warn">{t(Text::CheckPrice)}</span> })}
            </div>
            <div class="money">
                <span>{item.price.map(format::money)}" × "{item.quantity}</span>
                <strong>{item.total.map(format::money)}</strong>
            </div>
            {actions}
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
                    .map(|item| line(item.clone(), actions(item)))
                    .collect();
                section(group, lines)
            })
            .collect();
        let more = (visible.len() < items.len()).then(|| {
            view! { <button class="button" data-testid="more-lines" on:click=move |_| shown.update(|shown| *shown += SHOWN)>{t(Text::ShowMore)}</button> }
        });
        view! { {sections}{more} }.into_any()
    }
}

/// A shop with its lines; nothing where none of them is shown yet.
fn section(group: &ItemGroup, lines: Vec<AnyView>) -> Option<AnyView> {
    if lines.is_empty() {
        return None;
    }
    let place = group.marketplace.clone();
    let name = if group.shop_name.is_empty() {
        place.clone().unwrap_or_else(|| "—".to_owned())
    } else {
        group.shop_name.clone()
    };
    Some(
        view! {
            <section class="shop">
                <h3><span lang="zh">{name}</span>{place.map(|place| view! { <small class="muted">{place}</small> })}</h3>
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
