//! The person's logins: on which device, from where, since when; ended one by one or all at once.

use super::calls;
use crate::{
    api::Error,
    components::{ErrorNote, Loaded},
    format,
    i18n::{Own, t},
    session,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{endpoint::Nothing, page::Listing, profile::Login};

/// The list.
#[component]
pub(super) fn Logins() -> impl IntoView {
    let logins = LocalResource::new(calls::logins);
    let error = RwSignal::new(None::<Error>);
    let done = move |answer: Result<Nothing, Error>| {
        error.set(answer.err());
        logins.refetch();
    };
    let row = move |login: Login| {
        let id = login.id;
        let device = if login.device.is_empty() {
            t(Own::Unknown).to_owned()
        } else {
            login.device
        };
        let side = t(if login.guard == "agent" {
            Own::AgentSide
        } else {
            Own::ClientSide
        });
        view! {
            <li class="token" data-testid="login-row">
                <span>
                    <strong>{device}{login.current.then(|| view! { <small class="badge accepted">{t(Own::This)}</small> })}</strong>
                    <small class="muted">{side}" · "{login.last_ip}" · "{t(Own::Seen)}" "{format::moment(login.last_seen_at)}" · "{t(Own::Since)}" "{format::moment(login.created_at)}</small>
                </span>
                {(!login.current).then(|| view! { <button class="button" data-testid="end-login" on:click=move |_| spawn_local(async move { done(calls::end(id).await) })>{t(Own::End)}</button> })}
            </li>
        }
    };
    let content = move |list: Listing<Login>| {
        let others = list.data.len() > 1;
        let rows = list.data.into_iter().map(row).collect_view();
        let end_others = move |_| spawn_local(async move { done(calls::end_all(true).await) });
        view! {
            <ul class="tokens">{rows}</ul>
            <div class="row">
                {others.then(|| view! { <button class="button" data-testid="end-others" on:click=end_others>{t(Own::EndOthers)}</button> })}
                <button class="quiet danger" data-testid="end-all" on:click=move |_| spawn_local(everywhere(error))>{t(Own::EndAll)}</button>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="card">
            <h2>{t(Own::Logins)}</h2>
            <ErrorNote error=error/>
            <Loaded resource=logins content=content/>
        </section>
    }
    .into_any()
}

async fn everywhere(error: RwSignal<Option<Error>>) {
    if !window().confirm_with_message(t(Own::EndAllAsk)).unwrap_or(false) {
        return;
    }
    match calls::end_all(false).await {
        Ok(_) => {
            session::forget();
            session::go(&format!("/{}/login", session::guard().as_str()));
        }
        Err(refused) => error.set(Some(refused)),
    }
}
