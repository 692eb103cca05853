//! The filters of the order table that are set, each with a link that removes it.

use super::{
    assignees::{AssigneeTexts, Assignees, assignee_name},
    client_picker::client_name,
    filters::list_url,
};
use frontend_ui::{api::Fetched, features::order_status, prelude::*};
use shared_types::{
    id::ClientId,
    orders::{AgentOrderQuery, OrderType},
};

frontend_ui::texts! {
    enum ActiveFilterTexts;
    Active: "Включённые фильтры", "Active filters", "已启用的筛选";
    Remove: "Убрать фильтр", "Remove the filter", "移除筛选";
    UnreadChats: "Непрочитанные чаты", "Unread chats", "未读聊天";
    ClearAll: "Сбросить все", "Clear all", "全部清除";
}

/// The query with the section and the sort alone.
fn without_filters(query: &AgentOrderQuery) -> AgentOrderQuery {
    AgentOrderQuery {
        section: query.section,
        sort: query.sort,
        descending: query.descending,
        ..AgentOrderQuery::default()
    }
}

/// The text of each filter, and the query without it.
fn active_filters(
    query: &AgentOrderQuery,
    assignees: Assignees,
    client: Option<String>,
) -> Vec<(String, AgentOrderQuery)> {
    let query = AgentOrderQuery {
        cursor: None,
        ..query.clone()
    };
    let named = |name: Text, value: &str| format!("{}: {value}", t(name));
    let mut filters = Vec::new();
    let mut add = |text: Option<String>, remove: fn(&mut AgentOrderQuery)| {
        if let Some(text) = text {
            let mut rest = query.clone();
            remove(&mut rest);
            filters.push((text, rest));
        }
    };
    let search = query.search.as_deref().map(|text| named(Text::Search, text));
    add(search, |query| query.search = None);
    let listed = |ids: &str| format!("{}: {}", t(LifecycleTexts::Selected), ids.split(',').count());
    add(query.order_ids.as_deref().map(listed), |query| query.order_ids = None);
    let client = query
        .client_id
        .map(|_| named(Text::Client, &client.unwrap_or_default()));
    add(client, |query| query.client_id = None);
    let status = query
        .status
        .map(|status| named(Text::Status, order_status::status_name(status)));
    add(status, |query| query.status = None);
    let kind = query.self_buyout.map(|self_buyout| {
        let kind = if self_buyout {
            OrderType::SelfBuyout
        } else {
            OrderType::Standard
        };
        named(Text::Type, order_status::type_name(kind))
    });
    add(kind, |query| query.self_buyout = None);
    add(
        query
            .from
            .map(|day| named(Text::From, &day.format("%d.%m.%Y").to_string())),
        |query| {
            query.from = None;
        },
    );
    add(
        query.to.map(|day| named(Text::To, &day.format("%d.%m.%Y").to_string())),
        |query| {
            query.to = None;
        },
    );
    add(query.unread.map(|_| t(Text::OnlyUnread).to_owned()), |query| {
        query.unread = None;
    });
    add(
        query.unread_chats.map(|_| t(ActiveFilterTexts::UnreadChats).to_owned()),
        |query| {
            query.unread_chats = None;
        },
    );
    let responsible = |value: &str| format!("{}: {value}", t(AssigneeTexts::Assignee));
    add(query.mine.map(|_| responsible(t(AssigneeTexts::Me))), |query| {
        query.mine = None;
    });
    add(
        query.unassigned.map(|_| responsible(t(AssigneeTexts::Nobody))),
        |query| {
            query.unassigned = None;
        },
    );
    let assignee = query
        .assigned_staff_id
        .map(|id| responsible(&assignee_name(assignees, id).unwrap_or_default()));
    add(assignee, |query| query.assigned_staff_id = None);
    filters
}

/// The chips of the filters that are set.
#[component]
pub(crate) fn ActiveFilters(query: Memo<AgentOrderQuery>, assignees: Assignees) -> impl IntoView {
    let client_id: Memo<Option<ClientId>> = Memo::new(move |_| query.get().client_id);
    let client = Fetched::new(move || {
        let id = client_id.get();
        async move { client_name(id?).await }
    });
    move || {
        let query = query.get();
        let filters = active_filters(&query, assignees, client.get().flatten());
        (!filters.is_empty()).then(|| {
            let chip = |(text, rest): (String, AgentOrderQuery)| {
                view! {
                    <span class="chip" data-testid="active-filter">
                        <a href=list_url(&rest) title=t(ActiveFilterTexts::Remove)>
                            <bdi>{text}</bdi>
                            {Icon::X.view()}
                        </a>
                    </span>
                }
            };
            view! {
                <div class="chips" role="group" aria-label=t(ActiveFilterTexts::Active)>
                    {filters.into_iter().map(chip).collect_view()}
                    <a href=list_url(&without_filters(&query)) class="quiet" data-testid="clear-filters">
                        {t(ActiveFilterTexts::ClearAll)}
                    </a>
                </div>
            }
        })
    }
}
