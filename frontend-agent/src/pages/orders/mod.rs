//! The agent's order table: filters in the URL, keyboard navigation, bulk printing of labels.

mod bulk_assignment;
mod columns;
mod heads;
pub(crate) mod new_order;
pub(crate) mod preview;
mod table;

use super::{
    active_filters::ActiveFilters,
    assignees::{Assignees, fetch_assignees},
    claims::ClaimableOrders,
    filters::{Filters, list_url, query_from_url},
    labels::{self, texts::LabelTexts},
    onboarding::OnboardingBanner,
};
use crate::pages::saved_filters::SavedFilters;
use bulk_assignment::ASSIGNMENT;
use columns::{HiddenColumns, column_menu};
use frontend_ui::{
    api::{self, Fetched},
    components::{ActiveRow, FilterTab, SelectedRows, Skeleton, download},
    data::use_list,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_counts},
    session::current_user,
};
use leptos::prelude::*;
use new_order::NewOrderButton;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    orders::{
        AgentOrderCounts, AgentOrderQuery, CountAgentOrders, ExportAgentOrders, ListAgentOrders, OrderSection,
        OrderSort, OrderSummary,
    },
    page::CappedCount,
    staff::rules,
};
use std::collections::BTreeSet;
use table::OrderTable;

/// The order of a section in which orders wait for staff: the longest without activity first.
fn queue_sort(section: OrderSection) -> Option<OrderSort> {
    let is_queue = !matches!(section, OrderSection::Warehouse | OrderSection::Mine);
    is_queue.then_some(OrderSort::Activity)
}

/// The action bar for the selected orders. The selection survives a change of the page.
fn selection_bar(selected: SelectedRows, assignees: Assignees, reload: Callback<()>) -> AnyView {
    let may_assign = rules::may_assign(&current_user().rights(), Object::Orders);
    (move || {
        let ids = selected.get();
        (!ids.is_empty()).then(|| {
            let order_labels = labels::url(CodeKind::Order, ids.iter().copied());
            let item_labels = labels::items_url(ids.iter().copied());
            view! {
                <div class="bulk" data-testid="selected-count">
                    <strong>{t(LifecycleTexts::Selected)}": "{ids.len()}</strong>
                    {may_assign.then(|| ASSIGNMENT.select(selected, assignees, reload))}
                    <a class="button" target="_blank" data-testid="order-labels" href=order_labels>
                        {t(LabelTexts::OrderLabels)}
                    </a>
                    <a class="button" target="_blank" data-testid="item-labels" href=item_labels>
                        {t(LabelTexts::ItemLabels)}
                    </a>
                    <div class="spacer"></div>
                    <button class="quiet" data-testid="select-none" on:click=move |_| selected.set(BTreeSet::new())>
                        {t(LifecycleTexts::ClearSelection)}
                    </button>
                </div>
            }
        })
    })
    .into_any()
}

/// The count as text, such as `1000+` if it is capped.
fn count_label(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
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
            />
        }
    };
    let tab = move |section: Option<OrderSection>, text: Text, count: Option<fn(&AgentOrderCounts) -> CappedCount>| {
        let number_of_orders = move || Some(count_label(count?(&counts.get()?.ok()?)));
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
            {may_create.then(|| view! { <NewOrderButton /> })}
            {column_menu(columns)}
            {download::<ExportAgentOrders>((), move || query.get_untracked())}
        </div>
        {may_edit_settings.then(|| view! { <OnboardingBanner /> })}
        <ClaimableOrders assignees=assignees reload=reload />
        <Filters query=query assignees=assignees>
            <nav class="tabs">
                {tab(None, Text::All, None)}
                {tab(Some(OrderSection::ToPrice), Text::ToPrice, Some(|counts| counts.to_price))}
                {tab(Some(OrderSection::ToBuy), Text::ToBuy, Some(|counts| counts.to_buy))}
                {tab(Some(OrderSection::Awaited), Text::OnTheWay, Some(|counts| counts.awaited))}
                {tab(Some(OrderSection::Warehouse), Text::AtWarehouse, Some(|counts| counts.warehouse))}
                {tab(Some(OrderSection::Services), Text::ToService, None)}
                {tab(Some(OrderSection::Overdue), Text::Overdue, None)}
                {tab(Some(OrderSection::Problems), Text::Problems, Some(|counts| counts.problems))}
                {tab(Some(OrderSection::Mine), Text::Mine, Some(|counts| counts.mine))}
            </nav>
        </Filters>
        <div class="filter-chips">
            <ActiveFilters query=query assignees=assignees />
            <SavedFilters query=query />
        </div>
        {list.view(Skeleton::Table, move || table::empty_table(&query.get()), move || table.into_any())}
        {selection_bar(selected, assignees, reload)}
    }
}
