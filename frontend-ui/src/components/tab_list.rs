//! Tabs that show one of several panels of a page.

use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast};

#[derive(Clone, Debug)]
pub struct TabLabel<T> {
    pub value: T,
    /// The end of the ids of the tab and of its panel.
    pub id: &'static str,
    pub name: &'static str,
    /// How much is new in the panel, if anything is.
    pub badge: Option<Signal<usize>>,
}

/// The ids of a tab and of its panel.
pub fn tab_ids(id: &str) -> (String, String) {
    (format!("tab-{id}"), format!("panel-{id}"))
}

/// Tabs of a page. The arrow keys go from one to the next.
#[component]
pub fn TabList<T>(
    label: &'static str,
    tabs: Vec<TabLabel<T>>,
    #[prop(into)] shown: Signal<T>,
    choose: Callback<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let list = NodeRef::<html::Div>::new();
    let keys = move |event: ev::KeyboardEvent| {
        let (Some(list), Some(focused)) = (list.get_untracked(), document().active_element()) else {
            return;
        };
        let next = match event.key().as_str() {
            "ArrowRight" => focused.next_element_sibling().or_else(|| list.first_element_child()),
            "ArrowLeft" => focused.previous_element_sibling().or_else(|| list.last_element_child()),
            _ => return,
        };
        if let Some(next) = next.and_then(|next| next.dyn_into::<web_sys::HtmlElement>().ok()) {
            event.prevent_default();
            // Fails only for elements that can't have the focus.
            let _ = next.focus();
            next.click();
        }
    };
    let tab = |tab: TabLabel<T>| {
        let (value, badge) = (tab.value, tab.badge);
        let is_shown = Memo::new(move |_| shown.get() == value);
        let (id, panel) = tab_ids(tab.id);
        let news = move || {
            badge.map(|badge| badge.get()).filter(|count| *count > 0).map(|count| {
                view! {
                    <span class="count-badge" data-testid="tab-badge">
                        {count}
                    </span>
                }
            })
        };
        view! {
            <button
                type="button"
                role="tab"
                id=id.clone()
                data-testid=id
                aria-controls=panel
                aria-selected=move || is_shown.get().to_string()
                tabindex=move || if is_shown.get() { "0" } else { "-1" }
                on:click=move |_| choose.run(value)
            >
                {tab.name}
                {news}
            </button>
        }
    };
    any_view! {
        <div node_ref=list class="tab-list" role="tablist" aria-label=label on:keydown=keys>
            {tabs.into_iter().map(tab).collect_view()}
        </div>
    }
}
