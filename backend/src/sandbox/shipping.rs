//! The steps of an order from the warehouse to the client.

use super::{
    error::SandboxError,
    flow::{Flow, RATE},
};
use entities::{order_item as item, shipment, shipment_item};
use logistics::shipments::{self, client_actions, contents, deliveries, staff_actions};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::{
    id::ShipmentId,
    items::ItemStatus,
    money::{Currency, Money, PriceText},
    sandbox::SandboxStep,
    shipments::{
        CashReceipt, DeliveryChange, DeliveryLoad, DeliveryMove, NewShipment, ShipmentChange, ShipmentMove,
        ShipmentPayRequest, ShipmentStatus, ShipmentStep,
    },
};

/// Weight of a packed item in grams, and of the box.
const ITEM_GRAMS: i64 = 1_350;
const BOX_GRAMS: i64 = 400;
/// The charge for the delivery of a shipment, in yuan.
const COST: &str = "68";

const fn plain(step: ShipmentMove) -> ShipmentStep {
    ShipmentStep {
        step,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    }
}

impl Flow<'_> {
    pub(super) async fn ship(&self) -> Result<SandboxStep, SandboxError> {
        let Some(shipment) = self.open_shipment().await? else {
            let id = self.pack().await?;
            self.quote_delivery(id, true).await?;
            return Ok(SandboxStep::Pack);
        };
        match shipment.status {
            ShipmentStatus::Forming | ShipmentStatus::Packed => {
                let is_forming = shipment.status == ShipmentStatus::Forming;
                self.quote_delivery(shipment.id, is_forming).await?;
                Ok(SandboxStep::Pack)
            }
            ShipmentStatus::Quoted => self.choose_cash(&shipment).await,
            ShipmentStatus::Paid | ShipmentStatus::Cod => self.depart(shipment.id).await,
            ShipmentStatus::Dispatched => self.arrive(&shipment).await,
            ShipmentStatus::Arrived => self.accept(&shipment).await,
            ShipmentStatus::Accepted | ShipmentStatus::Problem | ShipmentStatus::Canceled => {
                Err(SandboxError::NoNextStep)
            }
        }
    }

    /// The oldest shipment with items of the order that the client has not accepted.
    async fn open_shipment(&self) -> Result<Option<shipment::Model>, SandboxError> {
        let items = item::Entity::find()
            .select_only()
            .column(item::Column::Id)
            .filter(item::Column::OrderId.eq(self.order.id))
            .into_query();
        let packed = shipment_item::Entity::find()
            .select_only()
            .column(shipment_item::Column::ShipmentId)
            .filter(shipment_item::Column::ItemId.in_subquery(items))
            .filter(shipment_item::Column::ReleasedAt.is_null())
            .into_query();
        let select = shipment::Entity::find()
            .filter(shipment::Column::Id.in_subquery(packed))
            .filter(shipment::Column::Status.ne(ShipmentStatus::Accepted))
            .order_by_asc(shipment::Column::Id);
        Ok(self.agent_scope().one(select).await?)
    }

    /// Adds the items in the warehouse to a new shipment.
    async fn pack(&self) -> Result<ShipmentId, SandboxError> {
        let scope = self.agent_scope();
        let select = item::Entity::find()
            .filter(item::Column::OrderId.eq(self.order.id))
            .filter(item::Column::Status.eq(ItemStatus::AtWarehouse))
            .order_by_asc(item::Column::Id);
        let items: Vec<_> = scope.all(select).await?.iter().map(|row| row.id).collect();
        if items.is_empty() {
            return Err(SandboxError::NoNextStep);
        }
        let grams = i64::try_from(items.len()).unwrap_or(1).saturating_mul(ITEM_GRAMS) + BOX_GRAMS;
        let new = NewShipment {
            client_id: self.order.client_id,
            items,
        };
        let change = ShipmentChange {
            weight_grams: Some(grams),
            volume_cm3: Some(grams.saturating_mul(5)),
            places: Some(1),
            ..ShipmentChange::default()
        };
        let id = scope
            .in_transaction(async |tx| {
                let id = contents::create(tx, &self.staff, &new, self.now).await?.id;
                staff_actions::update(tx, &self.staff, id, &change, None, self.now).await?;
                Ok::<_, SandboxError>(id)
            })
            .await?;
        Ok(id)
    }

    async fn quote_delivery(&self, id: ShipmentId, is_forming: bool) -> Result<(), SandboxError> {
        self.agent_scope()
            .in_transaction(async |tx| {
                if is_forming {
                    staff_actions::apply_move(tx, &self.staff, id, &plain(ShipmentMove::Pack), None, self.now).await?;
                }
                let quote = ShipmentStep {
                    cost: Some(PriceText(COST.to_owned())),
                    rate: Some(RATE),
                    ..plain(ShipmentMove::Quote)
                };
                staff_actions::apply_move(tx, &self.staff, id, &quote, None, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(())
    }

    async fn choose_cash(&self, shipment: &shipment::Model) -> Result<SandboxStep, SandboxError> {
        let request = ShipmentPayRequest {
            version: shipment.version,
            amount: Money::new(shipment.cost_rub_minor.unwrap_or_default(), Currency::Rub),
        };
        self.client_scope()
            .in_transaction(async |tx| {
                client_actions::choose_cod(tx, &self.member, shipment.id, request, self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::ChooseCash)
    }

    async fn depart(&self, id: ShipmentId) -> Result<SandboxStep, SandboxError> {
        let change = DeliveryChange {
            carrier: Some("Sandbox".to_owned()),
            track: Some(format!("SANDBOX-{id}")),
            ..DeliveryChange::default()
        };
        self.agent_scope()
            .in_transaction(async |tx| {
                let delivery = deliveries::create(tx, &self.staff, &change, self.now).await?.id;
                deliveries::load(tx, delivery, &DeliveryLoad { shipments: vec![id] }, self.now).await?;
                deliveries::apply_move(tx, &self.staff, delivery, (DeliveryMove::Depart, &[]), self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Depart)
    }

    async fn arrive(&self, shipment: &shipment::Model) -> Result<SandboxStep, SandboxError> {
        let delivery = shipment.delivery_id.ok_or(SandboxError::NoNextStep)?;
        self.agent_scope()
            .in_transaction(async |tx| {
                deliveries::apply_move(tx, &self.staff, delivery, (DeliveryMove::Arrive, &[]), self.now).await?;
                Ok::<_, SandboxError>(())
            })
            .await?;
        Ok(SandboxStep::Arrive)
    }

    async fn accept(&self, shipment: &shipment::Model) -> Result<SandboxStep, SandboxError> {
        let accepted = self
            .client_scope()
            .in_transaction(async |tx| {
                let accepted = client_actions::accept(tx, &self.member, shipment.id, self.now).await?;
                Ok::<_, SandboxError>(accepted)
            })
            .await?;
        if let Some(amount) = shipments::due(&accepted) {
            let receipt = CashReceipt {
                version: accepted.version,
                amount,
            };
            self.agent_scope()
                .in_transaction(async |tx| {
                    staff_actions::receive_cash(tx, &self.staff, shipment.id, receipt, self.now).await?;
                    Ok::<_, SandboxError>(())
                })
                .await?;
        }
        Ok(SandboxStep::Accept)
    }
}
