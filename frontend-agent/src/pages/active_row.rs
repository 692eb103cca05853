//! The row of the order table that the keyboard has chosen, and its keys.

use super::{list_trail, orders::SelectedOrders};
use leptos::{ev, prelude::*};
use leptos_router::hooks::use_navigate;

/// The row that the keyboard has chosen: its order, and where it was. It survives that the table is fetched again.
pub(super) type ActiveRow = RwSignal<Option<(i64, usize)>>;

/// The rows that the keys for down and up lead to. If the active order is gone, they start from where it was.
fn neighbours(active: Option<(i64, usize)>, ids: &[i64]) -> (usize, usize) {
    let last = ids.len().saturating_sub(1);
    let Some((id, index)) = active else {
        return (0, 0);
    };
    match ids.iter().position(|other| *other == id) {
        Some(now) => ((now + 1).min(last), now.saturating_sub(1)),
        None => (index.min(last), index.saturating_sub(1).min(last)),
    }
}

/// Scrolls to the active row, once it is marked.
fn scroll_to_active_row() {
    request_animation_frame(|| {
        if let Ok(Some(row)) = document().query_selector(".order-line.chosen") {
            let options = leptos::web_sys::ScrollIntoViewOptions::new();
            options.set_block(leptos::web_sys::ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Handles the keys of the table with these orders: `j`/`k` or arrows move the active row, Enter opens it, `x` selects it, `/`
/// focuses the search.
pub(super) fn handle_keys(ids: Vec<i64>, active: ActiveRow, selected: SelectedOrders) {
    let navigate = use_navigate();
    let keys = window_event_listener(ev::keydown, move |event| {
        let target = event.target().and_then(|target| tag_of(&target));
        if matches!(target.as_deref(), Some("INPUT" | "SELECT" | "TEXTAREA"))
            || event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
        {
            return;
        }
        let chosen = active.get_untracked();
        let current = chosen.and_then(|(id, _)| ids.iter().position(|other| *other == id));
        let (below, above) = neighbours(chosen, &ids);
        let choose = |index: usize| {
            if let Some(id) = ids.get(index) {
                active.set(Some((*id, index)));
                scroll_to_active_row();
            }
        };
        match event.key().as_str() {
            "j" | "ArrowDown" => choose(below),
            "k" | "ArrowUp" => choose(above),
            "Enter" => {
                if let Some(id) = current.and_then(|index| ids.get(index)) {
                    list_trail::store_opened(*id);
                    navigate(
                        &format!("/agent/orders/{id}"),
                        leptos_router::NavigateOptions::default(),
                    );
                }
                return;
            }
            "x" => {
                if let Some(id) = current.and_then(|index| ids.get(index)) {
                    selected.update(|selected| {
                        if !selected.remove(id) {
                            selected.insert(*id);
                        }
                    });
                }
            }
            "/" => {
                if let Ok(Some(search)) = document().query_selector("input.search") {
                    let _ = focus(&search);
                }
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

fn tag_of(target: &leptos::web_sys::EventTarget) -> Option<String> {
    use leptos::wasm_bindgen::JsCast;
    target
        .dyn_ref::<leptos::web_sys::Element>()
        .map(leptos::web_sys::Element::tag_name)
}

fn focus(element: &leptos::web_sys::Element) -> Option<()> {
    use leptos::wasm_bindgen::JsCast;
    element.dyn_ref::<leptos::web_sys::HtmlElement>()?.focus().ok()
}

#[cfg(test)]
mod tests {
    use super::neighbours;

    #[test]
    fn the_keys_start_from_the_active_order_wherever_it_is_now() {
        assert_eq!(neighbours(None, &[7, 8, 9]), (0, 0));
        assert_eq!(neighbours(Some((8, 0)), &[7, 8, 9]), (2, 0));
        assert_eq!(neighbours(Some((9, 2)), &[7, 8, 9]), (2, 1));
        assert_eq!(neighbours(Some((8, 1)), &[7, 9]), (1, 0), "the order is gone");
        assert_eq!(neighbours(Some((8, 5)), &[]), (0, 0));
    }
}
