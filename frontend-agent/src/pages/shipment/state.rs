//! The state of a shipment's card.

use frontend_ui::{
    features::shipments::{self},
    prelude::*,
};
use shared_types::{
    id::{ItemId, PlaceId, ShipmentId},
    shipments::{MoveShipment, Shipment, ShipmentMove, ShipmentPlaces, ShipmentStep},
};

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(super) struct ShipmentCardState {
    pub(super) url_id: Memo<ShipmentId>,
    pub(super) shipment: Record<Shipment>,
    pub(super) places: Record<ShipmentPlaces>,
    pub(super) action: Action,
    pub(super) dialog: RwSignal<Option<ShipmentDialog>>,
}

impl ShipmentCardState {
    /// The id of the shipment that the card shows.
    pub(super) fn id(self) -> ShipmentId {
        let shown = self.shipment.read(|shipment| shipment.summary.id);
        shown.unwrap_or_else(|| self.url_id.get_untracked())
    }

    /// Whether the size of the shipment follows its places.
    pub(super) fn has_places(self) -> bool {
        let has_places = self.places.with(|places| !places.places.is_empty());
        has_places.unwrap_or_default()
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
    /// The contents of a place.
    Contents(PlaceId),
    Move(ShipmentMove),
    /// The size after a new weighing.
    Reweighing,
}
