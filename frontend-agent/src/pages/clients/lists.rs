//! The orders, the payment app requests and the members of a client on the card.

use super::texts::ClientTexts;
use frontend_ui::{
    features::{cost::list_total, order_status::StatusBadge, payments, people::invitation_link},
    i18n::StaffTexts,
    prelude::*,
};
use shared_types::{
    clients::CreateClientLink,
    id::ClientId,
    orders::{AgentOrderQuery, ListAgentOrders, OrderSummary},
    staff::{ListClientStaff, PeoplePage, PeopleQuery, StaffMember},
    topups::{ListWalletTopups, WalletQuery, WalletTopup},
};

fn empty(text: ClientTexts) -> AnyView {
    empty_state(t(text), None)
}

fn link_to_all(url: String, text: ClientTexts) -> AnyView {
    any_view! {
        <p>
            <a href=url class="button">
                {t(text)}
            </a>
        </p>
    }
}

/// The newest orders of the client, with a link to the table.
#[component]
pub(super) fn ClientOrders(id: ClientId) -> impl IntoView {
    let query = AgentOrderQuery {
        client_id: Some(id),
        ..AgentOrderQuery::default()
    };
    let all = api::path_and_query::<ListAgentOrders>(&(), &query);
    let orders = use_list(
        &[Topic::Order],
        |order: &OrderSummary| order.id.0,
        move |_| api::get::<ListAgentOrders>(query.clone()),
    );
    let row = |order: OrderSummary| {
        let total = list_total(&order);
        any_view! {
            <tr data-testid="client-order">
                <td>
                    <a href=format!("/agent/orders/{}", order.id)>{order.number}</a>
                </td>
                <td>
                    <StatusBadge status=order.status />
                </td>
                <td dir="auto" class="wide">
                    {order.title}
                </td>
                <td class="right">{total}</td>
                <td class="muted">{format::day(order.created_at)}</td>
            </tr>
        }
    };
    let content = move || {
        any_view! {
            <div class="table client-rows" tabindex="0">
                <table>
                    <tbody>{orders.rows().view(row)}</tbody>
                </table>
            </div>
            {link_to_all(all.clone(), ClientTexts::AllOrders)}
        }
    };
    orders.view(Skeleton::Rows, || empty(ClientTexts::NoOrders), content)
}

/// The newest payment app requests of the client, with a link to the list in which they are worked on.
#[component]
pub(super) fn ClientWallets(id: ClientId) -> impl IntoView {
    let query = WalletQuery {
        client_id: Some(id),
        ..WalletQuery::default()
    };
    let all = api::path_and_query::<ListWalletTopups>(&(), &query);
    let requests = use_list(
        &[Topic::WalletTopup],
        |request: &WalletTopup| request.id.0,
        move |_| api::get::<ListWalletTopups>(query.clone()),
    );
    let row = |request: WalletTopup| {
        any_view! {
            <tr data-testid="client-wallet-topup">
                <td class="right">
                    <strong>{format::money(request.amount)}</strong>
                </td>
                <td>{payments::status_badge(request.status.as_str(), payments::wallet_status_name(request.status))}</td>
                <td>{payments::wallet_name(request.wallet)}</td>
                <td class="wide">{request.account}</td>
                <td class="muted">{format::date_time(request.created_at)}</td>
            </tr>
        }
    };
    let content = move || {
        any_view! {
            <div class="table" tabindex="0">
                <table>
                    <tbody>{requests.rows().view(row)}</tbody>
                </table>
            </div>
            {link_to_all(all.clone(), ClientTexts::AllRequests)}
        }
    };
    requests.view(Skeleton::Rows, || empty(ClientTexts::NoWallets), content)
}

/// The client's staff, read-only, with the link that an invited owner needs.
#[component]
pub(super) fn ClientMembers(id: ClientId) -> impl IntoView {
    let people = use_value(&[], move || {
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
        any_view! {
            <li class="row spread" data-testid="person">
                <span>
                    <strong dir="auto">{person.name}</strong>
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
    let rows = people.rows(
        |person: &StaffMember| person.id,
        |people: &PeoplePage| people.data.clone(),
    );
    let link = RwSignal::new(None::<ClientId>);
    let invitation =
        move |people: &PeoplePage| {
            let is_invited = |person: &StaffMember| person.is_owner && person.confirmed_at.is_none();
            let may_invite = current_user().may(Object::Clients, Level::Edit);
            (may_invite && people.data.iter().any(is_invited)).then(|| {
            let made = move || link.get().map(|id| invitation_link(api::call::<CreateClientLink>((id,), Nothing {})));
            view! {
                <p>{t(ClientTexts::InvitationHint)}</p>
                <div class="row">
                    <button type="button" class="button" data-testid="login-link" on:click=move |_| link.set(Some(id))>
                        {t(StaffTexts::LoginLink)}
                    </button>
                </div>
                {made}
            }
        })
        };
    let content = move || {
        any_view! {
            <ul>{rows.view(row)}</ul>
            {people.view(invitation)}
        }
    };
    any_view! {
        <section class="card">
            <h2>{t(ClientTexts::People)}</h2>
            {people.page(Skeleton::Rows, content)}
        </section>
    }
}
