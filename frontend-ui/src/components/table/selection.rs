//! The selection of rows: their checkboxes, the mode in which a phone selects, and the bar of the steps that selected rows take.

use super::SelectedRows;
use crate::components::phone_sheet;
use crate::i18n::{LifecycleTexts, t};
use leptos::prelude::*;
use std::collections::BTreeSet;

crate::texts! {
    enum SelectionTexts;
    Select: "Выбрать", "Select", "选择";
    Done: "Готово", "Done", "完成";
    Actions: "Действия", "Actions", "操作";
}

fn select(selected: SelectedRows, ids: &[i64], is_selected: bool) {
    selected.update(|selected| {
        if is_selected {
            selected.extend(ids);
        } else {
            selected.retain(|id| !ids.contains(id));
        }
    });
}

fn checkbox(selected: SelectedRows, ids: Signal<Vec<i64>>, test_id: &'static str, name: String) -> AnyView {
    any_view! {
        <input
            type="checkbox"
            data-testid=test_id
            aria-label=name
            prop:checked=move || selected.with(|selected| ids.read().iter().all(|id| selected.contains(id)))
            on:change=move |event| select(selected, &ids.get_untracked(), event_target_checked(&event))
        />
    }
}

/// The cell that selects a row. While a phone selects, the whole card is its label.
pub fn select_cell(selected: SelectedRows, id: i64, test_id: &'static str, name: String) -> AnyView {
    any_view! {
        <td class="select-column">
            <label>{checkbox(selected, Signal::stored(vec![id]), test_id, name)}</label>
        </td>
    }
}

/// The head of these cells: it selects all rows. On a phone its button starts and ends the selection.
pub fn select_head(selected: SelectedRows, ids: Signal<Vec<i64>>) -> AnyView {
    let is_selecting = RwSignal::new(selected.with_untracked(|selected| !selected.is_empty()));
    let toggle = move |_| {
        is_selecting.update(|is_selecting| *is_selecting = !*is_selecting);
        if !is_selecting.get_untracked() {
            selected.update(BTreeSet::clear);
        }
    };
    let text = move || {
        if is_selecting.get() {
            SelectionTexts::Done
        } else {
            SelectionTexts::Select
        }
    };
    let all = t(LifecycleTexts::SelectAll);
    any_view! {
        <th class="select-column">
            <label>{checkbox(selected, ids, "select-all", all.to_owned())} <span aria-hidden="true">{all}</span></label>
            <button
                type="button"
                class="quiet select-mode"
                data-testid="select-mode"
                aria-pressed=move || is_selecting.get().to_string()
                on:click=toggle
            >
                {move || t(text())}
            </button>
        </th>
    }
}

/// The bar of the selected rows of a table. `first` follows their number. On a phone the other steps are a sheet.
pub fn selection_bar(test_id: &'static str, selected: SelectedRows, first: AnyView, steps: Option<AnyView>) -> AnyView {
    any_view! {
        <div class="bulk" data-testid=test_id>
            <strong>{t(LifecycleTexts::Selected)}": "{move || selected.with(BTreeSet::len)}</strong>
            {first}
            {steps.map(steps_sheet)}
            <div class="spacer"></div>
            <button class="quiet" data-testid="select-none" on:click=move |_| selected.set(BTreeSet::new())>
                {t(LifecycleTexts::ClearSelection)}
            </button>
        </div>
    }
}

/// Whether rows are selected.
pub fn has_selected(selected: SelectedRows) -> Memo<bool> {
    Memo::new(move |_| selected.with(|selected| !selected.is_empty()))
}

/// The steps of a bar: on a phone they are a sheet behind a button.
pub fn steps_sheet(steps: AnyView) -> AnyView {
    let actions = t(SelectionTexts::Actions);
    phone_sheet("bulk-steps", "primary", actions, actions.into_any(), true, steps)
}
