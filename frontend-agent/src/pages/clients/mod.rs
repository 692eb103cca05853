//! The client table, and the cards of clients.

mod card;
mod earlier_orders;
mod history;
mod import;
mod lists;
mod new_client;
mod operations;
mod own_commission;
mod own_limits;
mod own_terms;
mod selection;
mod sender;
mod texts;

use crate::{
    notes,
    pages::assignees::{AssigneeTexts, assignee_name, fetch_assignees},
};
use frontend_ui::{
    api::Fetched,
    components::{
        ActiveRow, Column, Portrait, RowAction, SelectedRows, Table, TableRow, download, select_cell, select_head,
    },
    live::use_live_counts,
    prelude::*,
};
use leptos_router::hooks::{use_navigate, use_query_map};
use shared_types::{
    clients::{ClientQuery, ClientRow, CountClients, ExportClients, ListClients},
    notes::NoteKind,
    staff::rules,
};
use std::collections::BTreeSet;

use new_client::NewClientDialog;
pub(crate) use new_client::{NewClientAnywhere, new_client_dialog};
use selection::bar;
use texts::ClientTexts;

pub(crate) use card::ClientPage;
pub(crate) use earlier_orders::EarlierOrdersPage;
pub(crate) use import::ClientImportPage;

/// Values of the select that filters by manager.
const MINE: &str = "mine";
const UNASSIGNED: &str = "unassigned";

/// The URL of the table with these filters.
fn list_url(query: &ClientQuery) -> String {
    api::path_and_query::<ListClients>(&(), query)
}

