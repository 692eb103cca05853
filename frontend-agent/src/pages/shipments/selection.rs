//! The bar of the selected shipments. The selection survives a change of the page.

use crate::pages::{labels, scan::ScanTexts};
use frontend_ui::{
    components::{SelectedRows, has_selected, selection_bar},
    prelude::*,
};
use shared_types::codes::CodeKind;

pub(super) fn bar(selected: SelectedRows) -> AnyView {
    let is_shown = has_selected(selected);
    let url = move || selected.with(|ids| labels::url(CodeKind::Shipment, ids.iter().copied()));
    let bar = move || {
        let labels = any_view! {
            <a class="button" target="_blank" data-testid="shipment-labels" href=url>
                {t(ScanTexts::PrintLabel)}
            </a>
        };
        selection_bar("selected-shipments", selected, labels, None)
    };
    (move || is_shown.get().then(bar)).into_any()
}
