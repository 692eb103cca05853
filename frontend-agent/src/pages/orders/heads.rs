//! The heads of the order table. Most of them sort it; the URL holds the sort.

use super::columns::Column as OrderColumn;
use crate::pages::filters::list_url;
use frontend_ui::{
    components::{Column, SortLink},
    i18n::{Text, t},
};
use shared_types::orders::{AgentOrderQuery, OrderSort};

/// Whether the first click sorts from the largest value: dates and sums are mostly looked for from that end.
const fn starts_descending(sort: OrderSort) -> bool {
    matches!(sort, OrderSort::Created | OrderSort::Submitted | OrderSort::Total)
}

/// Where a head sorts. A search shows the newest orders first, so it can't be sorted.
fn sort_link(sort: Option<OrderSort>, query: &AgentOrderQuery) -> Option<SortLink> {
    let sort = sort.filter(|_| query.search.is_none())?;
    let is_descending = (query.sort == Some(sort)).then_some(query.descending == Some(true));
    let next_descending = is_descending.map_or(starts_descending(sort), |is_descending| !is_descending);
    let url = list_url(&AgentOrderQuery {
        sort: Some(sort),
        descending: next_descending.then_some(true),
        cursor: None,
        ..query.clone()
    });
    Some(SortLink {
        url,
        test_id: format!("sort-{}", sort.as_str()),
        is_descending,
    })
}

/// The heads: number and status, which every table has, the columns that can be hidden, and the note.
pub(super) fn columns(query: &AgentOrderQuery) -> Vec<Column> {
    let fixed = [
        ("number", t(Text::Number), Some(OrderSort::Number)),
        ("status", t(Text::Status), Some(OrderSort::Status)),
    ];
    let others = OrderColumn::ALL.map(|column| (column.head_class(), column.title(), column.sort()));
    let all = fixed.into_iter().chain(others).chain([("note-cell", "", None)]);
    all.map(|(class, title, sort)| Column::new(class, title).sorted(sort_link(sort, query)))
        .collect()
}
