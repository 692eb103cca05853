//! The door that waits for a bot: two pictures, two links, and a page that goes on by itself.

use super::{
    frame::{address, by, door, enter, frame, path, send_code},
    texts::Entry,
};
use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, qr},
    i18n::{Text, t},
    session,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    identity::{
        BotLink, Channel, CheckLink, CodeLogin, CodeRequest, Confirm, LinkOffer, LinkProgress, LinkState, PhoneCheck,
        RequestLink, SendConfirmation,
    },
};

/// How often the page asks whether the phone was proved, in milliseconds.
const PAUSE: u32 = 2_000;

fn phone() -> PhoneCheck {
    PhoneCheck {
        phone: door().phone.get_untracked(),
    }
}

/// The page that waits until a phone is proved: of a login, or of a registration that left its offer.
#[component]
pub fn BotPage() -> impl IntoView {
    let door = door();
    let registers = door.offer.with_untracked(Option::is_some);
    let offer = RwSignal::new(door.offer.get_untracked());
    let state = RwSignal::new(LinkState::Pending);
    let (error, checked) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let channels = RwSignal::new(
        offer.with_untracked(|offer| offer.as_ref().map(|offer| offer.channels.clone()).unwrap_or_default()),
    );
    if door.phone.with_untracked(String::is_empty) {
        session::go(&address("login"));
    }
    let body = phone();
    let ask = {
        let body = body.clone();
        move || {
            let body = body.clone();
            error.set(None);
            state.set(LinkState::Pending);
            spawn_local(async move {
                match api::send::<RequestLink>(path(), Nothing {}, body, Options::default()).await {
                    Ok(fresh) => {
                        channels.set(fresh.channels.clone());
                        offer.set(Some(fresh));
                    }
                    Err(refused) => error.set(Some(refused)),
                }
            });
        }
    };
    if !registers {
        ask();
    }
    let navigate = use_navigate();
    let take = move |progress: LinkProgress| {
        state.set(progress.state);
        match progress.state {
            LinkState::LoggedIn => {
                if let Some(opened) = progress.session {
                    spawn_local(enter(opened));
                }
            }
            LinkState::Code => channels.set(progress.channels),
            LinkState::Pending | LinkState::NoCabinet | LinkState::Expired => {}
        }
    };
    // A page that is left stops asking: its signals are gone then.
    let poll = {
        let (body, take) = (body.clone(), take);
        async move {
            loop {
                TimeoutFuture::new(PAUSE).await;
                match (state.try_get_untracked(), offer.try_with_untracked(Option::is_some)) {
                    (None, _) | (_, None) => return,
                    (Some(LinkState::Pending | LinkState::Code), Some(true)) => {}
                    _ => continue,
                }
                let answer = api::send::<CheckLink>(path(), Nothing {}, body.clone(), Options::default()).await;
                if state.is_disposed() {
                    return;
                }
                // A line that drops for a moment is no news; the next turn asks again.
                if let Ok(progress) = answer {
                    take(progress);
                }
            }
        }
    };
    spawn_local(poll);
    let check = {
        let body = body.clone();
        move |_| {
            let body = body.clone();
            error.set(None);
            spawn_local(async move {
                match api::send::<CheckLink>(path(), Nothing {}, body, Options::default()).await {
                    Ok(progress) => {
                        checked.set(progress.state == LinkState::Pending);
                        take(progress);
                    }
                    Err(refused) => error.set(Some(refused)),
                }
            });
        }
    };
    let to_code = move |channel: Channel| {
        let navigate = navigate.clone();
        error.set(None);
        door.channels.set(channels.get_untracked());
        spawn_local(async move {
            match send_code(door.phone.get_untracked(), channel).await {
                Ok(()) => navigate(&address("code"), NavigateOptions::default()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let codes = move || {
        let known = channels.get();
        if known.is_empty() {
            return ().into_any();
        }
        if registers {
            return view! { <CodeOfRegistration channels=known error=error/> }.into_any();
        }
        let button = |channel: Channel| {
            let to_code = to_code.clone();
            view! { <button type="button" class="button" data-testid=format!("use-code-{}", channel.as_str()) on:click=move |_| to_code(channel)>{by(channel)}</button> }
        };
        view! { <div class="grid codes">{known.into_iter().map(button).collect_view()}</div> }.into_any()
    };
    let bots = {
        let check = check.clone();
        move || {
            let check = check.clone();
            match offer.get() {
                None if error.with(Option::is_some) => ().into_any(),
                None => view! { <div class="skeleton" role="status" aria-label=t(Text::Loading)><span></span><span></span><span></span></div> }.into_any(),
                Some(offer) => links(&offer, check),
            }
        }
    };
    let inner = move || {
        let (ask, bots, codes) = (ask.clone(), bots.clone(), codes.clone());
        match state.get() {
            LinkState::NoCabinet if session::guard() == Guard::Agent => view! {
                <p class="note" role="status" data-testid="no-cabinet">{t(Entry::NoCabinetAgent)}</p>
                <a class="button" href=address("register")>{t(Entry::NewAgent)}</a>
            }
            .into_any(),
            LinkState::NoCabinet => view! { <p class="note" role="status" data-testid="no-cabinet">{t(Entry::NoCabinet)}</p> }.into_any(),
            LinkState::Expired if registers => view! {
                <p class="note">{t(Entry::LinksExpired)}</p>
                <a class="button" href=address("register")>{t(Text::Back)}</a>
            }
            .into_any(),
            LinkState::Expired => view! {
                <p class="note">{t(Entry::LinksExpired)}</p>
                <button class="button primary" data-testid="new-links" on:click=move |_| ask()>{t(Entry::NewLinks)}</button>
            }
            .into_any(),
            LinkState::LoggedIn => view! { <p role="status">{t(Entry::Moving)}</p> }.into_any(),
            LinkState::Pending | LinkState::Code => view! { {bots}{codes} }.into_any(),
        }
    };
    let body = view! {
        <p class="row spread whose"><strong>{move || door.phone.get()}</strong><a class="quiet" href=address("login")>{t(Entry::AnotherPhone)}</a></p>
        <ErrorNote error=error/>
        {inner}
        {move || checked.get().then(|| view! { <p class="note" role="status">{t(Entry::StillWaiting)}</p> })}
    };
    frame(t(Entry::BotTitle), body.into_any())
}

/// The pictures and links of the bots.
fn links(offer: &LinkOffer, check: impl Fn(leptos::ev::MouseEvent) + 'static) -> AnyView {
    if offer.links.is_empty() {
        return if offer.channels.is_empty() {
            view! { <p class="note">{t(Entry::NoBots)}</p> }.into_any()
        } else {
            ().into_any()
        };
    }
    let bots = offer.links.iter().map(bot).collect_view();
    view! {
        <p class="hint">{t(Entry::BotHint)}</p>
        <div class="bots">{bots}</div>
        <button type="button" class="button" data-testid="check-again" on:click=check>{t(Entry::CheckAgain)}</button>
    }
    .into_any()
}

/// The picture and the link of a bot.
pub(crate) fn bot(link: &BotLink) -> impl IntoView + use<> {
    let (name, open) = match link.channel {
        Channel::Max => ("MAX", t(Entry::OpenMax)),
        _ => ("Telegram", t(Entry::OpenTelegram)),
    };
    view! {
        <figure class="bot">
            {qr(&link.qr, format!("{} {name}", t(Entry::QrOf)))}
            <figcaption><a class="button primary" data-testid=format!("open-{}", link.channel.as_str()) href=link.url.clone() target="_blank" rel="noopener noreferrer">{open}</a></figcaption>
        </figure>
    }
}

/// A registration whose phone a messenger knows already: a code is enough.
#[component]
fn CodeOfRegistration(channels: Vec<Channel>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let door = door();
    let (sent, busy, code) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(String::new()));
    let ask = move |channel: Channel| {
        error.set(None);
        spawn_local(async move {
            let body = CodeRequest {
                phone: door.phone.get_untracked(),
                channel,
            };
            match api::send::<SendConfirmation>(path(), Nothing {}, body, Options::default()).await {
                Ok(_) => sent.set(true),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = CodeLogin {
                phone: door.phone.get_untracked(),
                code: code.get_untracked(),
            };
            match api::send::<Confirm>(path(), Nothing {}, body, Options::default()).await {
                Ok(opened) => enter(opened).await,
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let buttons = channels
        .into_iter()
        .map(|channel| {
            let label = if channel == Channel::Log { t(Text::SendCode) } else { by(channel) };
            view! { <button type="button" class="button" data-testid=format!("use-code-{}", channel.as_str()) on:click=move |_| ask(channel)>{label}</button> }
        })
        .collect_view();
    view! {
        <div class="grid codes">{buttons}</div>
        {move || sent.get().then(|| view! {
            <form class="grid" on:submit=submit>
                <Field name="code" label=t(Text::CodeFromMessenger) value=code error=error autocomplete="one-time-code" inputmode="numeric" required=true/>
                <button class="button primary" data-testid="confirm" disabled=move || busy.get()>{t(Text::Confirm)}</button>
            </form>
        })}
    }
}
