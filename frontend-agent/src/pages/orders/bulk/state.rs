//! The state of the bar: the selected orders, the step that the person is asked about, and the results.

use super::{
    plan::{Plan, Step},
    texts::BulkTexts,
};
use crate::pages::assignees::Assignees;
use frontend_ui::{
    api::Error,
    components::{SelectedRows, error_message, notify_with_undo},
    data::List,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::orders::OrderSummary;
use std::{collections::BTreeMap, pin::Pin};

/// A step with the orders that it takes, as they were when the person began it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prepared {
    pub(super) step: Step,
    pub(super) plan: Plan,
}

/// The orders with which a step succeeded, and the numbers of the others with the reason.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) done: Vec<OrderSummary>,
    pub(super) refused: Vec<(String, String)>,
}

/// Takes a step back for the orders with which it succeeded.
pub(super) type Undo = fn(Vec<OrderSummary>) -> Pin<Box<dyn Future<Output = Result<(), Error>>>>;

/// How a step ends.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// The message, with the number of orders with which the step succeeded.
    pub(super) text: fn(usize) -> String,
    /// Whether these orders leave the selection.
    pub(super) unselects: bool,
    pub(super) undo: Option<Undo>,
}

/// The selection of the order table. As a context, because the code of the bar is loaded later.
#[derive(Clone, Copy)]
pub(in crate::pages::orders) struct Bulk {
    /// The ids of the selected orders. The selection survives a change of the page.
    pub(in crate::pages::orders) selected: SelectedRows,
    pub(in crate::pages::orders) list: List<OrderSummary>,
    pub(in crate::pages::orders) assignees: Assignees,
    pub(in crate::pages::orders) reload: Callback<()>,
}

#[derive(Clone, Copy)]
pub(super) struct BulkState {
    pub(super) bulk: Bulk,
    pub(super) action: Action,
    /// The orders that were on the screen since the bar is open. The selection may be larger than a page.
    known: RwSignal<BTreeMap<i64, OrderSummary>>,
    pub(super) dialog: RwSignal<Option<Prepared>>,
    /// The orders with which a step failed, while its dialog is open.
    pub(super) refused: RwSignal<Vec<(String, String)>>,
    /// How many orders the running step has finished.
    pub(super) progress: RwSignal<usize>,
}

impl BulkState {
    pub(super) fn new(bulk: Bulk) -> Self {
        let state = Self {
            bulk,
            action: use_action(),
            known: RwSignal::new(BTreeMap::new()),
            dialog: RwSignal::new(None),
            refused: RwSignal::new(Vec::new()),
            progress: RwSignal::new(0),
        };
        let rows = bulk.list.rows();
        let remember = move || {
            let orders = rows.map(|order| (order.id.0, order.clone()));
            state.known.update(|known| known.extend(orders));
        };
        untrack(remember);
        Effect::new(move |_| remember());
        state
    }

    /// The selected orders as they were last on the screen. Tracks.
    pub(super) fn chosen(self) -> Vec<OrderSummary> {
        let known = self.known.read();
        let selected = self.bulk.selected.read();
        selected.iter().filter_map(|id| known.get(id).cloned()).collect()
    }

    /// Reads the selected orders as they are now, and continues with them.
    pub(super) fn prepare(self, step: Step, next: impl FnOnce(Prepared) + 'static) {
        let ids: Vec<i64> = self.bulk.selected.with_untracked(|ids| ids.iter().copied().collect());
        let numbers = self.known.with_untracked(|known| {
            let numbers = known.iter().map(|(id, order)| (*id, order.number.clone()));
            numbers.collect()
        });
        let call = async move {
            let plan = Plan::read(step, ids, numbers).await?;
            if step == Step::Quote {
                plan.with_sums().await
            } else {
                Ok(plan)
            }
        };
        self.action.run(call, move |plan| next(Prepared { step, plan }));
    }

    /// Asks about a step.
    pub(super) fn ask(self, prepared: Prepared) {
        self.refused.try_set(Vec::new());
        self.dialog.try_set(Some(prepared));
    }

    pub(super) fn close(self) {
        self.dialog.try_set(None);
    }

    /// Takes a step with the orders one after the other.
    pub(super) async fn with_each<F>(
        self,
        orders: Vec<OrderSummary>,
        call: impl Fn(&OrderSummary) -> F,
    ) -> Result<Outcome, Error>
    where
        F: Future<Output = Result<(), Error>>,
    {
        let mut outcome = Outcome::default();
        self.progress.try_set(0);
        for order in orders {
            match call(&order).await {
                Ok(()) => outcome.done.push(order),
                Err(error) => outcome.refused.push((order.number, error_message(&error))),
            }
            self.progress.try_update(|count| *count += 1);
        }
        Ok(outcome)
    }

    /// Starts a step. Afterwards it tells the result, with a way back if there is one; orders that failed are listed in the dialog.
    pub(super) fn run(self, call: impl Future<Output = Result<Outcome, Error>> + 'static, end: End) {
        self.action.run(call, move |Outcome { done, refused }| {
            if refused.is_empty() {
                self.close();
            }
            self.refused.try_set(refused);
            if end.unselects {
                let is_left = |id: &i64| !done.iter().any(|order| order.id.0 == *id);
                self.bulk.selected.try_update(|selected| selected.retain(is_left));
            }
            self.bulk.reload.try_run(());
            if !done.is_empty() {
                tell(self, end, done);
            }
        });
    }
}

fn tell(state: BulkState, end: End, done: Vec<OrderSummary>) {
    let text = (end.text)(done.len());
    let Some(undo) = end.undo else {
        notify(text);
        return;
    };
    let reload = state.bulk.reload;
    notify_with_undo(text, move || {
        let call = undo(done.clone());
        spawn_local(async move {
            match call.await {
                Ok(()) => notify(t(BulkTexts::Undone)),
                Err(error) => notify(error_message(&error)),
            }
            reload.try_run(());
        });
    });
}

/// `Quoted: 3 orders`.
pub(super) fn count_after(text: BulkTexts, orders: usize) -> String {
    format!("{}: {}", t(text), count_text(orders))
}

/// `3 orders`.
pub(super) fn count_text(orders: usize) -> String {
    counted(i64::try_from(orders).unwrap_or(i64::MAX), Counted::Orders)
}
