//! The client table, and a client's card with balances, staff and operations.

use super::client_withdrawal::ClientWithdrawals;
use crate::notes;
use frontend_ui::{
    api::{self, Error, Options},
    components::{
        Dialog, ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField, confirmed, download,
        page_by_id,
    },
    features::payments,
    format,
    i18n::{PaymentTexts, Text, t},
    live::{Topic, use_live, use_live_object},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    clients::{ChangeClient, ClientCard, ClientChange, ClientQuery, ClientRow, ExportClients, ListClients, ShowClient},
    endpoint::{Nothing, path_and_query},
    id::ClientId,
    ledger::{
        AdjustBalance, Adjustment, BALANCE_CURRENCIES, ExportClientOperations, ListClientOperations, Operation,
        OperationQuery,
    },
    money::Currency,
    notes::NoteKind,
    page::{DEFAULT_LIMIT, MAX_LIMIT, Page},
    staff::{ListClientStaff, PeoplePage, PeopleQuery, StaffMember},
};

frontend_ui::texts! {
    enum ClientTexts;
    Clients: "Клиенты", "Clients", "客户";
    NoClients: "Клиентов не найдено", "No clients found", "未找到客户";
    Search: "Поиск: код, имя, компания", "Search: code, name, company", "搜索：编号、姓名、公司";
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
            limit: None,
            cursor: map.get("cursor"),
        }
    });
    let rows = LocalResource::new(move || api::get::<ListClients>(query.get()));
    use_live(&[Topic::Client, Topic::Balance], move || rows.refetch());
    let navigate = StoredValue::new_local(use_navigate());
    let mut search =
        leptos::leptos_dom::helpers::debounce(std::time::Duration::from_millis(300), move |text: String| {
            let next = ClientQuery {
                search: Some(text).filter(|text| !text.trim().is_empty()),
                cursor: None,
                ..query.get_untracked()
            };
            navigate.with_value(|navigate| navigate(&list_url(&next), leptos_router::NavigateOptions::default()));
        });
    let row = |client: ClientRow| {
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
                <td>
                    <A href=format!("/agent/clients/{}", client.id)>{client.code}</A>
                </td>
                <td class="wide">{client.name}</td>
                <td class="wide">{client.company}</td>
                <td class="right">{rubles}</td>
                <td class="right">{yuan}</td>
                <td class="right">{client.orders_count}</td>
                <td>
                    {client.disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })}
                </td>
                <td class="muted">{format::date_time(client.created_at)}</td>
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
            <div class="table" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th>{t(ClientTexts::Code)}</th>
                            <th>{t(Text::Name)}</th>
                            <th>{t(Text::Company)}</th>
                            <th class="right">"RUB"</th>
                            <th class="right">"CNY"</th>
                            <th class="right">{t(Text::Orders)}</th>
                            <th></th>
                            <th>{t(Text::CreatedAt)}</th>
                            <th></th>
                        </tr>
                    </thead>
                    <tbody>{page.data.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
            <div class="row pager">
                {next
                    .map(|url| {
                        view! {
                            <A href=url attr:class="button">
                                {t(Text::NextPage)}
                            </A>
                        }
                    })}
            </div>
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
        </div>
        <Loaded resource=rows content=content />
    }
}

/// The card of a client, by the id in the URL.
#[component]
pub(crate) fn ClientPage() -> impl IntoView {
    page_by_id(client_page)
}

