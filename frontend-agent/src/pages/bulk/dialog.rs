//! The dialog that all steps share: the rows that take part, the ones that are left out with the reason, and the results.

use super::{
    StepTexts,
    run::{BulkRow, BulkRun},
};
use frontend_ui::{
    i18n::{Counted, counted},
    prelude::*,
};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of rows that a step leaves out, by the reason.
pub(crate) type LeftOut = BTreeMap<String, Vec<String>>;

/// How many rows of how many clients take part. It opens to their numbers.
pub(crate) fn rows_note<T: BulkRow>(count_text: String, rows: &[T]) -> AnyView {
    let clients: BTreeSet<_> = rows.iter().map(T::client).collect();
    let numbers: Vec<&str> = rows.iter().map(T::number).collect();
    let clients = counted(i64::try_from(clients.len()).unwrap_or(i64::MAX), Counted::Clients);
    any_view! {
        <details class="bulk-orders" data-testid="bulk-orders">
            <summary>{count_text}" · "{clients}</summary>
            <p class="muted">{numbers.join(", ")}</p>
        </details>
    }
}

/// Numbers of rows below a heading, each group with its reason.
fn reasons(title: StepTexts, test_id: &'static str, groups: Vec<(String, String)>) -> Option<AnyView> {
    if groups.is_empty() {
        return None;
    }
    let group = |(reason, numbers)| {
        view! {
            <li>
                <strong>{numbers}</strong>
                " — "
                {reason}
            </li>
        }
    };
    let groups = groups.into_iter().map(group).collect_view();
    Some(any_view! {
        <div class="note bulk-reasons" data-testid=test_id>
            <p>{t(title)}":"</p>
            <ul>{groups}</ul>
        </div>
    })
}

pub(crate) fn left_out_note(left_out: &LeftOut) -> Option<AnyView> {
    let groups = left_out.iter();
    let groups = groups.map(|(reason, numbers)| (reason.clone(), numbers.join(", ")));
    reasons(StepTexts::LeftOut, "left-out", groups.collect())
}

/// A dialog that takes a step. After a step that failed for some rows it shows these.
#[component]
pub(crate) fn BulkDialog(
    run: BulkRun,
    title: &'static str,
    answer: &'static str,
    /// How many rows take part.
    #[prop(into)]
    count: Signal<usize>,
    /// The rows that take part and the ones that are left out. It tracks.
    question: Box<dyn Fn() -> AnyView + Send + Sync>,
    /// Whether the fields are filled in.
    #[prop(default = Signal::stored(true))]
    is_ready: Signal<bool>,
    confirm: Callback<()>,
    close: Callback<()>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let is_over = move || !run.refused.read().is_empty();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        confirm.run(());
    };
    let label = move || {
        if run.action.is_busy() {
            format!("{} / {}", run.progress.get(), count.get())
        } else {
            format!("{answer} · {}", count.get())
        }
    };
    let question = move || (!is_over()).then(&question);
    let results = move || reasons(StepTexts::NotDone, "bulk-refused", run.refused.get());
    let cannot_start = move || run.action.is_busy() || count.get() == 0 || !is_ready.get();
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=submit class="bulk-form">
                <ErrorNote error=run.action />
                <div class="bulk-fields" hidden=is_over>
                    {children.map(|children| children())}
                </div>
                {question}
                {results}
                <div class="row">
                    <button type="button" class="button" data-testid="bulk-close" on:click=move |_| close.run(())>
                        {move || t(if is_over() { Text::Close } else { Text::GoBack })}
                    </button>
                    <button class="button primary" data-testid="bulk-confirm" hidden=is_over disabled=cannot_start>
                        {label}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
