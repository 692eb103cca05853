//! Notification preferences: which events are sent through which channel. Shared by both cabinets.

mod browser;
mod texts;

use crate::{api::Error, features::login::bot, prelude::*, session};
use shared_types::{
    identity::{BotLinks, CreateBotLinks, PhoneCheck},
    notifications::{
        ChangeNoticePreferences, LinkedChannel, Notice, NoticeChannel, NoticeChoice, NoticeChoices, NoticePreference,
        NoticePreferences, ShowNoticePreferences,
    },
};
pub use texts::NotificationTexts;

const fn event_text(notice: Notice) -> NotificationTexts {
    match notice {
        Notice::OrderQuoted => NotificationTexts::OrderQuoted,
        Notice::OrderArrived => NotificationTexts::OrderArrived,
        Notice::OrderCanceled => NotificationTexts::OrderCanceled,
        Notice::ItemProblem => NotificationTexts::ItemProblem,
        Notice::ServiceRendered => NotificationTexts::ServiceRendered,
        Notice::ServiceCanceled => NotificationTexts::ServiceCanceled,
        Notice::RefundMade => NotificationTexts::RefundMade,
        Notice::ShipmentPacked => NotificationTexts::ShipmentPacked,
        Notice::ShipmentQuoted => NotificationTexts::ShipmentQuoted,
        Notice::ShipmentDispatched => NotificationTexts::ShipmentDispatched,
        Notice::ShipmentArrived => NotificationTexts::ShipmentArrived,
        Notice::ShipmentReweighed => NotificationTexts::ShipmentReweighed,
        Notice::ReweighingProposed => NotificationTexts::ReweighingProposed,
        Notice::ReweighingAccepted => NotificationTexts::ReweighingAccepted,
        Notice::ReweighingDeclined => NotificationTexts::ReweighingDeclined,
        Notice::ShippingAnswered => NotificationTexts::ShippingAnswered,
        Notice::ShippingRequested => NotificationTexts::ShippingRequested,
        Notice::TopupIssued => NotificationTexts::TopupIssued,
        Notice::TopupConfirmed => NotificationTexts::TopupConfirmed,
        Notice::TopupReopened => NotificationTexts::TopupReopened,
        Notice::TopupRejected => NotificationTexts::TopupRejected,
        Notice::WalletPaid => NotificationTexts::WalletPaid,
        Notice::WalletRejected => NotificationTexts::WalletRejected,
        Notice::WithdrawalPaid => NotificationTexts::WithdrawalPaid,
        Notice::WithdrawalRejected => NotificationTexts::WithdrawalRejected,
        Notice::WithdrawalAsked => NotificationTexts::WithdrawalAsked,
        Notice::ServiceInvoice => NotificationTexts::ServiceInvoice,
        Notice::WebhookFailing | Notice::ClientWebhookFailing => NotificationTexts::WebhookFailing,
        Notice::CashReceived => NotificationTexts::CashReceived,
        Notice::Announcement => NotificationTexts::Announcement,
        Notice::NewMessage => NotificationTexts::NewMessage,
        Notice::ClientWrote => NotificationTexts::ClientWrote,
        Notice::OrderSubmitted => NotificationTexts::OrderSubmitted,
        Notice::OrderPaid => NotificationTexts::OrderPaid,
        Notice::OrderWithdrawn => NotificationTexts::OrderWithdrawn,
        Notice::ServiceOrdered => NotificationTexts::ServiceOrdered,
        Notice::ShipmentPaid => NotificationTexts::ShipmentPaid,
        Notice::ShipmentAccepted => NotificationTexts::ShipmentAccepted,
        Notice::CargoProblem => NotificationTexts::CargoProblem,
        Notice::TopupAsked => NotificationTexts::TopupAsked,
        Notice::TopupReported => NotificationTexts::TopupReported,
        Notice::WalletAsked => NotificationTexts::WalletAsked,
    }
}