fn client_page(id: Memo<ClientId>) -> impl IntoView {
    let card =
        LocalResource::new(move || api::send::<ShowClient>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let reload = Callback::new(move |()| card.refetch());
    use_live_object(
        &[Topic::Client, Topic::Balance],
        move || id.try_get_untracked(),
        move || card.refetch(),
    );
    let sees_balance = current_user().may(Object::Balance, Level::View);
    view! {
        <Loaded
            resource=card
            content=move |card: ClientCard| view! { <ClientProfile card=card reload=reload /> }.into_any()
        />
        {move || sees_balance.then(|| view! { <OperationList id=id.get() /> })}
    }
}

#[component]
fn ClientProfile(card: ClientCard, reload: Callback<()>) -> impl IntoView {
    let row = card.row;
    let id = row.id;
    let rights = current_user();
    let (name, company) = (
        RwSignal::new(row.name.clone()),
        RwSignal::new(row.company.clone().unwrap_or_default()),
    );
    let currency = RwSignal::new(row.currency.code().to_owned());
    let (error, adjusting) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let version = card.version;
    let send = move |change: ClientChange| {
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeClient>((id,), Nothing {}, change, options).await {
                Ok(_) => {
                    error.set(None);
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        send(ClientChange {
            name: Some(name.get_untracked()),
            company: Some(company.get_untracked()),
            currency: Currency::from_code(&currency.get_untracked()),
            disabled: None,
        });
    };
    let disabled = row.disabled;
    let toggle_disabled = move |_| {
        spawn_local(async move {
            if disabled || confirmed(t(ClientTexts::DisableAsk), t(ClientTexts::Disable)).await {
                send(ClientChange {
                    disabled: Some(!disabled),
                    ..ClientChange::default()
                });
            }
        });
    };
    let currencies = Signal::stored(
        Currency::COMMON
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    let balances = row
        .balances
        .iter()
        .map(|money| {
            view! {
                <div class="card account" data-testid=format!("account-{}", money.currency.code())>
                    <span class="muted">{money.currency.code()}</span>
                    <strong>{format::money(*money)}</strong>
                </div>
            }
        })
        .collect_view();
    let may_manage = rights.may(Object::Clients, Level::Manage);
    let (sees_balance, may_adjust) = (
        rights.may(Object::Balance, Level::View),
        rights.may(Object::Balance, Level::Manage),
    );
    view! {
        <div class="page-head">
            <h1 data-testid="client-code">{row.code.clone()}</h1>
            <strong>{row.name.clone()}</strong>
            {notes::note_button(NoteKind::Client, id.0, row.has_note, format!("{} · {}", row.code, row.name))}
            {disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })}
            <div class="spacer"></div>
            <A href=format!("/agent/orders?client_id={id}") attr:class="button">
                {t(ClientTexts::OrdersOf)}
                " · "
                {row.orders_count}
            </A>
            <A href=format!("/agent/wallet-topups?client_id={id}") attr:class="button">
                {t(ClientTexts::Wallets)}
            </A>
            {may_adjust
                .then(|| {
                    view! {
                        <button class="button" data-testid="adjust" on:click=move |_| adjusting.set(true)>
                            {t(ClientTexts::Adjust)}
                        </button>
                    }
                })}
        </div>
        <ErrorNote error=error />
        <div class="accounts">{balances}</div>
        {sees_balance.then(|| view! { <ClientWithdrawals id=id balances=row.balances.clone() reload=reload /> })}
        <div class="columns">
            <form class="card" on:submit=save>
                <h2>{t(ClientTexts::Account)}</h2>
                <Field name="name" label=t(Text::Name) value=name error=error required=true />
                <Field name="company" label=t(Text::Company) value=company error=error />
                <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                {rights
                    .may(Object::Clients, Level::Edit)
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="save-client">
                                {t(Text::Save)}
                            </button>
                        }
                    })}
                {may_manage
                    .then(|| {
                        view! {
                            <button type="button" class="quiet" data-testid="disable-client" on:click=toggle_disabled>
                                {t(if disabled { ClientTexts::Enable } else { ClientTexts::Disable })}
                            </button>
                        }
                    })}
            </form>
            <MemberList id=id />
        </div>
        {move || {
            adjusting
                .get()
                .then(|| {
                    view! {
                        <AdjustmentDialog id=id reload=reload close=Callback::new(move |()| adjusting.set(false)) />
                    }
                })
        }}
    }
    .into_any()
}

