//! The panels at the bottom of the screen: the note of an object, and the notepad.

use super::{
    NOTEPAD, Notes, Place, draft, notes,
    search::Search,
    sheet::{Sheet, State},
    staff,
    texts::{self, Words},
};
use frontend_ui::{
    components::sentence,
    format,
    i18n::{Text, t},
};
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast, web_sys};
use shared_types::notes::Note;
use std::collections::BTreeMap;

/// The sheets that were opened: they outlive their panels, so that a closed one is still saved.
#[derive(Clone, Copy)]
struct Sheets {
    owner: StoredValue<Owner>,
    all: RwSignal<BTreeMap<Place, Sheet>>,
    notes: Notes,
    staff: i64,
}

impl Sheets {
    fn of(self, place: Place) -> Sheet {
        if let Some(sheet) = self.all.with_untracked(|all| all.get(&place).copied()) {
            sheet.look_again();
            return sheet;
        }
        let make = || Sheet::open(self.notes, self.staff, place);
        let sheet = self.owner.with_value(|owner| owner.with(make));
        self.all.update(|all| {
            all.insert(place, sheet);
        });
        sheet
    }

    fn each(self, act: impl Fn(Sheet)) {
        self.all.with_untracked(|all| all.values().copied().for_each(act));
    }
}

/// The panels that are open.
#[component]
pub(crate) fn Dock() -> impl IntoView {
    let notes = notes();
    let sheets = Sheets {
        owner: StoredValue::new(Owner::current().unwrap_or_default()),
        all: RwSignal::default(),
        notes,
        staff: staff().unwrap_or_default(),
    };
    for place in draft::all(sheets.staff) {
        sheets.of(place);
    }
    Effect::new(move |_| {
        let unsent = sheets.all.with(|all| all.values().any(|sheet| sheet.is_unsent()));
        notes.unsent.set(unsent);
    });
    let leave = window_event_listener_untyped("pagehide", move |_| sheets.each(|sheet| sheet.flush(true)));
    let hide = window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            sheets.each(|sheet| sheet.flush(true));
        } else {
            sheets.each(Sheet::look_again);
        }
    });
    let online = window_event_listener_untyped("online", move |_| sheets.each(|sheet| sheet.flush(false)));
    on_cleanup(move || {
        leave.remove();
        hide.remove();
        online.remove();
    });
    let object = move || {
        let (place, name) = notes.open.get()?;
        let sheet = sheets.of(place);
        let close = Callback::new(move |()| {
            sheet.flush(false);
            notes.open.set(None);
        });
        let title = format!("{} · {name}", texts::kind(place.kind));
        Some(view! { <Panel mark="note-panel" title=title hint=Words::NoteHint sheet=sheet close=close/> })
    };
    let notepad = move || {
        notes.notepad.get().then(|| {
            let sheet = sheets.of(NOTEPAD);
            let close = Callback::new(move |()| {
                sheet.flush(false);
                notes.notepad.set(false);
            });
            let title = t(Words::Notepad).to_owned();
            view! { <Panel mark="notepad-panel" title=title hint=Words::NotepadHint sheet=sheet close=close searches=true/> }
        })
    };
    view! { <div class="dock">{object}{notepad}</div> }
}

