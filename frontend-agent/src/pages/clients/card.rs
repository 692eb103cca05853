//! The card of a client: balances, details, withdrawals, staff and operations.

use super::{
    ClientTexts,
    operations::{AdjustmentDialog, OperationList},
};
use crate::{
    notes,
    pages::{
        assignees::{AssigneeTexts, Assignees, assignee_name, assignee_options, fetch_assignees},
        client_withdrawal::ClientWithdrawals,
    },
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded, SelectField, confirmed, page_by_id},
    format,
    i18n::{Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::components::A;
use shared_types::{
    access::{Level, Object},
    clients::{ChangeClient, ClientCard, ClientChange, ShowClient},
    endpoint::Nothing,
    id::ClientId,
    money::Currency,
    notes::NoteKind,
    staff::{ListClientStaff, PeoplePage, PeopleQuery, StaffMember, rules},
};

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
    let assignees = fetch_assignees();
    view! {
        <Loaded
            resource=card
            content=move |card: ClientCard| {
                view! { <ClientProfile card=card assignees=assignees reload=reload /> }.into_any()
            }
        />
        {move || sees_balance.then(|| view! { <OperationList id=id.get() /> })}
    }
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
            manager_staff_id: Some(manager_id.get_untracked().parse().ok()).filter(|chosen| *chosen != manager),
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
                    view! { <p class="muted">{t(AssigneeTexts::Manager)}": "{manager_name}</p> }.into_any()
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
