//! The bar of the selected shipments. The selection survives a change of the page.

use super::bulk;
use crate::pages::{
    bulk::{BulkRun, known_rows},
    labels,
    scan::ScanTexts,
};
use frontend_ui::{
    components::{SelectedRows, has_selected, selection_bar},
    data::List,
    prelude::*,
};
use shared_types::{codes::CodeKind, shipments::ShipmentSummary};

pub(super) fn bar(selected: SelectedRows, list: List<ShipmentSummary>) -> AnyView {
    let is_shown = has_selected(selected);
    let url = move || selected.with(|ids| labels::url(CodeKind::Shipment, ids.iter().copied()));
    let bar = move || {
        let asked: bulk::Asked = RwSignal::new(None);
        let run = BulkRun::new(selected, Callback::new(move |()| list.reload()));
        let steps = any_view! {
            {bulk::steps(run, known_rows(list), asked)}
            <a class="button" target="_blank" data-testid="shipment-labels" href=url>
                {t(ScanTexts::PrintLabel)}
            </a>
        };
        let error = any_view! { <ErrorNote error=run.action /> };
        // The dialog stays when a phone closes the sheet of the steps.
        any_view! {
            {selection_bar("selected-shipments", selected, error, Some(steps))}
            {bulk::dialog(run, asked)}
        }
    };
    (move || is_shown.get().then(bar)).into_any()
}
