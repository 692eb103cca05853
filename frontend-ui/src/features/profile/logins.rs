//! The person's logins, with device, IP address and time. They can be ended one by one or all at once.

use crate::{
    api::{self, Error, Fetched},
    components::{ErrorNote, Loaded, confirmed},
    format,
    i18n::{ProfileTexts, t},
    session,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    page::Listing,
    profile::{EndLogin, EndLogins, ListLogins, LogOutEverywhere, LoginSession},
};

#[component]
pub(super) fn LoginList() -> impl IntoView {
    let logins = Fetched::new(|| api::get::<ListLogins>(Nothing {}));
    let error = RwSignal::new(None::<Error>);
    let done = move |result: Result<Nothing, Error>| {
        error.set(result.err());
        logins.refetch();
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
                                on:click=move |_| spawn_local(async move {
                                    done(api::call::<EndLogin>((id,), Nothing {}).await)
                                })
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
        let devices = StoredValue::new(list.data.iter().map(device_name).collect::<Vec<_>>().join(" · "));
        let rows = list.data.into_iter().map(row).collect_view();
        let end_others = move |_| spawn_local(async move { done(end_logins(true).await) });
        view! {
            <ul class="tokens">{rows}</ul>
            <div class="row">
                {others
                    .then(|| {
                        view! {
                            <button class="button" data-testid="end-others" on:click=end_others>
                                {t(ProfileTexts::EndOthers)}
                            </button>
                        }
                    })}
                <button
                    class="quiet danger"
                    data-testid="end-all"
                    on:click=move |_| spawn_local(log_out_everywhere(devices.get_value(), error))
                >
                    {t(ProfileTexts::EndAll)}
                </button>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="card">
            <h2>{t(ProfileTexts::Logins)}</h2>
            <ErrorNote error=error />
            <Loaded resource=logins content=content />
        </section>
    }
    .into_any()
}

fn device_name(login: &LoginSession) -> String {
    match login.device.as_str() {
        "" => t(ProfileTexts::UnknownDevice).to_owned(),
        device => device.to_owned(),
    }
}

async fn log_out_everywhere(devices: String, error: RwSignal<Option<Error>>) {
    if !confirmed(devices, t(ProfileTexts::ConfirmEndAll), t(ProfileTexts::EndAll)).await {
        return;
    }
    match end_logins(false).await {
        Ok(_) => {
            session::clear_access_token();
            session::redirect(&format!("/{}/login", session::guard().as_str()));
        }
        Err(err) => error.set(Some(err)),
    }
}

async fn end_logins(keep_current: bool) -> Result<Nothing, Error> {
    api::call::<EndLogins>((), LogOutEverywhere { keep_current }).await
}