/// The client's staff, read-only.
#[component]
fn MemberList(id: ClientId) -> impl IntoView {
    let people = LocalResource::new(move || {
        api::send::<ListClientStaff>((id,), PeopleQuery::default(), Nothing {}, Options::default())
    });
    let row = |person: StaffMember| {
        let state = match (person.disabled_at, person.confirmed_at) {
            (Some(_), _) => Some(ClientTexts::Disabled),
            (None, None) => Some(ClientTexts::Unconfirmed),
            (None, Some(_)) => None,
        };
        let role = person.group.map(|group| group.name);
        let last_seen = person.last_seen_at.map(format::date_time);
        view! {
            <li class="row spread" data-testid="person">
                <span>
                    <strong>{person.name}</strong>
                    {person.is_owner.then(|| view! { <small class="muted">" · "{t(ClientTexts::Owner)}</small> })}
                    {role.map(|role| view! { <small class="muted">" · "{role}</small> })}
                    {state.map(|state| view! { <small class="fault">" · "{t(state)}</small> })}
                </span>
                <span class="muted">
                    {person.phone}{last_seen.map(|last_seen| view! { <small>" · "{last_seen}</small> })}
                </span>
            </li>
        }
    };
    let content =
        move |people: PeoplePage| view! { <ul>{people.data.into_iter().map(row).collect_view()}</ul> }.into_any();
    view! {
        <section class="card">
            <h2>{t(ClientTexts::People)}</h2>
            <Loaded resource=people content=content />
        </section>
    }
    .into_any()
}

/// The dialog that adjusts a balance by hand.
#[component]
fn AdjustmentDialog(id: ClientId, reload: Callback<()>, close: Callback<()>) -> impl IntoView {
    let amount = NumberInput::required(NumberKind::SignedAmount, "");
    let memo = RwSignal::new(String::new());
    let currency = RwSignal::new(Currency::Rub.code().to_owned());
    let error = RwSignal::new(None::<Error>);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let parsed = numbers.amount(amount);
        let (true, Some(amount)) = (numbers.finish(), parsed) else {
            return;
        };
        let body = Adjustment {
            amount,
            currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
            memo: memo.get_untracked(),
        };
        let options = Options {
            idempotency_key: Some(api::new_idempotency_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<AdjustBalance>((id,), Nothing {}, body, options).await {
                Ok(_) => {
                    close.try_run(());
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let currencies = Signal::stored(
        BALANCE_CURRENCIES
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    view! {
        <Dialog title=t(ClientTexts::Adjust) close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                <div class="grid two">
                    <NumberField
                        name="amount"
                        label=t(ClientTexts::AdjustHint)
                        input=amount
                        error=error
                        unit=currency
                    />
                    <SelectField name="balance-currency" label=t(Text::Currency) value=currency options=currencies />
                </div>
                <Field name="memo" label=t(ClientTexts::Memo) value=memo error=error required=true />
                <div class="row">
                    <button class="button primary" data-testid="confirm-step">
                        {t(ClientTexts::Adjust)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}

/// The operations on the client's balances, loaded page by page.
#[component]
fn OperationList(id: ClientId) -> impl IntoView {
    // As many operations as are shown are fetched again after a change.
    let shown = StoredValue::new(DEFAULT_LIMIT);
    let rows = LocalResource::new(move || {
        let query = OperationQuery {
            limit: Some(shown.get_value()),
            ..OperationQuery::default()
        };
        api::send::<ListClientOperations>((id,), query, Nothing {}, Options::default())
    });
    use_live_object(&[Topic::Balance], move || Some(id), move || rows.refetch());
    let content = move |page: Page<Operation>| {
        let (operations, cursor) = (RwSignal::new(page.data), RwSignal::new(page.next_cursor));
        let load = move |_| {
            let query = OperationQuery {
                cursor: cursor.get_untracked(),
                ..OperationQuery::default()
            };
            spawn_local(async move {
                if let Ok(page) = api::send::<ListClientOperations>((id,), query, Nothing {}, Options::default()).await
                {
                    operations.update(|rows| {
                        rows.extend(page.data);
                        shown.try_set_value(u64::try_from(rows.len()).unwrap_or(MAX_LIMIT).min(MAX_LIMIT));
                    });
                    cursor.set(page.next_cursor);
                }
            });
        };
        view! {
            {move || payments::operation_table(operations.get())}
            {move || {
                cursor
                    .get()
                    .is_some()
                    .then(|| {
                        view! {
                            <button class="button" on:click=load>
                                {t(Text::ShowMore)}
                            </button>
                        }
                    })
            }}
        }
        .into_any()
    };
    view! {
        <div class="toolbar">
            <h2>{t(PaymentTexts::Operations)}</h2>
            {download::<ExportClientOperations>((id,), OperationQuery::default)}
        </div>
        <Loaded resource=rows content=content />
    }
}
