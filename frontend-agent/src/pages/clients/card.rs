//! The card of a client, in tabs: settings, balance, payment app requests, staff and orders.

use super::{
    history::client_history,
    lists::{ClientMembers, ClientOrders, ClientWallets},
    operations::{AdjustmentDialog, OperationList},
    own_commission::own_commission,
    own_terms::own_terms,
    sender::ClientForm,
    texts::ClientTexts,
};
use crate::{
    notes,
    pages::{
        assignees::{AssigneeTexts, Assignees, assignee_name, assignee_options, fetch_assignees},
        client_withdrawal::ClientWithdrawals,
        orders::new_order::NewOrderButton,
    },
};
use frontend_ui::{
    components::{Breadcrumb, Crumb, FilterTab, confirmed, page_by_id, reveal_open_tab},
    data::use_record,
    prelude::*,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    clients::{ClientCard, ClientChange, ClientRow, ShowClient},
    id::ClientId,
    notes::NoteKind,
    reports::ShowFunds,
    staff::rules,
};

/// The card of a client, by the id in the URL.
#[component]
pub(crate) fn ClientPage() -> impl IntoView {
    page_by_id(client_page)
}

/// The tabs in their order, with the right that each of them needs.
const TABS: [(&str, ClientTexts, Object); 5] = [
    ("settings", ClientTexts::SettingsTab, Object::Clients),
    ("balance", ClientTexts::BalanceTab, Object::Balance),
    ("wallets", ClientTexts::WalletsTab, Object::Topups),
    ("staff", ClientTexts::People, Object::Clients),
    ("orders", ClientTexts::OrdersTab, Object::Orders),
];

/// The URL holds the open tab. An unknown one, or one that the person may not see, is the first.
fn open_tab() -> Memo<&'static str> {
    let map = use_query_map();
    let user = current_user();
    Memo::new(move |_| {
        let chosen = map.read().get("tab").unwrap_or_default();
        let mut visible = TABS.iter().filter(|(_, _, object)| user.may(*object, Level::View));
        visible
            .find(|(name, _, _)| *name == chosen)
            .map_or(TABS[0].0, |(name, _, _)| *name)
    })
}

fn client_page(id: Memo<ClientId>) -> impl IntoView {
    let card = use_record(&[Topic::Client, Topic::Balance], id, |id| {
        api::send::<ShowClient>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let assignees = fetch_assignees();
    let tab = open_tab();
    reveal_open_tab(move || tab.track());
    let user = current_user();
    let link = move |(name, label, _): (&'static str, ClientTexts, Object)| {
        view! {
            <FilterTab
                url=Signal::derive(move || format!("/agent/clients/{}?tab={name}", id.get()))
                is_active=Signal::derive(move || tab.get() == name)
                test_id=format!("tab-{name}")
                name=t(label)
            />
        }
    };
    let content = move |id: ClientId| match tab.get() {
        "balance" => any_view! {
            {client_balances(id, card)}
            <OperationList id=id />
        },
        "wallets" => any_view! { <ClientWallets id=id /> },
        "staff" => any_view! { <ClientMembers id=id /> },
        "orders" => any_view! {
            {user
                .may(Object::Orders, Level::Edit)
                .then(|| {
                    view! {
                        <p>
                            <NewOrderButton client=id />
                        </p>
                    }
                })}
            <ClientOrders id=id />
        },
        _ => any_view! {
            {client_profile(id, card, assignees)}
            {client_history(id)}
        },
    };
    let page = move || {
        let id = card.read(|card| card.row.id).unwrap_or_else(|| id.get_untracked());
        any_view! {
            {client_head(card)}
            <nav class="tabs" aria-label=t(ClientTexts::Account)>
                {TABS.into_iter().filter(|(_, _, object)| user.may(*object, Level::View)).map(link).collect_view()}
            </nav>
            {move || content(id)}
        }
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/clients", t(LifecycleTexts::Clients))] />
        {card.page(Skeleton::Rows, page)}
    }
}

fn client_head(card: Record<ClientCard>) -> AnyView {
    let note = |row: &ClientRow| {
        let name = format!("{} · {}", row.code, row.name);
        notes::note_button(NoteKind::Client, row.id.0, row.has_note, name)
    };
    let disabled = |is_disabled: &bool| {
        is_disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })
    };
    let phone = |phone: &Option<String>| {
        phone.clone().map(|phone| {
            view! {
                <a href=format!("tel:{phone}") data-testid="client-phone">
                    {phone.clone()}
                </a>
            }
        })
    };
    let balances = |balances: &Vec<Money>| {
        (!balances.is_empty()).then(|| {
            let sums: Vec<String> = balances.iter().map(|money| format::money(*money)).collect();
            view! {
                <span data-testid="client-balances">
                    {t(ClientTexts::BalanceTab)} ": " <strong>{sums.join(" · ")}</strong>
                </span>
            }
        })
    };
    let user = current_user();
    let sees_debts = user.may(Object::Reports, Level::View) && user.may(Object::Balance, Level::View);
    any_view! {
        <div class="page-head">
            <h1 data-testid="client-code">{move || card.with(|card| card.row.code.clone())}</h1>
            <strong dir="auto">{move || card.with(|card| card.row.name.clone())}</strong>
            {card.part(|card| card.row.clone(), note)}
            {card.part(|card| card.row.disabled, disabled)}
        </div>
        <p class="facts client-facts" data-testid="client-facts">
            {card.part(|card| card.row.phone.clone(), phone)}
            {card.part(|card| card.row.balances.clone(), balances)}
            {sees_debts.then(|| client_debt(card))}
        </p>
    }
}

