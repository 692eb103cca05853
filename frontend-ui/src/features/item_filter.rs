//! Find and filter within an order.

use crate::{
    features::item_status::status_name,
    i18n::{Text, t},
};
use leptos::prelude::*;
use shared_types::{
    items::{Item, ItemStatus},
    orders::Order,
    search_text::fold,
};

crate::texts! {
    enum FilterTexts;
    Find:
        "Найти в заказе: товар, трек, комментарий",
        "Find in the order: item, track, comment",
        "在订单中查找：商品、运单号、备注";
    AllStatuses: "Все статусы", "All statuses", "全部状态";
    NothingFound: "Таких товаров в заказе нет", "No such items in the order", "订单中没有此类商品";
    ShowAll: "Показать все товары", "Show all items", "显示全部商品";
}

/// The filter of the items. It survives a reload of the order.
#[derive(Clone, Copy)]
pub struct ItemFilter {
    text: RwSignal<String>,
    status: RwSignal<Option<ItemStatus>>,
}

impl ItemFilter {
    /// Creates a filter that leaves nothing out.
    #[must_use]
    pub fn new() -> Self {
        Self {
            text: RwSignal::new(String::new()),
            status: RwSignal::new(None),
        }
    }

    /// Whether any item may be left out.
    pub fn is_active(self) -> bool {
        self.status.get().is_some() || self.text.with(|text| !text.trim().is_empty())
    }

    /// Shows all items again.
    pub fn clear(self) {
        self.text.set(String::new());
        self.status.set(None);
    }

    /// The order with the items that match, and the shops that have any.
    pub fn apply(self, order: &Order) -> Order {
        let mut filtered = order.clone();
        if !self.is_active() {
            return filtered;
        }
        let (words, status) = (fold(&self.text.get()), self.status.get());
        filtered
            .items
            .retain(|item| status.is_none_or(|status| item.status == status) && contains_words(item, &words));
        let items = &filtered.items;
        filtered
            .groups
            .retain(|group| items.iter().any(|item| item.group_id == group.id));
        filtered
    }
}

impl Default for ItemFilter {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether the texts of the item contain every word.
fn contains_words(item: &Item, words: &str) -> bool {
    let translated = item.translation.as_ref().and_then(|texts| texts.title.clone());
    let texts = [
        Some(item.title.clone()),
        translated,
        item.variant.clone(),
        item.domestic_track.clone(),
        item.marketplace_order_number.clone(),
        item.cell.clone(),
        Some(item.comment.clone()),
    ];
    let text = fold(&texts.into_iter().flatten().collect::<Vec<_>>().join(" "));
    words.split(' ').all(|word| text.contains(word))
}

/// The search field and the choice of a status.
pub fn item_filter_bar(filter: ItemFilter, items: &[Item]) -> AnyView {
    let present = |status: &ItemStatus| items.iter().any(|item| item.status == *status);
    let options = ItemStatus::ALL
        .iter()
        .copied()
        .filter(present)
        .map(|status| {
            view! {
                <option value=status.as_str() selected=move || filter.status.get() == Some(status)>
                    {status_name(status)}
                </option>
            }
        })
        .collect_view();
    view! {
        <div class="filters item-filter" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="find-item"
                placeholder=t(FilterTexts::Find)
                aria-label=t(FilterTexts::Find)
                prop:value=move || filter.text.get()
                on:input=move |event| filter.text.set(event_target_value(&event))
            />
            <select
                data-testid="filter-item-status"
                aria-label=t(Text::Status)
                on:change=move |event| {
                    let value = event_target_value(&event);
                    filter.status.set(ItemStatus::ALL.iter().copied().find(|status| status.as_str() == value));
                }
            >
                <option value="" selected=move || filter.status.get().is_none()>
                    {t(FilterTexts::AllStatuses)}
                </option>
                {options}
            </select>
        </div>
    }
    .into_any()
}

/// Shown if no item matches.
pub fn no_items(filter: ItemFilter) -> AnyView {
    view! {
        <div class="empty" data-testid="no-items">
            <p>{t(FilterTexts::NothingFound)}</p>
            <button type="button" class="button" on:click=move |_| filter.clear()>
                {t(FilterTexts::ShowAll)}
            </button>
        </div>
    }
    .into_any()
}
