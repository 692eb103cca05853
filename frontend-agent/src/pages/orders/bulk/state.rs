//! The state of the bar: the selected orders, the step that the person is asked about, and the results.

use super::{
    plan::{Plan, Step},
    texts::BulkTexts,
};
use crate::pages::{
    assignees::Assignees,
    bulk::{BulkRun, End, Outcome, known_rows},
};
use frontend_ui::{
    components::SelectedRows,
    data::List,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::orders::OrderSummary;
use std::collections::BTreeMap;

/// A step with the orders that it takes, as they were when the person began it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prepared {
    pub(super) step: Step,
    pub(super) plan: Plan,
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
    pub(super) run: BulkRun,
    known: RwSignal<BTreeMap<i64, OrderSummary>>,
    pub(super) dialog: RwSignal<Option<Prepared>>,
}

impl BulkState {
    pub(super) fn new(bulk: Bulk) -> Self {
        Self {
            bulk,
            run: BulkRun::new(bulk.selected, bulk.reload),
            known: known_rows(bulk.list),
            dialog: RwSignal::new(None),
        }
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
        self.run.action.run(call, move |plan| next(Prepared { step, plan }));
    }

    /// Asks about a step.
    pub(super) fn ask(self, prepared: Prepared) {
        self.run.reset();
        self.dialog.try_set(Some(prepared));
    }

    pub(super) fn close(self) {
        self.dialog.try_set(None);
    }

    /// Takes a step, and closes its dialog unless it failed for some orders.
    pub(super) fn take(self, call: impl Future<Output = Outcome<OrderSummary>> + 'static, end: End<OrderSummary>) {
        self.run.take(call, end, move || self.close());
    }
}

/// `Quoted: 3 orders`.
pub(super) fn count_after(text: BulkTexts, orders: usize) -> String {
    format!("{}: {}", t(text), count_text(orders))
}

/// `3 orders`.
pub(super) fn count_text(orders: usize) -> String {
    counted(i64::try_from(orders).unwrap_or(i64::MAX), Counted::Orders)
}
