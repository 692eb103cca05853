//! Find and filter within an order.

use crate::{data::Rows, features::item_status::status_name, prelude::*};
use shared_types::{
    items::{Item, ItemGroup, ItemStatus},
    orders::Order,
    search_text::fold,
};
use std::collections::BTreeSet;

crate::texts! {
    enum FilterTexts;
    Find:
        "Найти в заказе: товар, трек, комментарий",
        "Find in the order: item, tracking number, comment",
        "在订单中查找：商品、运单号、备注";
    AllStatuses: "Все статусы", "All statuses", "全部状态";
    NothingFound: "Таких товаров в заказе нет", "No such items in the order", "订单中没有此类商品";
    ShowAll: "Показать все товары", "Show all items", "显示全部商品";
}

/// Leaves items out that lack a text or have another status.
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

    /// Whether an item is shown. Tracks.
    pub fn matches(self, item: &Item) -> bool {
        let is_status = self.status.get().is_none_or(|status| item.status == status);
        is_status && self.text.with(|text| contains_words(item, &fold(text)))
    }

    /// The items of an order that match.
    pub fn items(self, order: Live<Order>) -> Rows<Item> {
        let items = order.rows(|item: &Item| item.id.0, |order| order.items.clone());
        items.filtered(move |item, _| self.matches(item))
    }

    /// The shops of an order that have items which match.
    pub fn shops(self, order: Live<Order>, items: Rows<Item>) -> Rows<ItemGroup> {
        let found = Memo::new(move |_| items.map(|item| item.group_id).into_iter().collect::<BTreeSet<_>>());
        let shops = order.rows(|shop: &ItemGroup| shop.id.0, |order| order.groups.clone());
        shops.filtered(move |shop, _| !self.is_active() || found.read().contains(&shop.id))
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
pub fn item_filter_bar(filter: ItemFilter, order: Live<Order>) -> AnyView {
    let present = |order: &Order| {
        let present = |status: &ItemStatus| order.items.iter().any(|item| item.status == *status);
        ItemStatus::ALL.iter().copied().filter(present).collect::<Vec<_>>()
    };
    let option = move |status: ItemStatus| {
        view! {
            <option value=status.as_str() selected=move || filter.status.get() == Some(status)>
                {status_name(status)}
            </option>
        }
    };
    let options = move |statuses: &Vec<ItemStatus>| statuses.iter().copied().map(option).collect_view();
    let options = order.part(present, options);
    any_view! {
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
}

/// Shown if no item matches.
pub fn no_items(filter: ItemFilter) -> AnyView {
    any_view! {
        <div class="empty" data-testid="no-items">
            <p>{t(FilterTexts::NothingFound)}</p>
            <button type="button" class="button" on:click=move |_| filter.clear()>
                {t(FilterTexts::ShowAll)}
            </button>
        </div>
    }
}
