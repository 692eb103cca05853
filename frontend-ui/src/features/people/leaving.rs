//! The dialog about the open work of a person who leaves, is locked out or hands it over.

use super::changes;
use crate::{
    api::Error,
    i18n::{Counted, StaffTexts, counted},
    prelude::*,
};
use shared_types::staff::{Assignee, ListAssignees, StaffMember, StaffRemoval, StaffWork, WorkChoice};

/// The way in which the person leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    Removed,
    LockedOut,
    /// The person stays and hands the work over.
    Staying,
}

impl Departure {
    const fn action(self) -> StaffTexts {
        match self {
            Self::Removed => StaffTexts::Remove,
            Self::LockedOut => StaffTexts::Disable,
            Self::Staying => StaffTexts::HandOver,
        }
    }
}

/// A person with the open work that the dialog asks about.
#[derive(Clone)]
pub(super) struct LeavingPerson {
    pub(super) person: StaffMember,
    pub(super) departure: Departure,
    pub(super) work: StaffWork,
}

/// Values of the select box in addition to the ids of people.
const NOBODY: &str = "nobody";
const KEEP: &str = "keep";

/// "3 orders, 2 clients, 1 request".
fn open_work(work: StaffWork) -> String {
    let counts = [
        (work.orders, Counted::Orders),
        (work.clients, Counted::Clients),
        (work.requests, Counted::Requests),
    ];
    let shown = counts.into_iter().filter(|(count, _)| *count > 0);
    shown
        .map(|(count, noun)| counted(count, noun))
        .collect::<Vec<_>>()
        .join(", ")
}

#[component]
pub(super) fn LeavingDialog(leaving: LeavingPerson, done: Callback<()>, close: Callback<()>) -> impl IntoView {
    let LeavingPerson {
        person,
        departure,
        work,
    } = leaving;
    let people = use_value(&[], async || {
        Ok::<_, Error>(api::get::<ListAssignees>(Nothing {}).await?.data)
    });
    let title = format!("{}: {}", t(departure.action()), person.name);
    let phone = person.phone.clone();
    let content = move |people: Vec<Assignee>| {
        let person = person.clone();
        any_view! { <SuccessorForm person=person departure=departure people=people done=done close=close /> }
    };
    any_view! {
        <Dialog title=title close=close>
            <p class="muted">{phone}</p>
            <p data-testid="open-work">{t(StaffTexts::OpenWork)} ": " <strong>{open_work(work)}</strong></p>
            {people.show(Skeleton::Line, move |value| content(value.clone()))}
        </Dialog>
    }
}

#[component]
fn SuccessorForm(
    person: StaffMember,
    departure: Departure,
    people: Vec<Assignee>,
    done: Callback<()>,
    close: Callback<()>,
) -> impl IntoView {
    let action = use_action();
    let (id, version) = (person.id, person.version);
    let others = people
        .into_iter()
        .filter(|other| other.id.0 != id && !other.disabled)
        .map(|other| (other.id.to_string(), other.name));
    let options: Vec<(String, String)> = [(String::new(), t(StaffTexts::ChooseSuccessor).to_owned())]
        .into_iter()
        .chain(others)
        .chain([(NOBODY.to_owned(), t(StaffTexts::Nobody).to_owned())])
        .chain((departure == Departure::LockedOut).then(|| (KEEP.to_owned(), t(StaffTexts::KeepWork).to_owned())))
        .collect();
    let chosen = RwSignal::new(String::new());
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let choice = chosen.get_untracked();
        let removal = match choice.as_str() {
            NOBODY => StaffRemoval {
                work: Some(WorkChoice::Unassign),
                successor_id: None,
            },
            KEEP => StaffRemoval {
                work: Some(WorkChoice::Keep),
                successor_id: None,
            },
            other => StaffRemoval {
                work: Some(WorkChoice::HandOver),
                successor_id: other.parse().ok(),
            },
        };
        let call = async move {
            match departure {
                Departure::Removed => changes::remove_staff(id, removal).await,
                Departure::LockedOut => changes::lock_out(id, version, removal).await,
                Departure::Staying => changes::hand_over(id, removal).await,
            }
        };
        action.run(call, move |()| {
            notify(t(Text::ChangesSaved));
            close.try_run(());
            done.try_run(());
        });
    };
    any_view! {
        <form class="grid" on:submit=send>
            <ErrorNote error=action />
            <SelectField name="successor_id" label=t(StaffTexts::WorkGoesTo) value=chosen options=options />
            <p class="muted">{t(StaffTexts::WorkHint)}</p>
            <div class="row">
                <button
                    class=if departure == Departure::Removed { "button destructive" } else { "button primary" }
                    data-testid="confirm-departure"
                    disabled=move || action.is_busy() || chosen.with(String::is_empty)
                >
                    {t(departure.action())}
                </button>
            </div>
        </form>
    }
}
