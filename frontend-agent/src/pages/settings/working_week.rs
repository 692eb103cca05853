//! The working hours of the whole week in one form.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::Error,
    i18n::{self},
    prelude::*,
};
use shared_types::{
    fields::FieldErrors,
    settings::{ChangeWorkingHours, ShowWorkingHours, Versioned, WorkingHours, WorkingWeek},
};
use std::collections::BTreeMap;

const DAYS: [SettingsTexts; 7] = [
    SettingsTexts::Monday,
    SettingsTexts::Tuesday,
    SettingsTexts::Wednesday,
    SettingsTexts::Thursday,
    SettingsTexts::Friday,
    SettingsTexts::Saturday,
    SettingsTexts::Sunday,
];

/// The end of the day, which inputs of time show as the begin of the next one.
const MIDNIGHT: (&str, &str) = ("24:00", "00:00");

/// The hours of a new working day.
const USUAL: (&str, &str) = ("09:00", "18:00");

/// Hours being edited.
#[derive(Clone, Copy)]
struct HoursInput {
    key: u32,
    weekday: i32,
    opens: RwSignal<String>,
    closes: RwSignal<String>,
}

impl HoursInput {
    fn new(key: u32, weekday: i32, opens: &str, closes: &str) -> Self {
        let closes = if closes == MIDNIGHT.0 { MIDNIGHT.1 } else { closes };
        Self {
            key,
            weekday,
            opens: RwSignal::new(opens.to_owned()),
            closes: RwSignal::new(closes.to_owned()),
        }
    }

    fn read(self) -> WorkingHours {
        let closes = self.closes.get_untracked();
        WorkingHours {
            weekday: self.weekday,
            opens: self.opens.get_untracked(),
            closes: if closes == MIDNIGHT.1 {
                MIDNIGHT.0.to_owned()
            } else {
                closes
            },
        }
    }
}

/// The week being edited.
#[derive(Clone, Copy)]
struct WeekInput {
    hours: RwSignal<Vec<HoursInput>>,
    last_key: StoredValue<u32>,
    /// The faults of the last submit, by the key of the hours.
    faults: RwSignal<BTreeMap<u32, String>>,
}

impl WeekInput {
    fn new(week: &WorkingWeek) -> Self {
        let hours = (0_u32..)
            .zip(&week.hours)
            .map(|(key, hours)| HoursInput::new(key, hours.weekday, &hours.opens, &hours.closes));
        let hours: Vec<HoursInput> = hours.collect();
        Self {
            last_key: StoredValue::new(u32::try_from(hours.len()).unwrap_or(u32::MAX)),
            hours: RwSignal::new(hours),
            faults: RwSignal::new(BTreeMap::new()),
        }
    }

    fn of_day(self, weekday: i32) -> Vec<HoursInput> {
        let hours = self.hours.get();
        hours.into_iter().filter(|hours| hours.weekday == weekday).collect()
    }

    /// Adds hours to a day: the usual ones, or empty ones after a break.
    fn add(self, weekday: i32) {
        self.last_key.update_value(|key| *key = key.wrapping_add(1));
        let is_first = self
            .hours
            .with_untracked(|hours| hours.iter().all(|hours| hours.weekday != weekday));
        let (opens, closes) = if is_first { USUAL } else { ("", "") };
        let added = HoursInput::new(self.last_key.get_value(), weekday, opens, closes);
        self.hours.update(|hours| hours.push(added));
    }

    fn remove(self, key: u32) {
        self.hours.update(|hours| hours.retain(|hours| hours.key != key));
    }

    fn read(self) -> WorkingWeek {
        let hours = self
            .hours
            .with_untracked(|hours| hours.iter().map(|hours| hours.read()).collect());
        WorkingWeek { hours }
    }

    /// Shows each fault next to its hours.
    fn show_faults(self, errors: &FieldErrors) {
        let fault = |(index, hours): (usize, &HoursInput)| {
            let error = ["weekday", "opens", "closes"]
                .iter()
                .find_map(|field| errors.0.get(&format!("hours[{index}].{field}"))?.first())?;
            Some((hours.key, i18n::field_error_text(error)))
        };
        let faults = self
            .hours
            .with_untracked(|hours| hours.iter().enumerate().filter_map(fault).collect());
        self.faults.set(faults);
    }
}

