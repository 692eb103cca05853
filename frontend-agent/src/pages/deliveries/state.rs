//! The state of a delivery's card.

use frontend_ui::{components::notify_with_undo, prelude::*};
use shared_types::{
    id::{DeliveryId, ShipmentId},
    shipments::{Delivery, DeliveryLoad, DeliveryLoading, LoadDelivery, UnloadDelivery},
};

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(super) struct DeliveryCardState {
    pub(super) id: DeliveryId,
    pub(super) delivery: Record<Delivery>,
    pub(super) loading: Record<DeliveryLoading>,
    pub(super) action: Action,
}

impl DeliveryCardState {
    /// Adds shipments to the delivery, or removes them. The message can undo it.
    pub(super) fn set_loaded(self, shipments: Vec<ShipmentId>, is_loaded: bool) {
        let load = DeliveryLoad {
            shipments: shipments.clone(),
        };
        let path = (self.id,);
        let call = async move {
            if is_loaded {
                api::send::<LoadDelivery>(path, Nothing {}, load, Options::default()).await
            } else {
                api::send::<UnloadDelivery>(path, Nothing {}, load, Options::default()).await
            }
        };
        let text = match (is_loaded, shipments.len()) {
            (true, 1) => t(LoadTexts::Loaded).to_owned(),
            (false, 1) => t(LoadTexts::Unloaded).to_owned(),
            (true, count) => format!("{}: {count}", t(LoadTexts::LoadedMany)),
            (false, count) => format!("{}: {count}", t(LoadTexts::UnloadedMany)),
        };
        self.action.run(call, move |_| {
            notify_with_undo(text, move || self.set_loaded(shipments.clone(), !is_loaded));
        });
    }
}

frontend_ui::texts! {
    enum LoadTexts;
    Loaded: "Посылка загружена", "The shipment is loaded", "包裹已装车";
    LoadedMany: "Загружено посылок", "Shipments loaded", "已装车包裹";
    UnloadedMany: "Выгружено посылок", "Shipments unloaded", "已卸下包裹";
    Unloaded: "Посылка выгружена", "The shipment is unloaded", "包裹已卸下";
}
