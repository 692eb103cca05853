//! The state of a delivery's card.

use frontend_ui::{
    api::{self, Options},
    components::notify_with_undo,
    data::{Action, Record},
    i18n::t,
};
use shared_types::{
    endpoint::Nothing,
    id::{DeliveryId, ShipmentId},
    shipments::{Delivery, DeliveryLoad, LoadDelivery, UnloadDelivery},
};

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(super) struct DeliveryCardState {
    pub(super) id: DeliveryId,
    pub(super) delivery: Record<Delivery>,
    pub(super) action: Action,
}

impl DeliveryCardState {
    /// Adds a shipment to the delivery, or removes it. The message can undo it.
    pub(super) fn set_loaded(self, shipment: ShipmentId, is_loaded: bool) {
        let load = DeliveryLoad {
            shipments: vec![shipment],
        };
        let path = (self.id,);
        let call = async move {
            if is_loaded {
                api::send::<LoadDelivery>(path, Nothing {}, load, Options::default()).await
            } else {
                api::send::<UnloadDelivery>(path, Nothing {}, load, Options::default()).await
            }
        };
        let text = if is_loaded {
            LoadTexts::Loaded
        } else {
            LoadTexts::Unloaded
        };
        self.action.run(call, move |_| {
            notify_with_undo(t(text), move || self.set_loaded(shipment, !is_loaded));
        });
    }
}

frontend_ui::texts! {
    enum LoadTexts;
    Loaded: "Посылка загружена", "The shipment is loaded", "包裹已装车";
    Unloaded: "Посылка выгружена", "The shipment is unloaded", "包裹已卸下";
}
