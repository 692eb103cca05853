//! The shops of an order, with their items. In a large order they fold, and draw their items in batches.

use crate::{
    components::Icon,
    features::{
        item_switches::{ShopSwitches, shop_switches},
        order_status::item_count,
        translation::shop_text,
    },
    format,
    i18n::{LifecycleTexts, Text, t},
};
use leptos::prelude::*;
use shared_types::{
    items::{Item, ItemGroup},
    money::Money,
};

/// Items that a folding shop draws at first, and with each click on "Show more".
const BATCH: usize = 30;

/// Which shops are open at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// All of them: the order is small, or its items are filtered.
    AllOpen,
    /// Only the first one.
    FirstOpen,
}

/// Orders with more items open with all shops but the first one folded.
pub const LARGE_ORDER: usize = 50;

impl Folding {
    /// Which shops of an order are open at first. A filter opens all of them, so that the matches are visible.
    #[must_use]
    pub const fn of_order(items: usize, is_filtered: bool) -> Self {
        if items > LARGE_ORDER && !is_filtered {
            Self::FirstOpen
        } else {
            Self::AllOpen
        }
    }

    /// Whether the shop at this place is open at first.
    #[must_use]
    pub const fn opens(self, index: usize) -> bool {
        matches!(self, Self::AllOpen) || index == 0
    }
}

crate::texts! {
    /// A text about a shop.
    enum ShopTexts;
    Unknown: "Магазин не указан", "Shop not named", "未注明店铺";
}

/// The name of a shop, or else of its marketplace.
pub fn shop_name(group: &ItemGroup) -> String {
    if group.shop_name.is_empty() {
        group
            .marketplace
            .clone()
            .unwrap_or_else(|| t(ShopTexts::Unknown).to_owned())
    } else {
        group.shop_name.clone()
    }
}

/// The cost of a shop's items that are still bought; `None` if prices are hidden or the currencies differ.
pub fn shop_total(items: &[Item]) -> Option<Money> {
    let mut total: Option<Money> = None;
    for item in items.iter().filter(|item| item.status.is_live()) {
        let own = item.total?;
        total = Some(match total {
            None => own,
            Some(sum) if sum.currency == own.currency => Money::new(sum.minor.checked_add(own.minor)?, sum.currency),
            Some(_) => return None,
        });
    }
    total
}

/// A shop with its items.
pub(super) fn shop_section(group: &ItemGroup, rows: AnyView, beside: Option<Callback<ItemGroup, AnyView>>) -> AnyView {
    let marketplace = group.marketplace.clone();
    let name = shop_name(group);
    let tail = section_tail(group, beside);
    view! {
        <section class="shop">
            <h2>
                {shop_text(name)} {marketplace.map(|marketplace| view! { <small class="muted">{marketplace}</small> })}
                <span class="spacer"></span> {tail}
            </h2>
            <ul>{rows}</ul>
        </section>
    }
    .into_any()
}

/// Content next to the name of a shop.
fn section_tail(group: &ItemGroup, beside: Option<Callback<ItemGroup, AnyView>>) -> Option<AnyView> {
    match beside {
        Some(beside) => Some(beside.run(group.clone())),
        None => group.domestic.map(|domestic| {
            view! { <small class="muted">{t(LifecycleTexts::DomesticShipping)}" "{format::money(domestic)}</small> }
                .into_any()
        }),
    }
}

/// A shop that folds. While it is folded, none of its items is drawn.
pub(super) fn folding_section(
    group: ItemGroup,
    items: Vec<Item>,
    row: impl Fn(Item) -> AnyView + Clone + Send + 'static,
    beside: Option<Callback<ItemGroup, AnyView>>,
    folding: Folding,
    index: usize,
) -> AnyView {
    // Items that a filter finds are visible, even if they were folded before.
    let switches = match folding {
        Folding::FirstOpen => shop_switches(group.id),
        Folding::AllOpen => ShopSwitches::default(),
    };
    let (choice, batches) = (RwSignal::from(switches.is_open), RwSignal::from(switches.batches));
    let is_open = Memo::new(move |_| choice.get().unwrap_or_else(|| folding.opens(index)));
    let (count, items) = (items.len(), StoredValue::new(items));
    let shown = move || BATCH * (1 + batches.get());
    let visible = move || {
        let shown = shown();
        items.with_value(|items| items.iter().take(shown).cloned().collect::<Vec<_>>())
    };
    let more = move || {
        let hidden = count.saturating_sub(shown());
        (hidden > 0).then(|| {
            view! {
                <button
                    class="button more-items"
                    data-testid="more-items"
                    on:click=move |_| batches.update(|batches| *batches += 1)
                >
                    {t(Text::ShowMore)}
                    " · "
                    {hidden}
                </button>
            }
        })
    };
    let content = move || {
        is_open.get().then(|| {
            let row = row.clone();
            view! {
                <ul>
                    <For each=visible key=|item| item.id children=row />
                </ul>
                {more}
            }
        })
    };
    let tail = section_tail(&group, beside);
    let marketplace = group.marketplace.clone();
    view! {
        <section class="shop">
            <h2>
                <button
                    type="button"
                    class="fold-shop"
                    data-testid="fold-shop"
                    aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| choice.set(Some(!is_open.get_untracked()))
                >
                    {Icon::ChevronDown.view()}
                    {shop_text(shop_name(&group))}
                    {marketplace.map(|marketplace| view! { <small class="muted">{marketplace}</small> })}
                    <small class="muted">{item_count(i32::try_from(count).unwrap_or(i32::MAX))}</small>
                </button>
                <span class="spacer"></span>
                {tail}
            </h2>
            {content}
        </section>
    }
    .into_any()
}
