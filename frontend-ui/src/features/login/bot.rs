//! Confirmation of a phone number by a bot: QR codes and links, and a page that polls until the number is confirmed.

use super::{
    frame::{
        REGISTRATION_QUERY, code_button_label, finish_login, guard_path, login_layout, page_path, registration_path,
        send_code,
    },
    registration_code::RegistrationCode,
    state::{LoginState, login_state},
    texts::LoginTexts,
};
use crate::{api::Error, components::qr, prelude::*, session};
use gloo_timers::future::TimeoutFuture;
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::identity::{
    BotLink, BotLinks, Channel, CheckBotLinks, CreateBotLinks, LinkCheck, LinkProgress, LinkState, PhoneCheck,
    ResumeRegistration,
};

/// Time between two checks whether the phone number is confirmed, in milliseconds.
const POLL_INTERVAL_MS: u32 = 2_000;

impl LoginState {
    fn phone_check(self) -> PhoneCheck {
        PhoneCheck {
            phone: self.phone.get_untracked(),
        }
    }

    /// Requests new bot links: for the registration that this browser has begun, or for a login.
    async fn request_bot_links(self, is_registration: bool) -> Result<BotLinks, Error> {
        if !is_registration {
            let body = self.phone_check();
            return api::call::<CreateBotLinks>(guard_path(), body).await;
        }
        let resumed = api::call::<ResumeRegistration>(guard_path(), Nothing {}).await?;
        let _ = self.phone.try_set(resumed.phone);
        self.store_phone();
        Ok(resumed.bot_links)
    }
}

