//! Putting a dialogue aside.

use super::{state::RoomState, texts::InboxTexts};
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use frontend_ui::{
    api,
    components::{ActionMenu, DayField, Dialog, ErrorNote},
    format,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::chat::{Snooze, SnoozeDialogue};

/// Nine o'clock in the morning of a day, on the person's clock.
fn morning(day: NaiveDate) -> Option<DateTime<Utc>> {
    format::from_local_input(&format!("{day}T09:00"))
}

/// The day after a day, or the next Monday.
fn day_after(day: NaiveDate, is_monday: bool) -> NaiveDate {
    let days = if is_monday {
        7 - u64::from(day.weekday().num_days_from_monday())
    } else {
        1
    };
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// A moment that is calculated when it is chosen.
type Moment = fn() -> Option<DateTime<Utc>>;

/// The offered moments.
const MOMENTS: [(InboxTexts, &str, Moment); 4] = [
    (InboxTexts::Hour, "snooze-hour", || {
        Some(format::now() + TimeDelta::hours(1))
    }),
    (InboxTexts::ThreeHours, "snooze-three-hours", || {
        Some(format::now() + TimeDelta::hours(3))
    }),
    (InboxTexts::Tomorrow, "snooze-tomorrow", || {
        morning(day_after(format::today(), false))
    }),
    (InboxTexts::Monday, "snooze-monday", || {
        morning(day_after(format::today(), true))
    }),
];

fn snooze(state: RoomState, until: Option<DateTime<Utc>>, done: impl FnOnce() + 'static) {
    let call = api::call::<SnoozeDialogue>((state.order,), Snooze { until });
    state.action.run(call, move |_| done());
}

/// The menu with the moments at which the dialogue comes back, or the button that brings it back.
pub(super) fn snooze_menu(state: RoomState) -> AnyView {
    let is_choosing = RwSignal::new(false);
    let entry = move |(text, test_id, moment): (InboxTexts, &'static str, Moment)| {
        view! {
            <button
                type="button"
                class="menu-row"
                data-testid=test_id
                on:click=move |_| {
                    if let Some(until) = moment() {
                        snooze(state, Some(until), || ());
                    }
                }
            >
                {t(text)}
            </button>
        }
    };
    let menu = move || {
        any_view! {
            <ActionMenu label=t(InboxTexts::Snooze) test_id="snooze">
                {MOMENTS.map(entry).into_iter().collect_view()}
                <button
                    type="button"
                    class="menu-row"
                    data-testid="snooze-choose"
                    on:click=move |_| is_choosing.set(true)
                >
                    {t(InboxTexts::ChooseTime)}
                </button>
            </ActionMenu>
        }
    };
    let end = move || {
        any_view! {
            <button
                type="button"
                class="button"
                data-testid="snooze-end"
                disabled=move || state.action.is_busy()
                on:click=move |_| snooze(state, None, || ())
            >
                {t(InboxTexts::SnoozeEnd)}
            </button>
        }
    };
    let is_snoozed = move || state.dialogue.with(|dialogue| dialogue.snoozed_until.is_some());
    let control = Memo::new(move |_| is_snoozed().unwrap_or_default());
    any_view! {
        {move || if control.get() { end() } else { menu() }}
        {move || is_choosing.get().then(|| view! { <SnoozeDialog state=state is_open=is_choosing /> })}
    }
}

/// The dialog that chooses a moment.
#[component]
fn SnoozeDialog(state: RoomState, is_open: RwSignal<bool>) -> impl IntoView {
    let tomorrow = morning(day_after(format::today(), false));
    let until = RwSignal::new(tomorrow.map(format::local_input).unwrap_or_default());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(until) = format::from_local_input(&until.get_untracked()) {
            snooze(state, Some(until), move || is_open.set(false));
        }
    };
    any_view! {
        <Dialog title=t(InboxTexts::Snooze) close=Callback::new(move |()| is_open.set(false))>
            <form on:submit=submit>
                <ErrorNote error=state.action />
                <DayField
                    name="until"
                    label=t(InboxTexts::Until)
                    value=until
                    error=state.action
                    has_time=true
                    required=true
                    focus=true
                />
                <div class="row">
                    <button class="button primary" data-testid="confirm-snooze" disabled=move || state.action.is_busy()>
                        {t(Text::Save)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