/// The sum that the client has to pay, with the way to the orders. Absent without a debt.
fn client_debt(card: Record<ClientCard>) -> AnyView {
    let funds = use_value(&[], || api::get::<ShowFunds>(Nothing {})).following_own(&[Topic::Order, Topic::Balance]);
    let debt = move || {
        let id = card.with(|card| card.row.id)?;
        let (due, missing) = funds.with(|funds| {
            let debtor = funds.debtors.iter().find(|debtor| debtor.client_id == id)?;
            let due = debtor.orders_due.minor.saturating_add(debtor.shipments_due.minor);
            Some((Money::new(due, debtor.orders_due.currency), debtor.missing))
        })??;
        let lacks = (missing.minor > 0).then(|| {
            view! { <span class="muted">" ("{t(ClientTexts::Lacks)}" "{format::money(missing)}")"</span> }
        });
        let url = format!("/agent/orders?client_id={id}&status=quoted");
        Some(view! {
            <span data-testid="client-debt">
                {t(ClientTexts::Owes)} ": " <a href=url>
                    <strong>{format::money(due)}</strong>
                </a> {lacks}
            </span>
        })
    };
    debt.into_any()
}

/// The balances, with the actions on them.
fn client_balances(id: ClientId, card: Record<ClientCard>) -> AnyView {
    let reload = Callback::new(move |()| card.reload());
    let adjusting = RwSignal::new(false);
    let balances = card.slice(|card| card.row.balances.clone());
    let account = |money: &Money| {
        view! {
            <div class="card account" data-testid=format!("account-{}", money.currency.code())>
                <span class="muted">{money.currency.code()}</span>
                <strong>{format::money(*money)}</strong>
            </div>
        }
    };
    let may_adjust = current_user().may(Object::Balance, Level::Manage);
    let dialog = move || {
        let close = Callback::new(move |()| adjusting.set(false));
        adjusting
            .get()
            .then(|| view! { <AdjustmentDialog id=id reload=reload close=close /> })
    };
    any_view! {
        <div class="accounts">{balances.view(move |balances| balances.iter().map(account).collect_view())}</div>
        <div class="toolbar">
            {may_adjust
                .then(|| {
                    view! {
                        <button class="button" data-testid="adjust" on:click=move |_| adjusting.set(true)>
                            {t(ClientTexts::Adjust)}
                        </button>
                    }
                })}
            <ClientWithdrawals
                id=id
                balances=Signal::derive(move || balances.get().unwrap_or_default())
                reload=reload
            />
        </div>
        {dialog}
    }
}

