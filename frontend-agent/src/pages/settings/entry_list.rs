//! The entries of a list. They are moved by their handle: with the pointer, or with the arrow keys.

use super::{list_spec::Row, texts::SettingsTexts};
use frontend_ui::{api::Error, prelude::*};
use leptos::ev::{KeyboardEvent, PointerEvent};
use shared_types::id::ListEntryId;
use std::{future::Future, pin::Pin};
use wasm_bindgen::JsCast;

/// The request that puts the entries into an order.
type Sort = fn(Vec<ListEntryId>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// The entry that is dragged, and the entry whose place it takes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Drag {
    id: ListEntryId,
    target: ListEntryId,
}

/// The order of the entries, and the requests that save it.
#[derive(Clone, Copy)]
struct Positions {
    rows: RwSignal<Vec<Row>>,
    drag: RwSignal<Option<Drag>>,
    /// Text that screen readers read after a move.
    announcement: RwSignal<String>,
    /// The order that is saved next. Only the last one is sent.
    pending: StoredValue<Option<Vec<ListEntryId>>>,
    is_saving: StoredValue<bool>,
    sort: Sort,
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
}

impl Positions {
    fn index_of(self, id: ListEntryId) -> Option<usize> {
        self.rows
            .with_untracked(|rows| rows.iter().position(|row| row.id == id))
    }

    /// Moves an entry to an index, and saves the order.
    fn move_to(self, id: ListEntryId, to: usize) {
        let Some(from) = self.index_of(id) else { return };
        let count = self.rows.with_untracked(Vec::len);
        if from == to || to >= count {
            return;
        }
        self.rows.update(|rows| {
            let row = rows.remove(from);
            rows.insert(to, row);
        });
        self.announcement
            .set(format!("{} {} / {count}", t(SettingsTexts::MovedTo), to + 1));
        let ids = self.rows.with_untracked(|rows| rows.iter().map(|row| row.id).collect());
        self.pending.set_value(Some(ids));
        if !self.is_saving.get_value() {
            self.is_saving.set_value(true);
            spawn_local(self.save());
        }
    }

    async fn save(self) {
        while let Some(ids) = self.pending.try_update_value(Option::take).flatten() {
            let result = (self.sort)(ids).await;
            let is_refused = result.is_err();
            self.error.try_set(result.err());
            if is_refused {
                self.reload.try_run(());
                break;
            }
        }
        self.is_saving.try_set_value(false);
    }

    fn on_key(self, id: ListEntryId, event: &KeyboardEvent) {
        let Some(from) = self.index_of(id) else { return };
        let to = match event.key().as_str() {
            "ArrowUp" => from.checked_sub(1),
            "ArrowDown" => Some(from + 1),
            _ => return,
        };
        event.prevent_default();
        if let Some(to) = to {
            self.move_to(id, to);
            // The moved element may have lost the focus.
            request_animation_frame(move || focus_handle(id));
        }
    }

    fn on_pointer_down(self, id: ListEntryId, event: &PointerEvent) {
        let handle = event.current_target();
        let handle = handle.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        // Fails only if the pointer is gone already.
        let is_captured = handle.is_some_and(|handle| handle.set_pointer_capture(event.pointer_id()).is_ok());
        if is_captured {
            self.drag.set(Some(Drag { id, target: id }));
        }
    }

    fn on_pointer_move(self, event: &PointerEvent) {
        let Some(drag) = self.drag.get_untracked() else { return };
        let (x, y) = (event.client_x(), event.client_y());
        #[expect(clippy::cast_precision_loss, reason = "coordinates of a screen are small")]
        let below = document().element_from_point(x as f32, y as f32);
        let target = below
            .and_then(|element| element.closest("[data-entry]").ok().flatten())
            .and_then(|entry| entry.get_attribute("data-entry"))
            .and_then(|id| id.parse().ok());
        if let Some(target) = target {
            self.drag.set(Some(Drag { target, ..drag }));
        }
    }

    fn on_pointer_up(self) {
        let Some(Drag { id, target }) = self.drag.get_untracked() else {
            return;
        };
        self.drag.set(None);
        if let Some(to) = self.index_of(target) {
            self.move_to(id, to);
        }
    }
}

fn handle_id(id: ListEntryId) -> String {
    format!("move-{id}")
}

fn focus_handle(id: ListEntryId) {
    let handle = document().get_element_by_id(&handle_id(id));
    if let Some(handle) = handle.and_then(|handle| handle.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = handle.focus();
    }
}

/// The rows of a list.
#[component]
pub(super) fn EntryList<D>(
    rows: Vec<Row>,
    /// The title and the details of an entry.
    describe: D,
    sort: Sort,
    /// Opens the form of an entry, for people who may edit.
    edit: Option<Callback<Row>>,
    error: RwSignal<Option<Error>>,
    reload: Callback<()>,
) -> impl IntoView
where
    D: Fn(&Row) -> (String, String) + Clone + Send + 'static,
{
    let positions = Positions {
        rows: RwSignal::new(rows),
        drag: RwSignal::new(None),
        announcement: RwSignal::new(String::new()),
        pending: StoredValue::new(None),
        is_saving: StoredValue::new(false),
        sort,
        error,
        reload,
    };
    let row_view = move |row: Row| {
        let described = describe(&row);
        entry_row(row, described, positions, edit)
    };
    any_view! {
        <ul>
            <For each=move || positions.rows.get() key=|row| row.id children=row_view />
        </ul>
        <p class="visually-hidden" role="status">
            {move || positions.announcement.get()}
        </p>
    }
}

fn entry_row(
    row: Row,
    (title, detail): (String, String),
    positions: Positions,
    edit: Option<Callback<Row>>,
) -> AnyView {
    let (id, archived) = (row.id, row.archived);
    let handle = edit.is_some().then(|| {
        view! {
            <button
                type="button"
                class="icon entry-handle"
                id=handle_id(id)
                data-testid="move-entry"
                aria-label=format!("{}: {title}", t(SettingsTexts::Move))
                title=t(SettingsTexts::MoveHint)
                on:keydown=move |event| positions.on_key(id, &event)
                on:pointerdown=move |event| positions.on_pointer_down(id, &event)
                on:pointermove=move |event| positions.on_pointer_move(&event)
                on:pointerup=move |_| positions.on_pointer_up()
                on:pointercancel=move |_| positions.drag.set(None)
            >
                {Icon::GripVertical.view()}
            </button>
        }
    });
    let edit = edit.map(|edit| {
        view! {
            <button type="button" class="quiet" data-testid="edit-entry" on:click=move |_| edit.run(row.clone())>
                {t(Text::Edit)}
            </button>
        }
    });
    let is_dragged = move || positions.drag.get().is_some_and(|drag| drag.id == id);
    let is_target = move || {
        positions
            .drag
            .get()
            .is_some_and(|drag| drag.target == id && drag.id != id)
    };
    any_view! {
        <li
            class="entry"
            class:archived=archived
            class:entry-dragged=is_dragged
            class:entry-target=is_target
            data-testid="entry"
            data-entry=id.to_string()
        >
            {handle}
            <span class="row-text">
                <strong dir="auto">{title}</strong>
                <span class="muted">{detail}</span>
            </span>
            {archived.then(|| view! { <span class="badge draft">{t(SettingsTexts::Archived)}</span> })}
            <span class="entry-actions">{edit}</span>
        </li>
    }
}