fn channel_name(channel: NoticeChannel) -> &'static str {
    match channel {
        NoticeChannel::Telegram => "Telegram",
        NoticeChannel::Max => "MAX",
        NoticeChannel::Email => t(NotificationTexts::Email),
        NoticeChannel::Browser => t(NotificationTexts::Browser),
    }
}

/// The reason why a channel can't be used.
fn channel_problem(channel: LinkedChannel) -> Option<NotificationTexts> {
    match (channel.linked, channel.failing, channel.channel) {
        (true, true, _) => Some(NotificationTexts::Failing),
        (true, false, _) => None,
        (false, _, NoticeChannel::Email) => Some(NotificationTexts::NotConfirmed),
        (false, ..) => Some(NotificationTexts::NotLinked),
    }
}

/// Advice about a channel that refuses notifications.
fn failure_note(channel: LinkedChannel) -> AnyView {
    let text = match channel.channel {
        NoticeChannel::Email => NotificationTexts::AddressFailing,
        NoticeChannel::Telegram | NoticeChannel::Max | NoticeChannel::Browser => NotificationTexts::BotBlocked,
    };
    let test_id = format!("failing-{}", channel.channel.as_str());
    any_view! {
        <p class="note warn" role="status" data-testid=test_id>
            <strong>{channel_name(channel.channel)}</strong>
            ": "
            {t(text)}
        </p>
    }
}

/// Where a notification is sent now, if that differs from the choice.
fn current_channels(preference: &NoticePreference) -> Option<String> {
    if preference.used == preference.channels {
        return None;
    }
    let names: Vec<&str> = preference.used.iter().map(|channel| channel_name(*channel)).collect();
    let names = if names.is_empty() {
        t(NotificationTexts::Nowhere).to_owned()
    } else {
        names.join(", ")
    };
    Some(format!("{}: {names}", t(NotificationTexts::Now)))
}

async fn load() -> Result<NoticePreferences, Error> {
    api::get::<ShowNoticePreferences>(Nothing {}).await
}

async fn save_choice(choice: NoticeChoice) -> Result<NoticePreferences, Error> {
    let body = NoticeChoices { choices: vec![choice] };
    api::call::<ChangeNoticePreferences>((), body).await
}

/// A card with the user's notification preferences.
#[component]
pub fn NotificationPreferences() -> impl IntoView {
    let loaded = use_value(&[], load);
    any_view! {
        <section class="card" data-testid="notices">
            <h2>{t(NotificationTexts::Title)}</h2>
            {browser::browser_notices(Callback::new(move |()| loaded.reload()))}
            {loaded
                .show(
                    Skeleton::Rows,
                    move |preferences: &NoticePreferences| {
                        let preferences = preferences.clone();
                        {
                            let open = preferences
                                .channels
                                .iter()
                                .any(|channel| {
                                    !channel.linked
                                        && matches!(channel.channel, NoticeChannel::Telegram | NoticeChannel::Max)
                                });
                            any_view! {
                                <PreferenceTable preferences=preferences />
                                {open
                                    .then(|| {
                                        view! { <LinkMessenger check=Callback::new(move |()| loaded.reload()) /> }
                                    })}
                            }
                        }
                    },
                )}
        </section>
    }
}

