//! The shops of an order, with their items. In a large order they fold, and draw their items in batches.

use crate::{
    data::Rows,
    features::{item_filter::ItemFilter, order_status::item_count, translation::shop_text},
    prelude::*,
};
use shared_types::{
    items::{Item, ItemGroup},
    orders::Order,
};

/// Items that a folding shop draws at first, and with each click on "Show more".
const BATCH: usize = 30;

/// Orders with more items open with all shops but the first one folded.
pub const LARGE_ORDER: usize = 50;

/// Whether the items of a shop are shown.
#[derive(Clone, Copy)]
pub struct Folding {
    is_open: Memo<bool>,
    filter: ItemFilter,
    /// Whether the person has folded or unfolded the shop.
    choice: RwSignal<Option<bool>>,
    /// Whether the items that the filter finds are shown.
    found: RwSignal<bool>,
}

impl Folding {
    /// The state of a shop. A filter opens all of them, so that the matches are visible.
    pub fn new(shop: Live<ItemGroup>, order: Live<Order>, filter: ItemFilter) -> Self {
        let (choice, found) = (RwSignal::new(None), RwSignal::new(true));
        let id = shop.read(|shop| shop.id);
        let opens = order
            .slice(move |order| order.items.len() <= LARGE_ORDER || order.groups.first().map(|first| first.id) == id);
        Effect::new(move |_| {
            if !filter.is_active() {
                found.set(true);
            }
        });
        let is_open = Memo::new(move |_| {
            if filter.is_active() {
                return found.get();
            }
            choice.get().or_else(|| opens.get()).unwrap_or_default()
        });
        Self {
            is_open,
            filter,
            choice,
            found,
        }
    }

    fn toggle(self) {
        let is_open = !self.is_open.get_untracked();
        if untrack(|| self.filter.is_active()) {
            self.found.set(is_open);
        } else {
            self.choice.set(Some(is_open));
        }
    }

    /// Shows the content while the shop is open.
    pub fn content(self, content: impl Fn() -> AnyView + Send + 'static) -> AnyView {
        (move || self.is_open.get().then(|| untrack(&content))).into_any()
    }

    /// The name of the shop and the number of its items, as the button that folds it.
    pub fn button(self, shop: Live<ItemGroup>, items: Rows<Item>) -> AnyView {
        any_view! {
            <button
                type="button"
                class="fold-shop"
                data-testid="fold-shop"
                aria-expanded=move || self.is_open.get().to_string()
                on:click=move |_| self.toggle()
            >
                {Icon::ChevronDown.view()}
                {shop_title(shop)}
                <small class="muted">{move || item_count(i32::try_from(items.count()).unwrap_or(i32::MAX))}</small>
            </button>
        }
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

/// The name of a shop, and its marketplace.
fn shop_title(shop: Live<ItemGroup>) -> AnyView {
    let title = |(name, marketplace): &(String, Option<String>)| {
        let marketplace = marketplace.clone();
        view! {
            {shop_text(name.clone())}
            {marketplace.map(|marketplace| view! { <small class="muted">{marketplace}</small> })}
        }
    };
    shop.part(|shop| (shop_name(shop), shop.marketplace.clone()), title)
}

/// A shop with its items. In a large order it folds, and while it is folded, none of its items is drawn.
pub(super) fn shop_section(
    shop: Live<ItemGroup>,
    items: Rows<Item>,
    row: impl Fn(Live<Item>) -> AnyView + Clone + Send + Sync + 'static,
    folding: Option<Folding>,
) -> AnyView {
    let domestic = |domestic: &Option<Money>| {
        let domestic = (*domestic)?;
        Some(view! { <small class="muted">{t(LifecycleTexts::DomesticShipping)}" "{format::money(domestic)}</small> })
    };
    let domestic = shop.part(|shop| shop.domestic, domestic);
    let (title, rows) = match folding {
        None => (shop_title(shop), any_view! { <ul>{items.build(row)}</ul> }),
        Some(folding) => {
            let shown = RwSignal::new(BATCH);
            let rows = move || {
                let rows = items.first(shown.into()).build(row.clone());
                any_view! {
                    <ul>{rows}</ul>
                    {more_button(items, shown)}
                }
            };
            (folding.button(shop, items), folding.content(rows))
        }
    };
    any_view! {
        <section class="shop">
            <h2>{title} <span class="spacer"></span> {domestic}</h2>
            {rows}
        </section>
    }
}

/// The button that shows more items of a shop.
fn more_button(items: Rows<Item>, shown: RwSignal<usize>) -> AnyView {
    let button = move || {
        let hidden = items.count().saturating_sub(shown.get());
        (hidden > 0).then(|| {
            view! {
                <button
                    class="button more-items"
                    data-testid="more-items"
                    on:click=move |_| shown.update(|shown| *shown += BATCH)
                >
                    {t(Text::ShowMore)}
                    " · "
                    {hidden}
                </button>
            }
        })
    };
    button.into_any()
}