/// The tab of the working hours.
#[component]
pub(super) fn WorkingWeekTab() -> impl IntoView {
    let week = use_value(&[], || api::get::<ShowWorkingHours>(Nothing {}));
    let content = |saved: Versioned<WorkingWeek>| any_view! { <WeekForm saved=saved /> };
    view! { {week.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

#[component]
fn WeekForm(saved: Versioned<WorkingWeek>) -> impl IntoView {
    let week = WeekInput::new(&saved.value);
    let version = RwSignal::new(saved.version);
    let (error, is_saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = week.read();
        if let Err(errors) = body.validate() {
            week.show_faults(&errors);
            return;
        }
        let options = Options::of_version(version.get_untracked());
        spawn_local(async move {
            let result = api::send::<ChangeWorkingHours>((), Nothing {}, body, options).await;
            match &result {
                Ok(saved) => {
                    version.set(saved.version);
                    week.show_faults(&FieldErrors::default());
                    is_saved.set(true);
                }
                Err(Error::Problem(problem)) => week.show_faults(&problem.errors),
                Err(_) => {}
            }
            error.set(result.err());
        });
    };
    let days = (1..)
        .zip(DAYS)
        .map(|(weekday, day)| day_view(week, weekday, t(day), may_edit));
    let days = days.collect_view();
    let touch = move |_| is_saved.set(false);
    any_view! {
        <form class="card narrow" novalidate=true on:submit=send on:input=touch on:click=move |_| is_saved.set(false)>
            <p class="muted">{t(SettingsTexts::HoursHint)}</p>
            <ErrorNote error=error />
            <fieldset class="plain week" disabled=!may_edit>
                {days}
            </fieldset>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-hours">
                                {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}

fn day_view(week: WeekInput, weekday: i32, day: &'static str, may_edit: bool) -> AnyView {
    let is_off = move || week.of_day(weekday).is_empty();
    let add = may_edit.then(|| {
        view! {
            <button
                type="button"
                class="quiet"
                data-testid="add-hours"
                aria-label=format!("{}: {day}", t(SettingsTexts::AddHours))
                on:click=move |_| week.add(weekday)
            >
                {t(SettingsTexts::AddHours)}
            </button>
        }
    });
    any_view! {
        <div class="week-day" role="group" aria-label=day data-testid=format!("day-{weekday}")>
            <strong>{day}</strong>
            <div class="week-hours">
                <For
                    each=move || week.of_day(weekday)
                    key=|hours| hours.key
                    children=move |hours| hours_view(week, hours, day, may_edit)
                />
                {move || is_off().then(|| view! { <span class="muted">{t(SettingsTexts::DayOff)}</span> })}
            </div>
            {add}
        </div>
    }
}

fn hours_view(week: WeekInput, hours: HoursInput, day: &'static str, may_edit: bool) -> AnyView {
    let key = hours.key;
    let fault = move || week.faults.with(|faults| faults.get(&key).cloned());
    let input = |label: SettingsTexts, value: RwSignal<String>, name: &'static str| {
        view! {
            <input
                type="time"
                name=name
                data-testid=name
                aria-label=format!("{}: {day}", t(label))
                aria-invalid=move || fault().is_some().to_string()
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
        }
    };
    let remove = may_edit.then(|| {
        view! {
            <button
                type="button"
                class="icon"
                data-testid="remove-hours"
                aria-label=format!("{}: {day}", t(SettingsTexts::RemoveHours))
                on:click=move |_| week.remove(key)
            >
                {Icon::X.view()}
            </button>
        }
    });
    any_view! {
        <div class="week-period">
            {input(SettingsTexts::Opens, hours.opens, "opens")} "–"
            {input(SettingsTexts::Closes, hours.closes, "closes")} {remove}
            {move || {
                fault()
                    .map(|fault| {
                        view! {
                            <span class="fault" role="alert">
                                {fault}
                            </span>
                        }
                    })
            }}
        </div>
    }
}