/// One panel: title, state, text.
#[component]
fn Panel(
    /// What tests find it by.
    mark: &'static str,
    title: String,
    /// What stands in an empty text.
    hint: Words,
    sheet: Sheet,
    close: Callback<()>,
    /// Whether other notes can be searched here.
    #[prop(optional)]
    searches: bool,
) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let words = RwSignal::new(String::new());
    // Once the text is there: a field that can't be typed into takes no focus.
    let ready = Memo::new(move |_| !matches!(sheet.state.get(), State::Reading | State::Unread(_)));
    Effect::new(move |_| {
        if let Some(field) = field.get()
            && ready.get()
            && !is_typing()
        {
            let _ = field.focus();
        }
    });
    let label = title.clone();
    let keys = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            close.run(());
            // Back to the page, where the keys of the page work again.
            let focused = document().active_element();
            if let Some(focused) = focused.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
                let _ = focused.blur();
            }
        }
    };
    let clash = move || match sheet.state.get() {
        State::Clash(other) => Some(view! { <Clash sheet=sheet other=other/> }),
        _ => None,
    };
    let unread = move || match sheet.state.get() {
        State::Unread(error) => Some(view! {
            <div class="note error" role="alert">{sentence(&error)}" "<button class="quiet" on:click=move |_| sheet.read()>{t(Text::Retry)}</button></div>
        }),
        _ => None,
    };
    let searching = move || searches && !words.with(|words| words.trim().is_empty());
    view! {
        <section class="pad" class:clashing=move || matches!(sheet.state.get(), State::Clash(_)) data-testid=mark aria-label=label on:keydown=keys>
            <header>
                <h2 title=title.clone()>{title.clone()}</h2>
                <button type="button" class="icon" data-testid="close-note" aria-label=t(Words::Close) title=t(Words::Close) on:click=move |_| close.run(())>"✕"</button>
            </header>
            {searches.then(|| view! {
                <input type="search" data-testid="search-notes" placeholder=t(Words::Search) aria-label=t(Words::Search) prop:value=move || words.get() on:input=move |event| words.set(event_target_value(&event))/>
            })}
            {clash}
            {unread}
            {searches.then(|| view! { <Search words=words/> })}
            <textarea node_ref=field data-testid="note-text" class:gone=searching aria-label=title placeholder=t(hint)
                prop:value=move || sheet.text.get() disabled=move || !ready.get()
                on:input=move |event| sheet.typed(event_target_value(&event)) on:blur=move |_| sheet.flush(false)></textarea>
            <Told sheet=sheet/>
        </section>
    }
    .into_any()
}

/// Whether somebody types in one of these panels already: the search can be used before the text is there.
fn is_typing() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|element| matches!(element.closest(".pad input, .pad textarea"), Ok(Some(_))))
}

/// How the text stands, in a line beneath it.
#[component]
fn Told(sheet: Sheet) -> impl IntoView {
    let most = sheet.place.kind.longest();
    let count = move || {
        let length = sheet.text.with(|text| text.chars().count());
        // The number is shown when it begins to matter.
        (length.saturating_mul(10) > most.saturating_mul(9)).then(|| format!("{length} / {most}"))
    };
    let (class, told) = (
        move || match sheet.state.get() {
            State::Failed | State::TooLong | State::Refused(_) | State::Clash(_) => "fault",
            _ => "muted",
        },
        move || match sheet.state.get() {
            State::Reading => t(Text::Loading).to_owned(),
            State::Unread(_) | State::Saved(None) => String::new(),
            State::Saved(Some(at)) => format!("{} · {}", t(Words::Saved), format::moment(at)),
            State::Typed | State::Clash(_) => t(Words::Unsaved).to_owned(),
            State::Saving => t(Words::Saving).to_owned(),
            State::Failed => t(Words::Failed).to_owned(),
            State::TooLong => t(Words::TooLong).to_owned(),
            State::Refused(error) => format!("{}: {}", t(Words::Refused), sentence(&error)),
        },
    );
    let failed = move || matches!(sheet.state.get(), State::Failed);
    view! {
        <footer>
            <small class=class role="status" data-testid="note-state">{told}</small>
            {move || failed().then(|| view! { <button type="button" class="quiet" on:click=move |_| sheet.save(false)>{t(Words::SendNow)}</button> })}
            <span class="spacer"></span>
            <small class="muted">{count}</small>
        </footer>
    }
    .into_any()
}

/// Two texts side by side, until the person has chosen.
#[component]
fn Clash(sheet: Sheet, other: Note) -> impl IntoView {
    let (mine, theirs, both) = (other.clone(), other.clone(), other.clone());
    let keep_both = move |_| {
        let text = sheet.text.get_untracked();
        let joined = if both.body.is_empty() {
            text
        } else {
            format!("{}\n\n{text}", both.body.trim_end())
        };
        sheet.settle(joined, &both);
    };
    view! {
        <div class="clash" role="alert" data-testid="note-clash">
            <p>{t(Words::Clash)}</p>
            <strong>{t(Words::Theirs)}</strong>
            <pre data-testid="their-text">{if other.body.is_empty() { "—".to_owned() } else { other.body }}</pre>
            <div class="actions-row">
                <button type="button" class="button primary" data-testid="keep-both" on:click=keep_both>{t(Words::KeepBoth)}</button>
                <button type="button" class="button" data-testid="keep-mine" on:click=move |_| sheet.settle(sheet.text.get_untracked(), &mine)>{t(Words::KeepMine)}</button>
                <button type="button" class="button" data-testid="take-theirs" on:click=move |_| sheet.give_in(theirs.clone())>{t(Words::TakeTheirs)}</button>
            </div>
            <strong>{t(Words::Yours)}</strong>
        </div>
    }
    .into_any()
}