/// The page that waits until a phone number is confirmed: for a login, or for a registration if the address says so. A
/// registration belongs to the browser's cookie, so the page continues it after a reload and after the way to the messenger.
#[component]
pub fn BotConfirmationPage() -> impl IntoView {
    let login = login_state();
    let is_registration = use_query_map().with_untracked(|query| query.get(REGISTRATION_QUERY).is_some());
    let bot_links = RwSignal::new(login.bot_links.get_untracked().filter(|_| is_registration));
    let state = RwSignal::new(LinkState::Pending);
    let (action, checked) = (use_action(), RwSignal::new(false));
    let channels = RwSignal::new(bot_links.with_untracked(|bot_links| {
        bot_links
            .as_ref()
            .map(|bot_links| bot_links.channels.clone())
            .unwrap_or_default()
    }));
    if !is_registration && login.phone.with_untracked(String::is_empty) {
        session::redirect(&page_path("login"));
    }
    let request_links = move || {
        state.set(LinkState::Pending);
        let call = async move {
            match login.request_bot_links(is_registration).await {
                Err(error) if error.code() == Some(ProblemCode::LinkExpired) => Ok(None),
                links => links.map(Some),
            }
        };
        action.run(call, move |links| match links {
            Some(new) => {
                let _ = channels.try_set(new.channels.clone());
                let _ = bot_links.try_set(Some(new));
            }
            None => {
                let _ = state.try_set(LinkState::Expired);
            }
        });
    };
    if bot_links.with_untracked(Option::is_none) {
        request_links();
    }
    let navigate = use_navigate();
    let apply = move |progress: LinkProgress| {
        state.set(progress.state);
        match progress.state {
            LinkState::LoggedIn => {
                if let Some(opened) = progress.session {
                    spawn_local(finish_login(opened));
                }
            }
            LinkState::Code => channels.set(progress.channels),
            LinkState::Pending | LinkState::NoCabinet | LinkState::Expired => {}
        }
    };
    // Polling ends when the page is closed and its signals are disposed.
    let fetch_progress = move || {
        let body = LinkCheck {
            phone: login.phone.get_untracked(),
            timezone: format::browser_time_zone(),
        };
        api::call::<CheckBotLinks>(guard_path(), body)
    };
    spawn_local(async move {
        loop {
            TimeoutFuture::new(POLL_INTERVAL_MS).await;
            match (state.try_get_untracked(), bot_links.try_with_untracked(Option::is_some)) {
                (None, _) | (_, None) => return,
                (Some(LinkState::Pending | LinkState::Code), Some(true)) => {}
                _ => continue,
            }
            let result = fetch_progress().await;
            if state.is_disposed() {
                return;
            }
            // Errors are ignored: the next poll tries again.
            if let Ok(progress) = result {
                apply(progress);
            }
        }
    });
    let check = move |_| {
        action.run(fetch_progress(), move |progress| {
            checked.set(progress.state == LinkState::Pending);
            apply(progress);
        });
    };
    let to_code = move |channel: Channel| {
        let navigate = navigate.clone();
        login.channels.set(channels.get_untracked());
        action.run(send_code(login.phone.get_untracked(), channel), move |()| {
            navigate(&page_path("code"), NavigateOptions::default());
        });
    };
    let codes = move || {
        let available = channels.get();
        if available.is_empty() {
            return ().into_any();
        }
        if is_registration {
            return any_view! { <RegistrationCode channels=available action=action /> };
        }
        let button = |channel: Channel| {
            let to_code = to_code.clone();
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid=format!("use-code-{}", channel.as_str())
                    on:click=move |_| to_code(channel)
                >
                    {code_button_label(channel)}
                </button>
            }
        };
        any_view! { <div class="grid codes">{available.into_iter().map(button).collect_view()}</div> }
    };
    let bots = move || match bot_links.get() {
        None if action.error().is_some() => ().into_any(),
        None => any_view! {
            <div class="skeleton" role="status" aria-label=t(Text::Loading)>
                <span></span>
                <span></span>
                <span></span>
            </div>
        },
        Some(links) => bot_link_list(&links, check),
    };
    let inner = move || {
        let codes = codes.clone();
        match state.get() {
            LinkState::NoCabinet if session::guard() == Guard::Agent => any_view! {
                <p class="note" role="status" data-testid="no-cabinet">
                    {t(LoginTexts::NoCabinetAgent)}
                </p>
                <a class="button" href=page_path("register")>
                    {t(LoginTexts::RegisterCompany)}
                </a>
            },
            LinkState::NoCabinet => any_view! {
                <p class="note" role="status" data-testid="no-cabinet">
                    {t(LoginTexts::NoCabinet)}
                </p>
            },
            LinkState::Expired if is_registration => any_view! {
                <p class="note">{t(LoginTexts::RegistrationExpired)}</p>
                <a class="button primary" href=registration_path()>
                    {t(LoginTexts::RegisterAgain)}
                </a>
            },
            LinkState::Expired => any_view! {
                <p class="note">{t(LoginTexts::LinksExpired)}</p>
                <button class="button primary" data-testid="new-links" on:click=move |_| request_links()>
                    {t(LoginTexts::NewLinks)}
                </button>
            },
            LinkState::LoggedIn => any_view! { <p role="status">{t(LoginTexts::OpeningCabinet)}</p> },
            LinkState::Pending | LinkState::Code => any_view! {
                {bots}
                {codes}
            },
        }
    };
    let body = view! {
        <p class="row spread login-account">
            <strong>{move || login.phone.get()}</strong>
            <a class="quiet" href=page_path("login")>
                {t(LoginTexts::AnotherPhone)}
            </a>
        </p>
        <ErrorNote error=action />
        {inner}
        {move || {
            checked
                .get()
                .then(|| {
                    view! {
                        <p class="note" role="status">
                            {t(LoginTexts::StillWaiting)}
                        </p>
                    }
                })
        }}
    };
    login_layout(t(LoginTexts::BotTitle), body.into_any())
}

/// The QR codes and links of the bots, with a button to check again.
fn bot_link_list(bot_links: &BotLinks, check: impl Fn(leptos::ev::MouseEvent) + 'static) -> AnyView {
    if bot_links.links.is_empty() {
        return if bot_links.channels.is_empty() {
            any_view! { <p class="note">{t(LoginTexts::NoBots)}</p> }
        } else {
            ().into_any()
        };
    }
    let bots = bot_links.links.iter().map(bot_figure).collect_view();
    any_view! {
        <p class="hint">{t(LoginTexts::BotHint)}</p>
        <div class="bots">{bots}</div>
        <button type="button" class="button" data-testid="check-again" on:click=check>
            {t(LoginTexts::CheckAgain)}
        </button>
    }
}

/// The QR code and link of a bot.
pub(crate) fn bot_figure(link: &BotLink) -> impl IntoView + use<> {
    let (name, open) = match link.channel {
        Channel::Max => ("MAX", t(LoginTexts::OpenMax)),
        _ => ("Telegram", t(LoginTexts::OpenTelegram)),
    };
    view! {
        <figure class="bot">
            {qr(&link.qr, format!("{} {name}", t(LoginTexts::QrCode)))} <figcaption>
                <a
                    class="button primary"
                    data-testid=format!("open-{}", link.channel.as_str())
                    href=link.url.clone()
                    target="_blank"
                    rel="noopener noreferrer"
                >
                    {open}
                </a>
            </figcaption>
        </figure>
    }
}
