//! The dialog for tracks that are pasted as a list, one purchase on each line, with a preview.

use super::texts::BoardTexts;
use frontend_ui::{components::TextArea, prelude::*};
use shared_types::items::{
    CheckPurchaseTracks, PurchaseTrack, PurchaseTracks, SetPurchaseTracks, TRACK_LINES, TrackEffect, TrackResult,
    read_track_lines,
};

fn effect_text(effect: TrackEffect) -> &'static str {
    t(match effect {
        TrackEffect::Send => BoardTexts::WillSend,
        TrackEffect::Nothing => BoardTexts::AlreadySent,
        TrackEffect::OtherTrack => BoardTexts::OtherTrack,
        TrackEffect::Unknown => BoardTexts::Unknown,
        TrackEffect::Repeated => BoardTexts::Repeated,
    })
}

/// The preview of the pasted lines.
#[derive(Clone, PartialEq)]
struct Preview {
    /// The tracks that were sent to the server.
    tracks: Vec<PurchaseTrack>,
    results: Vec<TrackResult>,
    unread: Vec<String>,
}

impl Preview {
    fn to_send(&self) -> usize {
        let sent = self.results.iter().filter(|result| result.effect == TrackEffect::Send);
        sent.count()
    }
}

/// The dialog. The first button checks the lines, the second one stores the tracks.
#[component]
pub(super) fn TracksDialog(close: Callback<()>) -> impl IntoView {
    let (action, text) = (use_action(), RwSignal::new(String::new()));
    let preview = RwSignal::new(None::<Preview>);
    // A preview belongs to the text that it was made of.
    Effect::new(move |_| {
        text.track();
        preview.set(None);
    });
    let check = move |tracks: Vec<PurchaseTrack>, unread: Vec<String>| {
        let body = PurchaseTracks { tracks: tracks.clone() };
        let call = api::send::<CheckPurchaseTracks>((), Nothing {}, body, Options::default());
        action.run(call, move |found| {
            preview.set(Some(Preview {
                tracks,
                results: found.data,
                unread,
            }));
        });
    };
    let store = move |tracks: Vec<PurchaseTrack>| {
        let call = api::send::<SetPurchaseTracks>((), Nothing {}, PurchaseTracks { tracks }, Options::default());
        action.run(call, move |done| {
            let stored = done.data.iter().filter(|result| result.effect == TrackEffect::Send);
            notify(format!("{}: {}", t(BoardTexts::TracksDone), stored.count()));
            close.run(());
        });
    };
    let is_too_long = move || text.with(|text| read_track_lines(text).0.len() > TRACK_LINES);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(preview) = preview.get_untracked() {
            store(preview.tracks);
            return;
        }
        let (tracks, unread) = text.with_untracked(|text| read_track_lines(text));
        if tracks.is_empty() {
            preview.set(Some(Preview {
                tracks,
                results: Vec::new(),
                unread,
            }));
        } else if tracks.len() <= TRACK_LINES {
            check(tracks, unread);
        }
    };
    let shown = move || {
        preview.get().map(|preview| {
            let results = preview.results.iter().map(|result| {
                let orders: Vec<String> = result.items.iter().map(|item| item.order_number.clone()).collect();
                let mut orders = orders;
                orders.dedup();
                view! {
                    <tr data-testid="track-line">
                        <td>{result.marketplace_order_number.clone()}</td>
                        <td>{result.domestic_track.clone()}</td>
                        <td>{orders.join(", ")}</td>
                        <td class:fault=result.effect != TrackEffect::Send>{effect_text(result.effect)}</td>
                    </tr>
                }
            });
            let unread = preview.unread.iter().map(|line| {
                view! {
                    <tr data-testid="track-line">
                        <td colspan="3" dir="auto">
                            {line.clone()}
                        </td>
                        <td class="fault">{t(BoardTexts::Unread)}</td>
                    </tr>
                }
            });
            view! {
                <table class="rows">
                    <tbody>{results.collect_view()} {unread.collect_view()}</tbody>
                </table>
            }
        })
    };
    let is_ready = move || preview.with(|preview| preview.as_ref().is_some_and(|preview| preview.to_send() > 0));
    let is_refused = move || {
        let is_useless = preview.with(|preview| preview.as_ref().is_some_and(|preview| preview.to_send() == 0));
        action.is_busy() || is_useless || is_too_long()
    };
    view! {
        <Dialog title=t(BoardTexts::PasteTracks) close=close wide=true>
            <form on:submit=submit>
                <ErrorNote error=action />
                <p class="muted">{t(BoardTexts::TracksHint)}</p>
                <TextArea name="tracks" label=t(BoardTexts::Lines) value=text rows=8 error=action />
                {move || is_too_long().then(|| view! { <p class="fault">{t(BoardTexts::TooMany)}</p> })}
                {shown}
                <div class="row">
                    <button class="button primary" data-testid="apply-tracks" disabled=is_refused>
                        {move || if is_ready() { t(BoardTexts::Apply) } else { t(BoardTexts::CheckLines) }}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
