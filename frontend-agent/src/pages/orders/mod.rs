//! The agent's order table: filters in the URL, keyboard navigation, steps for the selected orders.

pub(crate) mod bulk;
mod columns;
mod heads;
pub(crate) mod new_order;
pub(crate) mod preview;
mod table;

use super::{
    active_filters::ActiveFilters,
    assignees::fetch_assignees,
    claims::ClaimableOrders,
    filters::{Filters, list_url, query_from_url},
    home::HomeTexts,
    onboarding::OnboardingBanner,
};
use crate::pages::saved_filters::SavedFilters;
use bulk::{Bulk, bulk_bar};
use columns::{HiddenColumns, column_menu};
use frontend_ui::{
    api::Fetched,
    components::{ActiveRow, FilterTab, SelectedRows, count_label, download},
    live::use_live_counts,
    prelude::*,
};
use new_order::NewOrderButton;
use shared_types::{
    orders::{
        AgentOrderCounts, AgentOrderQuery, CountAgentOrders, ExportAgentOrders, ListAgentOrders, OrderSection,
        OrderSort, OrderSummary,
    },
    page::CappedCount,
};
use std::collections::BTreeSet;
use table::OrderTable;

/// The order of a section in which orders wait for staff: the longest without activity first.
fn queue_sort(section: OrderSection) -> Option<OrderSort> {
    let is_queue = !matches!(section, OrderSection::Warehouse | OrderSection::Mine);
    is_queue.then_some(OrderSort::Activity)
}

/// The number of orders in a section, or of all orders.
const fn count_of(section: Option<OrderSection>, counts: &AgentOrderCounts) -> CappedCount {
    match section {
        None => counts.all,
        Some(OrderSection::ToPrice) => counts.to_price,
        Some(OrderSection::ToBuy) => counts.to_buy,
        Some(OrderSection::Awaited) => counts.awaited,
        Some(OrderSection::Warehouse) => counts.warehouse,
        Some(OrderSection::Problems) => counts.problems,
        Some(OrderSection::Mine) => counts.mine,
        Some(OrderSection::Services) => counts.services,
        Some(OrderSection::Overdue) => counts.overdue,
    }
}

/// The number of orders of a list that has no filter but its section.
fn section_count(query: &AgentOrderQuery, counts: &AgentOrderCounts) -> Option<CappedCount> {
    let of_section = AgentOrderQuery {
        section: query.section,
        sort: query.sort,
        descending: query.descending,
        cursor: query.cursor.clone(),
        ..AgentOrderQuery::default()
    };
    (*query == of_section).then(|| count_of(query.section, counts))
}

/// The order table with its tabs and filters.
#[component]
pub(crate) fn OrdersPage() -> impl IntoView {
    let query = query_from_url();
    let (selected, active): (SelectedRows, ActiveRow) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None));
    // Another page or another filter has other rows.
    Effect::new(move |_| {
        query.track();
        active.set(None);
    });
    let preview = RwSignal::new(false);
    let columns = HiddenColumns::stored();
    let assignees = fetch_assignees();
    let list = use_list(
        &[Topic::Order, Topic::Chat],
        |order: &OrderSummary| order.id.0,
        move |_| {
            let query = query.get();
            let sort = query.sort.or_else(|| queue_sort(query.section?));
            api::get::<ListAgentOrders>(AgentOrderQuery { sort, ..query })
        },
    );
    let counts = Fetched::new(|| api::get::<CountAgentOrders>(Nothing {}));
    use_live_counts(&[Topic::Order, Topic::Chat], move || counts.refetch());
    let reload = Callback::new(move |()| {
        list.reload();
        counts.refetch();
    });
    let total = Signal::derive(move || counts.with(|counts| section_count(&query.read(), counts?.as_ref().ok()?)));
    let table = move || {
        view! {
            <OrderTable
                list=list
                query=query.get()
                selected=selected
                columns=columns
                active=active
                preview=preview
                assignees=assignees
                total=total
            />
        }
    };
    let tab = move |section: Option<OrderSection>, text: Text| {
        let number_of_orders =
            move || counts.with(|counts| Some(count_label(count_of(section, counts?.as_ref().ok()?))));
        // The other filters stay.
        let address = move || {
            list_url(&AgentOrderQuery {
                section,
                cursor: None,
                ..query.get()
            })
        };
        view! {
            <FilterTab
                url=Signal::derive(address)
                is_active=Signal::derive(move || query.get().section == section)
                test_id=section.map_or("all", OrderSection::as_str)
                name=t(text)
            >
                <span class="count">{number_of_orders}</span>
            </FilterTab>
        }
    };
    let may_create = current_user().may(Object::Orders, Level::Edit);
    let may_edit_settings = current_user().may(Object::Settings, Level::Edit);
    view! {
        <div class="page-head">
            <h1>{t(Text::Orders)}</h1>
            <div class="spacer"></div>
            {move || {
                (query.read().section == Some(OrderSection::ToBuy))
                    .then(|| {
                        view! {
                            <a href="/agent/purchasing" class="button" data-testid="purchasing-board">
                                {t(HomeTexts::Purchasing)}
                            </a>
                        }
                    })
            }}
            {may_create.then(|| view! { <NewOrderButton /> })}
            {column_menu(columns)}
            {download::<ExportAgentOrders>((), move || query.get_untracked())}
        </div>
        {may_edit_settings.then(|| view! { <OnboardingBanner /> })}
        <ClaimableOrders assignees=assignees reload=reload />
        <Filters query=query assignees=assignees>
            <nav class="tabs">
                {tab(None, Text::All)} {tab(Some(OrderSection::ToPrice), Text::ToPrice)}
                {tab(Some(OrderSection::ToBuy), Text::ToBuy)} {tab(Some(OrderSection::Awaited), Text::OnTheWay)}
                {tab(Some(OrderSection::Warehouse), Text::AtWarehouse)}
                {tab(Some(OrderSection::Services), Text::ToService)} {tab(Some(OrderSection::Overdue), Text::Overdue)}
                {tab(Some(OrderSection::Problems), Text::Problems)} {tab(Some(OrderSection::Mine), Text::Mine)}
            </nav>
        </Filters>
        <div class="filter-chips">
            <ActiveFilters query=query assignees=assignees />
            <SavedFilters query=query />
        </div>
        {list.view(Skeleton::Table, move || table::empty_table(&query.get()), move || table.into_any())}
        {bulk_bar(Bulk {
            selected,
            list,
            assignees,
            reload,
        })}
    }
}