/// The client table. The URL holds the filters.
#[component]
pub(crate) fn ClientsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        ClientQuery {
            search: map.get("search").filter(|text| !text.is_empty()),
            disabled: map.get("disabled").and_then(|value| value.parse().ok()),
            mine: map.get("mine").and_then(|value| value.parse().ok()),
            unassigned: map.get("unassigned").and_then(|value| value.parse().ok()),
            updated_since: None,
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let list = use_list(
        &[Topic::Client, Topic::Balance],
        |row: &ClientRow| row.id.0,
        move |_| api::get::<ListClients>(query.get()),
    );
    let filter = Memo::new(move |_| query.read().filter());
    let count = Fetched::new(move || api::get::<CountClients>(filter.get()));
    use_live_counts(&[Topic::Client], move || count.refetch());
    let assignees = fetch_assignees();
    let navigate = StoredValue::new_local(use_navigate());
    let set_manager = move |event| {
        let value = event_target_value(&event);
        let next = ClientQuery {
            mine: (value == MINE).then_some(true),
            unassigned: (value == UNASSIGNED).then_some(true),
            cursor: None,
            ..query.get_untracked()
        };
        navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
    };
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text: String| {
            let next = ClientQuery {
                search: Some(text).filter(|text| !text.trim().is_empty()),
                cursor: None,
                ..query.get_untracked()
            };
            navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
        });
    let rights = current_user();
    let sees_balance = rights.may(Object::Balance, Level::View);
    let may_assign = rules::may_assign(&rights.rights(), Object::Clients);
    let may_add = rights.may(Object::Clients, Level::Edit);
    let (selected, active): (SelectedRows, ActiveRow) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None));
    let reload = Callback::new(move |()| list.reload());
    let is_adding = RwSignal::new(false);
    let row = move |client: ClientRow| {
        let balance = |index: usize| client.balances.get(index).map(|money| format::money(*money));
        let (rubles, yuan) = (balance(0), balance(1));
        let note = notes::note_button(
            NoteKind::Client,
            client.id.0,
            client.has_note,
            format!("{} · {}", client.code, client.name),
        );
        let url = format!("/agent/clients/{}", client.id);
        let cells = view! {
            {may_assign.then(|| select_cell(selected, client.id.0, "select-client", client.code.clone()))}
            <td class="client-code">
                <a href=url.clone()>{client.code}</a>
            </td>
            <td class="wide">
                <span class="client-name">
                    <Portrait name=client.name.clone() picture=None />
                    <span>
                        <bdi>{client.name}</bdi>
                        " "
                        <small dir="auto" class="muted">
                            {client.company}
                        </small>
                    </span>
                </span>
            </td>
            <td class="phone">{client.phone}</td>
            <td dir="auto" data-label=t(AssigneeTexts::Manager)>
                {move || assignee_name(assignees, client.manager_staff_id?)}
            </td>
            {sees_balance
                .then(|| {
                    view! {
                        <td class="right" data-label="RUB">
                            {rubles}
                        </td>
                        <td class="right" data-label="CNY">
                            {yuan}
                        </td>
                    }
                })}
            <td class="right" data-label=t(Text::Orders)>
                {client.orders_count}
            </td>
            <td>{client.disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })}</td>
            <td class="muted since">{format::day(client.created_at)}</td>
            <td class="note-cell">{note}</td>
        };
        TableRow {
            id: client.id.0,
            action: RowAction::Open(url),
            test_id: "client-row",
            class: String::new(),
            cells: cells.into_any(),
        }
    };
    let columns = move || {
        let balances = [("right", "RUB"), ("right", "CNY")];
        let before = [
            ("", t(ClientTexts::Code)),
            ("", t(Text::Name)),
            ("", t(ClientTexts::Phone)),
            ("", t(AssigneeTexts::Manager)),
        ];
        let after = [
            ("right", t(Text::Orders)),
            ("", ""),
            ("since", t(Text::CreatedAt)),
            ("note-cell", ""),
        ];
        let balances = balances.into_iter().filter(|_| sees_balance);
        let all = before.into_iter().chain(balances).chain(after);
        all.map(|(class, title)| Column::new(class, title)).collect::<Vec<_>>()
    };
    let next_url = move |cursor| {
        list_url(&ClientQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let content = move || {
        let ids = Signal::derive(move || list.rows().map(|client| client.id.0));
        let lead = may_assign.then(|| select_head(selected, ids));
        any_view! {
            <Table
                class="client-table"
                label=t(ClientTexts::Clients)
                lead=lead
                columns=columns()
                rows=list.table_rows(row)
                active=active
                selected=may_assign.then_some(selected)
                pager=Some(list.pager(next_url, move || count.get()?.ok()))
            />
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(ClientTexts::Clients)}</h1>
            <div class="spacer"></div>
            {download::<ExportClients>((), move || query.get_untracked())}
            {may_add
                .then(|| {
                    view! {
                        <a href="/agent/clients/import" class="button" data-testid="import-clients">
                            {t(ClientTexts::Import)}
                        </a>
                        <button class="button primary" data-testid="new-client" on:click=move |_| is_adding.set(true)>
                            {t(ClientTexts::NewClient)}
                        </button>
                    }
                })}
        </div>
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
                dir="auto"
                data-testid="search"
                placeholder=t(ClientTexts::Search)
                aria-label=t(ClientTexts::Search)
                prop:value=move || query.get().search.unwrap_or_default()
                on:input=move |event| search(event_target_value(&event))
            />
            <select data-testid="filter-manager" aria-label=t(AssigneeTexts::Manager) on:change=set_manager>
                <option value="">{t(AssigneeTexts::Manager)}</option>
                <option value=MINE prop:selected=move || query.get().mine == Some(true)>
                    {t(AssigneeTexts::MyClients)}
                </option>
                <option value=UNASSIGNED prop:selected=move || query.get().unassigned == Some(true)>
                    {t(AssigneeTexts::WithoutManager)}
                </option>
            </select>
        </div>
        {list.view(Skeleton::Table, || empty_state(t(ClientTexts::NoClients), None), content)}
        {bar(selected, assignees, reload)}
        {move || {
            is_adding
                .get()
                .then(|| {
                    let close = Callback::new(move |()| is_adding.set(false));
                    view! { <NewClientDialog assignees=assignees close=close /> }
                })
        }}
    }
}
