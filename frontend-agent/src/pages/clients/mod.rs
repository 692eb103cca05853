//! The client table, and the cards of clients.

mod card;
mod operations;

use crate::{
    notes,
    pages::assignees::{AssigneeTexts, assignee_name, fetch_assignees},
};
use frontend_ui::{
    api,
    components::{Loaded, Portrait, download, next_page_link},
    format,
    i18n::{Text, t},
    live::{Topic, use_live},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    clients::{ClientQuery, ClientRow, ExportClients, ListClients},
    endpoint::path_and_query,
    notes::NoteKind,
    page::Page,
};

pub(crate) use card::ClientPage;

frontend_ui::texts! {
    enum ClientTexts;
    Clients: "Клиенты", "Clients", "客户";
    NoClients: "Клиентов не найдено", "No clients found", "未找到客户";
    Search:
        "Поиск: код, имя, компания, телефон",
        "Search: code, name, company, phone",
        "搜索：编号、姓名、公司、手机号";
    Code: "Код", "Code", "编号";
    Account: "Карточка", "Details", "基本信息";
    People: "Сотрудники", "Staff", "员工";
    Phone: "Телефон", "Phone", "手机号";
    Owner: "владелец", "owner", "所有者";
    Unconfirmed: "не подтверждён", "not confirmed", "未确认";
    Disabled: "Отключён", "Disabled", "已停用";
    Disable: "Отключить клиента", "Disable client", "停用客户";
    Enable: "Включить клиента", "Enable client", "启用客户";
    DisableAsk:
        "Все сотрудники клиента сразу потеряют доступ. Отключить?",
        "Everyone at this client will lose access immediately. Disable the client?",
        "该客户的所有员工将立即失去访问权限，确定停用？";
    OrdersOf: "Заказы клиента", "Client's orders", "客户订单";
    Wallets: "Кошельки клиента", "Client's payment apps", "客户支付账户";
    Adjust: "Скорректировать баланс", "Adjust balance", "调整余额";
    AdjustHint: "Сумма (с минусом — списание)", "Amount (negative to deduct)", "金额（负数为扣减）";
    Memo: "Причина (увидит клиент)", "Reason (shown to the client)", "原因（客户可见）";
}

/// Values of the select that filters by manager.
const MINE: &str = "mine";
const UNASSIGNED: &str = "unassigned";

/// The URL of the table with these filters.
fn list_url(query: &ClientQuery) -> String {
    path_and_query::<ListClients>(&(), query)
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
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let rows = LocalResource::new(move || api::get::<ListClients>(query.get()));
    use_live(&[Topic::Client, Topic::Balance], move || rows.refetch());
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
    let sees_balance = current_user().may(Object::Balance, Level::View);
    let row = move |client: ClientRow| {
        let balance = |index: usize| client.balances.get(index).map(|money| format::money(*money));
        let (rubles, yuan) = (balance(0), balance(1));
        let note = notes::note_button(
            NoteKind::Client,
            client.id.0,
            client.has_note,
            format!("{} · {}", client.code, client.name),
        );
        view! {
            <tr data-testid="client-row">
                <td class="client-code">
                    <A href=format!("/agent/clients/{}", client.id)>{client.code}</A>
                </td>
                <td class="wide">
                    <span class="client-name">
                        <Portrait name=client.name.clone() picture=None />
                        <span>{client.name} <small class="muted">{client.company}</small></span>
                    </span>
                </td>
                <td class="phone">{client.phone}</td>
                <td data-label=t(
                    AssigneeTexts::Manager,
                )>{move || assignee_name(assignees, client.manager_staff_id?)}</td>
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
                <td>
                    {client.disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })}
                </td>
                <td class="muted since">{format::day(client.created_at)}</td>
                <td class="note-cell">{note}</td>
            </tr>
        }
    };
    let content = move |page: Page<ClientRow>| {
        if page.data.is_empty() {
            return view! {
                <div class="empty" data-testid="empty">
                    <h2>{t(ClientTexts::NoClients)}</h2>
                </div>
            }
            .into_any();
        }
        let next = page.next_cursor.map(|cursor| {
            list_url(&ClientQuery {
                cursor: Some(cursor),
                ..query.get_untracked()
            })
        });
        view! {
            <div class="table client-table" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th>{t(ClientTexts::Code)}</th>
                            <th>{t(Text::Name)}</th>
                            <th>{t(ClientTexts::Phone)}</th>
                            <th>{t(AssigneeTexts::Manager)}</th>
                            {sees_balance
                                .then(|| {
                                    view! {
                                        <th class="right">"RUB"</th>
                                        <th class="right">"CNY"</th>
                                    }
                                })}
                            <th class="right">{t(Text::Orders)}</th>
                            <th></th>
                            <th>{t(Text::CreatedAt)}</th>
                            <th></th>
                        </tr>
                    </thead>
                    <tbody>{page.data.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
            {next_page_link(next)}
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(ClientTexts::Clients)}</h1>
            <div class="spacer"></div>
            {download::<ExportClients>((), move || query.get_untracked())}
        </div>
        <div class="filters" role="search">
            <input
                class="search"
                type="search"
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
        <Loaded resource=rows content=content />
    }
}
