//! The notes about the order, its shops and its items, with their texts. The texts are fetched when the tab is opened.

use crate::notes;
use frontend_ui::{
    features::{item_sections::shop_name, translation::shop_text},
    prelude::*,
};
use shared_types::{
    notes::{Note, NoteKind, ShowNote},
    orders::Order,
};

frontend_ui::texts! {
    enum NotesTabTexts;
    Title: "Заметки", "Notes", "备注";
    OfOrder: "О заказе", "About the order", "订单备注";
    Hint:
        "Заметки видят только сотрудники. Клавиша N открывает заметку под указателем.",
        "Only staff see notes. The key N opens the note under the pointer.",
        "备注仅员工可见。按 N 键可打开指针所在处的备注。";
    Empty: "Заметки пока нет", "No note yet", "暂无备注";
}

/// An object that may have a note.
type Subject = (NoteKind, i64, Option<bool>, String);

/// The order itself, and the shops and items that have a note.
fn subjects(order: &Order) -> Vec<Subject> {
    let shops = order
        .groups
        .iter()
        .filter(|group| group.has_note == Some(true))
        .map(|group| (NoteKind::Group, group.id.0, group.has_note, shop_name(group)));
    let items = order
        .items
        .iter()
        .filter(|item| item.has_note == Some(true))
        .map(|item| (NoteKind::Item, item.id.0, item.has_note, item.title.clone()));
    let own = (
        NoteKind::Order,
        order.summary.id.0,
        order.summary.has_note,
        order.summary.number.clone(),
    );
    std::iter::once(own).chain(shops).chain(items).collect()
}

fn subject_view((kind, id, has_note, name): Subject) -> AnyView {
    let note = use_value(&[], move || {
        // The text is fetched again when the note is closed.
        notes::track_open_note();
        api::send::<ShowNote>((kind, id), Nothing {}, Nothing {}, Options::default())
    });
    let text = |note: &Note| {
        if note.body.is_empty() {
            return any_view! { <p class="muted">{t(NotesTabTexts::Empty)}</p> };
        }
        any_view! {
            <p dir="auto" class="multiline" data-testid="note-body">
                {note.body.clone()}
            </p>
        }
    };
    let title = if kind == NoteKind::Order {
        t(NotesTabTexts::OfOrder).into_any()
    } else {
        shop_text(name.clone())
    };
    any_view! {
        <section class="order-note" data-testid="order-note">
            <header>
                <h3 dir="auto">{title}</h3>
                {notes::note_button(kind, id, has_note, name)}
            </header>
            {note.show(Skeleton::Rows, text)}
        </section>
    }
}

pub(super) fn order_notes(order: Live<Order>) -> AnyView {
    let all = |all: &Vec<Subject>| all.iter().cloned().map(subject_view).collect_view();
    any_view! {
        <div class="card order-notes">
            <h2>{t(NotesTabTexts::Title)}</h2>
            {order.part(subjects, all)}
            <p class="muted">{t(NotesTabTexts::Hint)}</p>
        </div>
    }
}