/// Links a messenger: shows the QR codes and links of the bots, which are requested on click.
#[component]
pub fn LinkMessenger(
    /// Reloads the preferences, to see whether a messenger has been linked.
    check: Callback<()>,
) -> impl IntoView {
    let (bot_links, error) = (RwSignal::new(None::<BotLinks>), RwSignal::new(None::<Error>));
    let request_links = move |_| {
        let phone = session::current_user().me().map(|me| me.user.phone).unwrap_or_default();
        spawn_local(async move {
            let path = (session::guard().as_str().to_owned(),);
            match api::send::<CreateBotLinks>(path, Nothing {}, PhoneCheck { phone }, Options::default()).await {
                Ok(links) => {
                    error.set(None);
                    bot_links.set(Some(links));
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    any_view! {
        <ErrorNote error=error />
        {move || match bot_links.get() {
            None => {
                any_view! {
                    <div class="row">
                        <button type="button" class="button" data-testid="link-bot" on:click=request_links>
                            {t(NotificationTexts::Link)}
                        </button>
                    </div>
                }
            }
            Some(bot_links) => {
                any_view! {
                    <p class="hint">{t(NotificationTexts::LinkHow)}</p>
                    <div class="bots">{bot_links.links.iter().map(bot::bot_figure).collect_view()}</div>
                    <div class="row">
                        <button type="button" class="button" data-testid="check-link" on:click=move |_| check.run(())>
                            {t(NotificationTexts::CheckAgain)}
                        </button>
                    </div>
                }
            }
        }}
    }
}

#[component]
fn PreferenceTable(preferences: NoticePreferences) -> impl IntoView {
    if preferences.channels.is_empty() {
        return any_view! { <p class="muted">{t(NotificationTexts::NoBots)}</p> };
    }
    let error = RwSignal::new(None::<Error>);
    let NoticePreferences {
        channels,
        default_channel,
        notices,
    } = preferences;
    let (linked, saved) = (RwSignal::new(channels.clone()), RwSignal::new(notices.clone()));
    let has_linked = channels.iter().any(|channel| channel.linked);
    let head = |channel: &LinkedChannel| {
        let channel = channel.channel;
        let problem = move || {
            let shown = linked.with(|linked| linked.iter().find(|row| row.channel == channel).copied())?;
            let text = t(channel_problem(shown)?);
            Some(view! { <small class="muted">" · "{text}</small> })
        };
        view! { <th>{channel_name(channel)}{problem}</th> }
    };
    let heads = channels.iter().map(head).collect_view();
    let failures = move || {
        let failing = linked.get().into_iter().filter(|channel| channel.failing);
        failing.map(failure_note).collect_view()
    };
    let row = move |preference: NoticePreference| {
        let notice = preference.notice;
        let now = move || saved.with(|saved| saved.iter().find(|row| row.notice == notice).and_then(current_channels));
        let boxes = channels.iter().map(|channel| {
            let channel = channel.channel;
            let on = move || {
                saved.with(|saved| {
                    saved
                        .iter()
                        .any(|row| row.notice == notice && row.channels.contains(&channel))
                })
            };
            let flip = move |_| {
                let enabled = !on();
                spawn_local(async move {
                    match save_choice(NoticeChoice {
                        notice,
                        channel,
                        enabled,
                    })
                    .await
                    {
                        Ok(now) => {
                            error.set(None);
                            linked.set(now.channels);
                            saved.set(now.notices);
                        }
                        Err(err) => {
                            error.set(Some(err));
                            // Notifies the signal, so that the checkbox shows the saved state again.
                            saved.update(|_| {});
                        }
                    }
                });
            };
            let aria_label = format!("{} · {}", t(event_text(notice)), channel_name(channel));
            view! {
                <td>
                    <input
                        type="checkbox"
                        aria-label=aria_label
                        data-testid=format!("{}-{}", notice.as_str(), channel.as_str())
                        prop:checked=on
                        on:change=flip
                    />
                </td>
            }
        });
        let boxes = boxes.collect_view();
        view! {
            <tr>
                <td class="wide">
                    {t(event_text(notice))}
                    {move || {
                        now()
                            .map(|now| {
                                view! {
                                    " "
                                    <small class="muted" data-testid=format!("{}-now", notice.as_str())>
                                        {now}
                                    </small>
                                }
                            })
                    }}
                </td>
                {boxes}
            </tr>
        }
    };
    let rows = notices.into_iter().map(row).collect_view();
    let default =
        default_channel.map(|channel| format!("{}: {}.", t(NotificationTexts::Default), channel_name(channel)));
    any_view! {
        <p class="muted">
            {t(if has_linked { NotificationTexts::Hint } else { NotificationTexts::LinkHint })}" "
            <span data-testid="default-channel">{default}</span>
        </p>
        {failures}
        <ErrorNote error=error />
        <div class="table free notices">
            <table>
                <thead>
                    <tr>
                        <th>{t(NotificationTexts::Event)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
