//! The state of a shipment's card.

use frontend_ui::{
    api::{self, Options},
    components::notify,
    data::{Action, Live, Record},
    features::shipments::{self},
};
use leptos::prelude::*;
use shared_types::{
    endpoint::Nothing,
    id::{ItemId, ShipmentId},
    shipments::{MoveShipment, Shipment, ShipmentMove, ShipmentStep},
};

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(super) struct ShipmentCardState {
    pub(super) url_id: Memo<ShipmentId>,
    pub(super) shipment: Record<Shipment>,
    pub(super) action: Action,
    pub(super) dialog: RwSignal<Option<ShipmentDialog>>,
}

impl ShipmentCardState {
    /// The id of the shipment that the card shows.
    pub(super) fn id(self) -> ShipmentId {
        let shown = self.shipment.read(|shipment| shipment.summary.id);
        shown.unwrap_or_else(|| self.url_id.get_untracked())
    }

    pub(super) fn items(self) -> Live<Vec<ItemId>> {
        self.shipment
            .slice(|shipment| shipment.items.iter().map(|item| item.item_id).collect())
    }

    pub(super) fn apply_move(self, version: Option<i64>, body: ShipmentStep) {
        let options = Options {
            version,
            ..Options::default()
        };
        let call = api::send::<MoveShipment>((self.id(),), Nothing {}, body, options);
        self.action.run(call, |moved| announce_move(&moved));
    }
}

pub(super) fn announce_move(shipment: &Shipment) {
    let summary = &shipment.summary;
    notify(format!(
        "{}: {}",
        summary.number,
        shipments::status_name(summary.status)
    ));
}

/// A move without reason or price.
pub(super) fn move_without_details(step: ShipmentMove) -> ShipmentStep {
    ShipmentStep {
        step,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    }
}

/// The dialogs of the card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShipmentDialog {
    Recipient,
    Cash,
    Move(ShipmentMove),
}