/// The button that disables the client, or enables it again.
fn disable_button(card: Record<ClientCard>, form: ClientForm) -> AnyView {
    let toggle = move |_| {
        let about = |card: &ClientCard| (card.row.disabled, format!("{} · {}", card.row.code, card.row.name));
        let Some((is_disabled, subject)) = card.read(about) else {
            return;
        };
        spawn_local(async move {
            if is_disabled || confirmed(subject, t(ClientTexts::DisableAsk), t(ClientTexts::Disable)).await {
                form.send(ClientChange {
                    disabled: Some(!is_disabled),
                    ..ClientChange::default()
                });
            }
        });
    };
    let label = move || {
        let is_disabled = card.with(|card| card.row.disabled).unwrap_or_default();
        t(if is_disabled {
            ClientTexts::Enable
        } else {
            ClientTexts::Disable
        })
    };
    any_view! {
        <button type="button" class="quiet" data-testid="disable-client" on:click=toggle>
            {label}
        </button>
    }
}

/// Who is in charge of the client: a field for people who may assign it, else the name.
fn manager_field(card: Record<ClientCard>, value: RwSignal<String>, assignees: Assignees) -> AnyView {
    let manager = move || card.with(|card| card.row.manager_staff_id).flatten();
    if !rules::may_assign(&current_user().rights(), Object::Clients) {
        let name = move || match manager() {
            Some(id) => assignee_name(assignees, id).unwrap_or_default(),
            None => t(AssigneeTexts::Nobody).to_owned(),
        };
        return any_view! { <p class="muted">{t(AssigneeTexts::Manager)}": "<bdi>{name}</bdi></p> };
    }
    let managers = Signal::derive(move || {
        let nobody = (String::new(), t(AssigneeTexts::Nobody).to_owned());
        let people = assignee_options(assignees, manager());
        std::iter::once(nobody).chain(people).collect::<Vec<_>>()
    });
    any_view! { <SelectField name="manager_staff_id" label=t(AssigneeTexts::Manager) value=value options=managers /> }
}

fn client_profile(id: ClientId, card: Record<ClientCard>, assignees: Assignees) -> AnyView {
    let rights = current_user();
    let form = ClientForm::new(id, card);
    let text = |read: fn(&ClientRow) -> String| form.form.text(move |card| read(&card.row));
    let name = text(|row| row.name.clone());
    let company = text(|row| row.company.clone().unwrap_or_default());
    let currency = text(|row| row.currency.code().to_owned());
    let manager_id = text(|row| row.manager_staff_id.map(|id| id.to_string()).unwrap_or_default());
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let manager = card.read(|card| card.row.manager_staff_id).flatten();
        form.send(ClientChange {
            name: Some(name.get_untracked()),
            company: Some(company.get_untracked()),
            currency: Currency::from_code(&currency.get_untracked()),
            manager_staff_id: Some(manager_id.get_untracked().parse().ok()).filter(|chosen| *chosen != manager),
            ..ClientChange::default()
        });
    };
    let currencies = Signal::stored(
        Currency::COMMON
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    let error = form.action;
    let may_manage = rights.may(Object::Clients, Level::Manage);
    any_view! {
        <ErrorNote error=error />
        <div class="card-columns">
            <form class="card" on:submit=save>
                <h2>{t(ClientTexts::Account)}</h2>
                <Field name="name" label=t(Text::Name) value=name error=error required=true />
                <Field name="company" label=t(Text::Company) value=company error=error />
                <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                {manager_field(card, manager_id, assignees)}
                {rights
                    .may(Object::Clients, Level::Edit)
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="save-client">
                                {t(Text::Save)}
                            </button>
                        }
                    })}
                {may_manage.then(|| disable_button(card, form))}
            </form>
            {own_commission(id, card, may_manage)}
            {own_terms(id, card, may_manage)}
        </div>
    }
}
