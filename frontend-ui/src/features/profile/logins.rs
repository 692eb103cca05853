//! The person's logins, with device, IP address and time. They can be ended one by one or all at once.

use crate::{api::Error, i18n::ProfileTexts, prelude::*, session};
use shared_types::{
    page::Listing,
    profile::{EndLogin, EndLogins, ListLogins, LogOutEverywhere, LoginSession},
};
use std::pin::Pin;

/// A call that ends logins.
type EndCall = Pin<Box<dyn Future<Output = Result<Nothing, Error>>>>;

#[component]
pub(super) fn LoginList() -> impl IntoView {
    let logins = use_value(&[], || api::get::<ListLogins>(Nothing {}));
    let action = use_action();
    let end = move |call: EndCall| {
        let call = async move {
            let ended = call.await;
            logins.reload();
            ended
        };
        action.run(call, |_| ());
    };
    let row = move |login: LoginSession| {
        let (id, device) = (login.id, device_name(&login));
        let side = t(if login.guard == "agent" {
            ProfileTexts::AgentSide
        } else {
            ProfileTexts::ClientSide
        });
        view! {
            <li class="token" data-testid="login-row">
                <span>
                    <strong>
                        {device}
                        {login
                            .current
                            .then(|| view! { <small class="badge accepted">{t(ProfileTexts::CurrentLogin)}</small> })}
                    </strong>
                    <small class="muted">
                        {side}" · "{login.last_ip}" · "{t(ProfileTexts::LastActive)}" "
                        {format::date_time(login.last_seen_at)}" · "{t(ProfileTexts::Since)}" "
                        {format::date_time(login.created_at)}
                    </small>
                </span>
                {(!login.current)
                    .then(|| {
                        view! {
                            <button
                                class="button"
                                data-testid="end-login"
                                on:click=move |_| end(Box::pin(api::call::<EndLogin>((id,), Nothing {})))
                            >
                                {t(ProfileTexts::EndLogin)}
                            </button>
                        }
                    })}
            </li>
        }
    };
    let content = move |list: Listing<LoginSession>| {
        let others = list.data.len() > 1;
        let devices = list.data.iter().map(device_name).collect::<Vec<_>>().join(" · ");
        let end_all = move |_| {
            let question = (t(ProfileTexts::ConfirmEndAll).to_owned(), t(ProfileTexts::EndAll));
            action.run_confirmed(devices.clone(), question, end_logins(false), |_| {
                session::clear_access_token();
                session::redirect(&format!("/{}/login", session::guard().as_str()));
            });
        };
        let rows = list.data.into_iter().map(row).collect_view();
        let end_others = move |_| end(Box::pin(end_logins(true)));
        any_view! {
            <ul class="tokens">{rows}</ul>
            <div class="row">
                {others
                    .then(|| {
                        view! {
                            <button class="button" data-testid="end-others" on:click=end_others>
                                {t(ProfileTexts::EndOthers)}
                            </button>
                        }
                    })} <button class="quiet danger" data-testid="end-all" on:click=end_all>
                    {t(ProfileTexts::EndAll)}
                </button>
            </div>
        }
    };
    any_view! {
        <section class="card">
            <h2>{t(ProfileTexts::Logins)}</h2>
            <ErrorNote error=action />
            {logins.show(Skeleton::Rows, move |value| content(value.clone()))}
        </section>
    }
}

fn device_name(login: &LoginSession) -> String {
    match login.device.as_str() {
        "" => t(ProfileTexts::UnknownDevice).to_owned(),
        device => device.to_owned(),
    }
}

async fn end_logins(keep_current: bool) -> Result<Nothing, Error> {
    api::call::<EndLogins>((), LogOutEverywhere { keep_current }).await
}
