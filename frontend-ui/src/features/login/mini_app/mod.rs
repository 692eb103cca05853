//! The cabinet of clients as a mini app of Telegram and MAX: the page that logs in by launch data, and the messenger around the cabinet.

mod bridge;
mod host;
mod launch;
mod texts;

pub use host::{HostBridge, MainAction, MainButton, provide_main_button};
pub(crate) use launch::current_page;
pub use launch::is_launched;

use super::{
    door::{invitation_query, store_link},
    frame::{login_layout, page_path, store_next},
    texts::LoginTexts,
};
use crate::{api::Error, components::apply_host_theme, prelude::*, session};
use bridge::{Bridge, HostEvent};
use gloo_timers::future::TimeoutFuture;
use launch::Launch;
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::identity::{
    ClientRegistration, InvitationQuery, InvitationState, LaunchMiniApp, MINI_APP_TARGET, MiniAppLogin, MiniAppPhone,
    MiniAppState, RegisterClient, ShowInvitation, invitation_of_launch, page_of_launch,
};
use texts::MiniAppTexts;

/// How often and how long the page waits for a number that was sent to the bot, in milliseconds and tries.
const POLL_INTERVAL_MS: u32 = 1_000;
const POLLS: u32 = 20;

/// The content of the page.
#[derive(Clone)]
enum Step {
    Opening,
    Phone(MiniAppLogin),
    NoCabinet(MiniAppLogin),
    NeedsPassword,
    Expired,
    Failed,
}

/// The state of the page.
#[derive(Clone, Copy)]
struct Opening {
    launch: StoredValue<Launch>,
    /// The agent whose link this launch has opened.
    link: StoredValue<InvitationQuery>,
    /// The number that the person has shared in MAX. A registration needs it again.
    phone: StoredValue<Option<MiniAppPhone>>,
    step: RwSignal<Step>,
    action: Action,
    /// Opens the cabinet.
    enter: Callback<()>,
}

impl Opening {
    /// Sends the launch, and shows its outcome.
    fn run(self) {
        let step = self.step;
        self.action.run(self.log_in(), move |outcome| {
            let _ = step.try_set(outcome);
        });
    }

    async fn log_in(self) -> Result<Step, Error> {
        let (link, phone) = (self.link.get_value(), self.phone.get_value());
        let body = self.launch.with_value(|launch| launch.request(link, phone));
        let login = match api::call::<LaunchMiniApp>((), body).await {
            Ok(login) => login,
            Err(error) => {
                return match error.code() {
                    Some(ProblemCode::LinkExpired) => Ok(Step::Expired),
                    Some(ProblemCode::SecondFactorRequired) => Ok(Step::NeedsPassword),
                    _ => {
                        let _ = self.step.try_set(Step::Failed);
                        Err(error)
                    }
                };
            }
        };
        Ok(match login.state {
            MiniAppState::PhoneUnknown => Step::Phone(login),
            MiniAppState::NoCabinet => Step::NoCabinet(login),
            MiniAppState::LoggedIn => {
                if let Some(opened) = login.session {
                    session::store_access_token(opened.access_token);
                    self.enter.run(());
                }
                Step::Opening
            }
        })
    }

    /// Waits until the number that was sent to the bot is linked.
    fn wait_for_phone(self) {
        let step = self.step;
        let waiting = async move {
            let mut outcome = self.log_in().await?;
            for _ in 0..POLLS {
                if !matches!(outcome, Step::Phone(_)) {
                    break;
                }
                TimeoutFuture::new(POLL_INTERVAL_MS).await;
                outcome = self.log_in().await?;
            }
            Ok(outcome)
        };
        self.action.run(waiting, move |outcome| {
            let _ = step.try_set(outcome);
        });
    }
}

/// The page that a messenger opens. It logs in by the launch data and opens the page that the link names.
#[component]
pub fn MiniAppPage() -> impl IntoView {
    let Some(launch) = Launch::read() else {
        let inner = any_view! {
            <p class="note">{t(MiniAppTexts::OpenInMessenger)}</p>
            <a class="button primary" href=page_path("login")>
                {t(MiniAppTexts::LogIn)}
            </a>
        };
        return login_layout(t(MiniAppTexts::Title), inner);
    };
    let bridge = Bridge::new(launch.messenger);
    if let Some(is_dark) = launch.is_dark {
        apply_host_theme(is_dark);
    }
    bridge.show_page();
    bridge.show_back_button(false);
    bridge.show_main_button(None);
    let link = launch.start_parameter.as_deref().and_then(invitation_of_launch);
    let link = link.unwrap_or_else(|| {
        use_query_map().with_untracked(|query| InvitationQuery {
            agent: query.get("agent"),
            hash: query.get("hash"),
        })
    });
    store_link(&link);
    let invitation = Some(invitation_query()).filter(|link| link.agent.is_some() || link.hash.is_some());
    let target = use_query_map().with_untracked(|query| query.get(MINI_APP_TARGET));
    let page = page_of_launch(target.as_deref(), launch.start_parameter.as_deref());
    store_next(page.as_deref().unwrap_or_default());
    let navigate = use_navigate();
    let enter = Callback::new(move |()| {
        let options = NavigateOptions {
            replace: true,
            ..NavigateOptions::default()
        };
        navigate(page.as_deref().unwrap_or_else(|| session::home_path()), options);
    });
    let opening = Opening {
        launch: StoredValue::new(launch),
        link: StoredValue::new(link),
        phone: StoredValue::new(None),
        step: RwSignal::new(Step::Opening),
        action: use_action(),
        enter,
    };
    opening.run();
    let refused = RwSignal::new(false);
    bridge.listen(move |event| match event {
        HostEvent::PhoneSent => opening.wait_for_phone(),
        HostEvent::PhoneShared(phone) => {
            opening.phone.set_value(Some(phone.clone()));
            opening.run();
        }
        HostEvent::PhoneRefused => refused.set(true),
        _ => {}
    });
    let content = move || match opening.step.get() {
        Step::Opening => any_view! {
            <p class="starting" role="status">
                {t(LoginTexts::OpeningCabinet)}
            </p>
        },
        Step::Phone(login) => share_phone(bridge, opening, refused, login.bot_url),
        Step::NoCabinet(login) => register(bridge, opening, invitation.clone(), login),
        Step::NeedsPassword => any_view! {
            <p class="note" role="status">
                {t(MiniAppTexts::NeedsPassword)}
            </p>
            <a
                class="button primary"
                href=page_path("login")
                on:click=move |event| {
                    if Bridge::is_framed() {
                        event.prevent_default();
                        bridge.open_link(&format!("{}{}", origin(), page_path("login")));
                    }
                }
            >
                {t(MiniAppTexts::LogIn)}
            </a>
        },
        Step::Expired => any_view! {
            <p class="note" role="status">
                {t(MiniAppTexts::Expired)}
            </p>
        },
        Step::Failed => any_view! {
            <button class="button primary" on:click=move |_| opening.run()>
                {t(Text::Retry)}
            </button>
        },
    };
    let inner = any_view! {
        <ErrorNote error=opening.action />
        {content}
    };
    login_layout(t(MiniAppTexts::Title), inner)
}

fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Asks for the phone number of the person.
fn share_phone(bridge: Bridge, opening: Opening, refused: RwSignal<bool>, bot_url: Option<String>) -> AnyView {
    let ask = move |_| {
        refused.set(false);
        bridge.request_phone();
    };
    let in_chat = bot_url.map(|url| {
        view! {
            <a
                class="button"
                href=url.clone()
                on:click=move |event| {
                    event.prevent_default();
                    bridge.open_link(&url);
                }
            >
                {t(MiniAppTexts::OpenBot)}
            </a>
        }
    });
    any_view! {
        <p>{t(MiniAppTexts::PhoneReason)}</p>
        <p class="note" role="status" hidden=move || !refused.get()>
            {t(MiniAppTexts::PhoneRefused)}
        </p>
        <div class="grid">
            <button
                class="button primary"
                data-testid="share-phone"
                disabled=move || opening.action.is_busy()
                on:click=ask
            >
                {t(MiniAppTexts::SharePhone)}
            </button>
            {in_chat}
            <button
                class="quiet"
                data-testid="check-again"
                disabled=move || opening.action.is_busy()
                on:click=move |_| opening.run()
            >
                {t(LoginTexts::CheckAgain)}
            </button>
        </div>
    }
}

/// Registers the person with the agent whose link was opened. The number is known, the name is the one in the messenger.
fn register(bridge: Bridge, opening: Opening, invitation: Option<InvitationQuery>, login: MiniAppLogin) -> AnyView {
    let Some(invitation) = invitation else {
        return any_view! {
            <p class="note" role="status" data-testid="no-cabinet">
                {t(LoginTexts::NoAgent)}
            </p>
        };
    };
    if Bridge::is_framed() {
        // A frame keeps no cookie that the registration could belong to.
        let query = match (&invitation.agent, &invitation.hash) {
            (Some(agent), _) => format!("agent={agent}"),
            (None, hash) => format!("hash={}", hash.as_deref().unwrap_or_default()),
        };
        let url = format!("{}/client/register?{query}", origin());
        return any_view! {
            <p class="note">{t(MiniAppTexts::RegisterInBrowser)}</p>
            <button class="button primary" on:click=move |_| bridge.open_link(&url)>
                {t(MiniAppTexts::OpenBrowser)}
            </button>
        };
    }
    let (agent_name, unknown) = (RwSignal::new(None), RwSignal::new(false));
    let query = invitation.clone();
    spawn_local(async move {
        if let Ok(found) = api::get::<ShowInvitation>(query).await {
            let _ = unknown.try_set(found.state != InvitationState::Open);
            let _ = agent_name.try_set(found.agent_name);
        }
    });
    let name = RwSignal::new(login.name);
    let phone = StoredValue::new(login.phone.unwrap_or_default());
    let (action, step) = (use_action(), opening.step);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ClientRegistration {
            name: name.get_untracked(),
            phone: phone.get_value(),
            email: None,
            agent: invitation.agent.clone(),
            hash: invitation.hash.clone(),
            password: None,
            timezone: format::browser_time_zone(),
        };
        let call = async move {
            api::send::<RegisterClient>((), Nothing {}, body, Options::default()).await?;
            opening.log_in().await
        };
        action.run(call, move |outcome| {
            let _ = step.try_set(outcome);
        });
    };
    any_view! {
        <form class="grid" on:submit=submit hidden=move || unknown.get()>
            <p dir="auto" class="invited-by" data-testid="invited-by">
                {move || agent_name.get()}
            </p>
            <ErrorNote error=action />
            <Field
                name="name"
                label=t(LoginTexts::YourName)
                value=name
                error=action
                autocomplete="name"
                required=true
            />
            <p class="muted">{phone.get_value()}</p>
            <button class="button primary" data-testid="register" disabled=move || action.is_busy()>
                {t(LoginTexts::Register)}
            </button>
        </form>
        <p class="note" role="status" hidden=move || !unknown.get()>
            {t(LoginTexts::UnknownAgent)}
        </p>
    }
}
