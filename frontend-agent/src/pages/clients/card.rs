//! The card of a client, in tabs: settings, balance, payment app requests, staff and orders.

use super::{
    history::ClientHistory,
    lists::{ClientMembers, ClientOrders, ClientWallets},
    operations::{AdjustmentDialog, OperationList},
    own_commission::OwnCommission,
    own_terms::OwnTerms,
    sender::ClientSender,
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
    api::{self, Error, Fetched, Options},
    components::{
        Breadcrumb, Crumb, ErrorNote, Field, FilterTab, Loaded, SelectField, confirmed, page_by_id, reveal_open_tab,
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use shared_types::{
    access::{Level, Object},
    clients::{ClientCard, ClientChange, ShowClient},
    endpoint::Nothing,
    id::ClientId,
    money::Currency,
    notes::NoteKind,
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
    let card = Fetched::new(move || api::send::<ShowClient>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let reload = Callback::new(move |()| card.refetch());
    use_live_object(
        &[Topic::Client, Topic::Balance],
        move || id.try_get_untracked(),
        move || card.refetch(),
    );
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
    let content = move || {
        let id = id.get();
        match tab.get() {
            "balance" => view! {
                <Loaded
                    resource=card
                    content=move |card: ClientCard| view! { <ClientBalances card=card reload=reload /> }.into_any()
                />
                <OperationList id=id />
            }
            .into_any(),
            "wallets" => view! { <ClientWallets id=id /> }.into_any(),
            "staff" => view! { <ClientMembers id=id /> }.into_any(),
            "orders" => view! {
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
            }
            .into_any(),
            _ => view! {
                <Loaded
                    resource=card
                    content=move |card: ClientCard| {
                        view! { <ClientProfile card=card assignees=assignees reload=reload /> }.into_any()
                    }
                />
                <ClientHistory id=id />
            }
            .into_any(),
        }
    };
    let content = StoredValue::new_local(content);
    // The head says it once if there is no such client.
    let is_known = Memo::new(move |_| matches!(card.get(), Some(Ok(_))));
    let tabs = move || {
        is_known.get().then(|| {
            view! {
                <nav class="tabs" aria-label=t(ClientTexts::Account)>
                    {TABS.into_iter().filter(|(_, _, object)| user.may(*object, Level::View)).map(link).collect_view()}
                </nav>
                {move || content.with_value(|content| content())}
            }
        })
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/clients", t(LifecycleTexts::Clients))] />
        <Loaded resource=card content=client_head />
        {tabs}
    }
}

fn client_head(card: ClientCard) -> AnyView {
    let row = card.row;
    view! {
        <div class="page-head">
            <h1 data-testid="client-code">{row.code.clone()}</h1>
            <strong dir="auto">{row.name.clone()}</strong>
            {notes::note_button(NoteKind::Client, row.id.0, row.has_note, format!("{} · {}", row.code, row.name))}
            {row.disabled.then(|| view! { <span class="badge canceled">{t(ClientTexts::Disabled)}</span> })}
        </div>
    }
    .into_any()
}

/// The balances, with the actions on them.
#[component]
fn ClientBalances(card: ClientCard, reload: Callback<()>) -> impl IntoView {
    let row = card.row;
    let id = row.id;
    let adjusting = RwSignal::new(false);
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
    let may_adjust = current_user().may(Object::Balance, Level::Manage);
    view! {
        <div class="accounts">{balances}</div>
        <div class="toolbar">
            {may_adjust
                .then(|| {
                    view! {
                        <button class="button" data-testid="adjust" on:click=move |_| adjusting.set(true)>
                            {t(ClientTexts::Adjust)}
                        </button>
                    }
                })} <ClientWithdrawals id=id balances=row.balances.clone() reload=reload />
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

#[component]
fn ClientProfile(card: ClientCard, assignees: Assignees, reload: Callback<()>) -> impl IntoView {
    let row = card.row;
    let id = row.id;
    let rights = current_user();
    let (name, company) = (
        RwSignal::new(row.name.clone()),
        RwSignal::new(row.company.clone().unwrap_or_default()),
    );
    let currency = RwSignal::new(row.currency.code().to_owned());
    let manager = row.manager_staff_id;
    let manager_id = RwSignal::new(manager.map(|id| id.to_string()).unwrap_or_default());
    let may_assign = rules::may_assign(&rights.rights(), Object::Clients);
    let managers = Signal::derive(move || {
        let nobody = (String::new(), t(AssigneeTexts::Nobody).to_owned());
        let people = assignee_options(assignees, manager);
        std::iter::once(nobody).chain(people).collect::<Vec<_>>()
    });
    let manager_name = move || match manager {
        Some(id) => assignee_name(assignees, id).unwrap_or_default(),
        None => t(AssigneeTexts::Nobody).to_owned(),
    };
    let error = RwSignal::new(None::<Error>);
    let sender = ClientSender {
        id,
        version: card.version,
        reload,
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let change = ClientChange {
            name: Some(name.get_untracked()),
            company: Some(company.get_untracked()),
            currency: Currency::from_code(&currency.get_untracked()),
            manager_staff_id: Some(manager_id.get_untracked().parse().ok()).filter(|chosen| *chosen != manager),
            ..ClientChange::default()
        };
        sender.send(change, error);
    };
    let disabled = row.disabled;
    let subject = format!("{} · {}", row.code, row.name);
    let toggle_disabled = move |_| {
        let subject = subject.clone();
        spawn_local(async move {
            if disabled || confirmed(subject, t(ClientTexts::DisableAsk), t(ClientTexts::Disable)).await {
                let change = ClientChange {
                    disabled: Some(!disabled),
                    ..ClientChange::default()
                };
                sender.send(change, error);
            }
        });
    };
    let currencies = Signal::stored(
        Currency::COMMON
            .map(|currency| (currency.code().to_owned(), currency.code().to_owned()))
            .to_vec(),
    );
    let may_manage = rights.may(Object::Clients, Level::Manage);
    view! {
        <ErrorNote error=error />
        <div class="card-columns">
            <form class="card" on:submit=save>
                <h2>{t(ClientTexts::Account)}</h2>
                <Field name="name" label=t(Text::Name) value=name error=error required=true />
                <Field name="company" label=t(Text::Company) value=company error=error />
                <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                {if may_assign {
                    view! {
                        <SelectField
                            name="manager_staff_id"
                            label=t(AssigneeTexts::Manager)
                            value=manager_id
                            options=managers
                        />
                    }
                        .into_any()
                } else {
                    view! { <p class="muted">{t(AssigneeTexts::Manager)}": "<bdi>{manager_name}</bdi></p> }.into_any()
                }}
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
            <OwnCommission commission=card.commission may_change=may_manage sender=sender />
            <OwnTerms rates=card.rates offers=card.offers limits=card.limits may_change=may_manage sender=sender />
        </div>
    }
    .into_any()
}
