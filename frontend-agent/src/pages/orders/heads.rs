//! The heads of the order table. Most of them sort it; the URL holds the sort.

use super::columns::Column;
use crate::pages::filters::list_url;
use frontend_ui::i18n::{Text, t};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::orders::{AgentOrderQuery, OrderSort};

/// Whether the first click sorts from the largest value: dates and sums are mostly looked for from that end.
const fn starts_descending(sort: OrderSort) -> bool {
    matches!(sort, OrderSort::Created | OrderSort::Submitted | OrderSort::Total)
}

/// A head. A search shows the newest orders first, so it can't be sorted.
fn head(class: &'static str, title: &'static str, sort: Option<OrderSort>, query: &AgentOrderQuery) -> AnyView {
    let Some(sort) = sort.filter(|_| query.search.is_none()) else {
        return view! { <th class=class>{title}</th> }.into_any();
    };
    let is_descending = (query.sort == Some(sort)).then_some(query.descending == Some(true));
    let (direction, mark) = match is_descending {
        Some(true) => ("descending", " ↓"),
        Some(false) => ("ascending", " ↑"),
        None => ("none", ""),
    };
    let next_descending = is_descending.map_or(starts_descending(sort), |is_descending| !is_descending);
    let address = list_url(&AgentOrderQuery {
        sort: Some(sort),
        descending: next_descending.then_some(true),
        cursor: None,
        ..query.clone()
    });
    view! {
        <th class=class aria-sort=direction>
            <A href=address attr:class="sort-link" attr:data-testid=format!("sort-{}", sort.as_str())>
                {title}
                <span aria-hidden="true">{mark}</span>
            </A>
        </th>
    }
    .into_any()
}

/// The heads of the columns that every table has: number and status.
pub(super) fn fixed_heads(query: &AgentOrderQuery) -> (AnyView, AnyView) {
    (
        head("", t(Text::Number), Some(OrderSort::Number), query),
        head("", t(Text::Status), Some(OrderSort::Status), query),
    )
}

/// The heads of the columns that can be hidden.
pub(super) fn column_heads(query: &AgentOrderQuery) -> Vec<AnyView> {
    let head = |column: Column| head(column.head_class(), column.title(), column.sort(), query);
    Column::ALL.into_iter().map(head).collect()
}
