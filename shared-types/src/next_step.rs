//! The next step of an order or a shipment, and the side that takes it. Cards, lists and home pages of both sides show the same
//! step.

use crate::{
    orders::{OrderStatus, OrderType, Side, WarehouseItems},
    shipments::ShipmentStatus,
};

/// The next step as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep<S> {
    /// This side makes it now.
    Do(S),
    /// Another side takes it.
    Wait(WaitsFor),
    /// Nothing follows.
    Finished,
}

impl<S> NextStep<S> {
    /// The step, if this side makes it.
    pub fn own(self) -> Option<S> {
        match self {
            Self::Do(step) => Some(step),
            Self::Wait(_) | Self::Finished => None,
        }
    }
}

/// Who is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    Client,
    Agent,
    /// The goods are on their way to the warehouse.
    Goods,
    /// The shipment is on its way to the client.
    Carrier,
}

/// A step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderAction {
    AddItems,
    Submit,
    Pay,
    RequestShipping,
    /// The next step is one of this shipment.
    OpenShipment,
    Quote,
    Expect,
    StartPurchase,
    /// Items are to be bought.
    Buy,
    /// Items are to be packed into a shipment.
    Pack,
    ResolveProblem,
}

/// The facts that decide the next step of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderStepFacts {
    pub status: OrderStatus,
    pub order_type: OrderType,
    pub has_items: bool,
    pub has_problem: bool,
    pub warehouse: WarehouseItems,
}

impl OrderStepFacts {
    /// The next step as `side` sees it.
    pub const fn next_step(self, side: Side) -> NextStep<OrderAction> {
        use NextStep::{Do, Finished, Wait};
        use OrderStatus as S;
        let is_client = matches!(side, Side::Client);
        match self.status {
            S::Draft if !is_client => Wait(WaitsFor::Client),
            S::Draft if self.has_items => Do(OrderAction::Submit),
            S::Draft => Do(OrderAction::AddItems),
            S::Submitted if is_client => Wait(WaitsFor::Agent),
            S::Submitted if !self.has_items => Do(OrderAction::AddItems),
            S::Submitted if matches!(self.order_type, OrderType::SelfBuyout) => Do(OrderAction::Expect),
            S::Submitted => Do(OrderAction::Quote),
            S::Quoted if is_client => Do(OrderAction::Pay),
            S::Quoted => Wait(WaitsFor::Client),
            S::Accepted | S::Canceled => Finished,
            S::Shipped if is_client => match self.warehouse.shipment_id {
                Some(_) => Do(OrderAction::OpenShipment),
                None => Wait(WaitsFor::Carrier),
            },
            _ if is_client => self.client_step(),
            _ => self.staff_step(),
        }
    }

    /// The step of the client from the payment until everything is shipped.
    const fn client_step(self) -> NextStep<OrderAction> {
        match self.status {
            OrderStatus::AtWarehouse if self.warehouse.free => NextStep::Do(OrderAction::RequestShipping),
            OrderStatus::AtWarehouse if self.warehouse.shipment_id.is_some() => NextStep::Do(OrderAction::OpenShipment),
            OrderStatus::Purchased | OrderStatus::Expected => NextStep::Wait(WaitsFor::Goods),
            _ => NextStep::Wait(WaitsFor::Agent),
        }
    }

    /// The step of staff from the payment until everything is accepted.
    const fn staff_step(self) -> NextStep<OrderAction> {
        let WarehouseItems {
            free,
            requested,
            shipment_id,
        } = self.warehouse;
        match self.status {
            OrderStatus::Paid => NextStep::Do(OrderAction::StartPurchase),
            _ if free || requested => NextStep::Do(OrderAction::Pack),
            _ if self.has_problem => NextStep::Do(OrderAction::ResolveProblem),
            OrderStatus::Purchasing => NextStep::Do(OrderAction::Buy),
            OrderStatus::Purchased | OrderStatus::Expected => NextStep::Wait(WaitsFor::Goods),
            _ if shipment_id.is_some() => NextStep::Do(OrderAction::OpenShipment),
            _ => NextStep::Wait(WaitsFor::Client),
        }
    }
}

/// A step of a shipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShipmentAction {
    ChooseDelivery,
    Pay,
    Accept,
    /// The shipment is to be closed, with its weight and sides.
    Pack,
    Quote,
    /// It is to be loaded into a delivery that departs.
    Dispatch,
    /// The arrival of its delivery is to be entered.
    Arrive,
    ResolveProblem,
}

/// The next step of a shipment as `side` sees it. `has_method`: whether a delivery method is chosen.
pub const fn shipment_step(status: ShipmentStatus, has_method: bool, side: Side) -> NextStep<ShipmentAction> {
    use NextStep::{Do, Finished, Wait};
    use ShipmentStatus as S;
    let is_client = matches!(side, Side::Client);
    match status {
        S::Accepted | S::Canceled => Finished,
        S::Packed if is_client && !has_method => Do(ShipmentAction::ChooseDelivery),
        S::Quoted if is_client => Do(ShipmentAction::Pay),
        S::Arrived if is_client => Do(ShipmentAction::Accept),
        S::Dispatched if is_client => Wait(WaitsFor::Carrier),
        _ if is_client => Wait(WaitsFor::Agent),
        S::Forming => Do(ShipmentAction::Pack),
        S::Packed => Do(ShipmentAction::Quote),
        S::Quoted | S::Arrived => Wait(WaitsFor::Client),
        S::Paid | S::Cod => Do(ShipmentAction::Dispatch),
        S::Dispatched => Do(ShipmentAction::Arrive),
        S::Problem => Do(ShipmentAction::ResolveProblem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        id::ShipmentId,
        orders::{
            OrderMove,
            lifecycle::{OrderFacts, resulting_status},
        },
        shipments::{ShipmentMove, lifecycle},
    };

    /// Every order that can exist, as far as the next step depends on it.
    fn all_orders() -> Vec<OrderStepFacts> {
        let mut all = Vec::new();
        for status in OrderStatus::ALL {
            for order_type in OrderType::ALL {
                for bits in 0..32 {
                    let is = |bit: u8| bits & (1 << bit) != 0;
                    all.push(OrderStepFacts {
                        status,
                        order_type,
                        has_items: is(0),
                        has_problem: is(1),
                        warehouse: WarehouseItems {
                            free: is(2),
                            requested: is(3),
                            shipment_id: is(4).then_some(ShipmentId(1)),
                        },
                    });
                }
            }
        }
        all
    }

    #[test]
    fn every_step_of_an_order_is_possible_for_its_side() {
        for facts in all_orders() {
            for side in [Side::Client, Side::Staff] {
                let makes = |step: OrderMove| {
                    let order = OrderFacts {
                        status: facts.status,
                        order_type: facts.order_type,
                        has_items: facts.has_items,
                        pricing_opened: false,
                    };
                    resulting_status(order, step, side).is_some()
                };
                let warehouse = facts.warehouse;
                let is_possible = match facts.next_step(side) {
                    NextStep::Finished => matches!(facts.status, OrderStatus::Accepted | OrderStatus::Canceled),
                    NextStep::Wait(WaitsFor::Client) => side == Side::Staff,
                    NextStep::Wait(WaitsFor::Agent) => side == Side::Client,
                    NextStep::Wait(_) => true,
                    NextStep::Do(OrderAction::AddItems) => !facts.has_items,
                    NextStep::Do(OrderAction::Submit) => makes(OrderMove::Submit),
                    // A self-buyout is never quoted or paid.
                    NextStep::Do(OrderAction::Pay) => {
                        makes(OrderMove::Pay) || facts.order_type == OrderType::SelfBuyout
                    }
                    NextStep::Do(OrderAction::Quote) => makes(OrderMove::Quote),
                    NextStep::Do(OrderAction::Expect) => makes(OrderMove::Expect),
                    NextStep::Do(OrderAction::StartPurchase) => {
                        makes(OrderMove::StartPurchase) || facts.order_type == OrderType::SelfBuyout
                    }
                    NextStep::Do(OrderAction::Buy) => side == Side::Staff && facts.status == OrderStatus::Purchasing,
                    NextStep::Do(OrderAction::RequestShipping) => side == Side::Client && warehouse.free,
                    NextStep::Do(OrderAction::Pack) => side == Side::Staff && (warehouse.free || warehouse.requested),
                    NextStep::Do(OrderAction::OpenShipment) => warehouse.shipment_id.is_some(),
                    NextStep::Do(OrderAction::ResolveProblem) => side == Side::Staff && facts.has_problem,
                };
                assert!(is_possible, "{facts:?} {side:?}: {:?}", facts.next_step(side));
            }
        }
    }

    #[test]
    fn an_order_in_a_packed_shipment_leads_to_the_shipment() {
        let order = |warehouse| OrderStepFacts {
            status: OrderStatus::AtWarehouse,
            order_type: OrderType::Standard,
            has_items: true,
            has_problem: false,
            warehouse,
        };
        let packed = order(WarehouseItems {
            shipment_id: Some(ShipmentId(7)),
            ..WarehouseItems::default()
        });
        assert_eq!(packed.next_step(Side::Client), NextStep::Do(OrderAction::OpenShipment));
        assert_eq!(packed.next_step(Side::Staff), NextStep::Do(OrderAction::OpenShipment));
        let requested = order(WarehouseItems {
            requested: true,
            ..WarehouseItems::default()
        });
        assert_eq!(requested.next_step(Side::Client), NextStep::Wait(WaitsFor::Agent));
        assert_eq!(requested.next_step(Side::Staff), NextStep::Do(OrderAction::Pack));
    }

    #[test]
    fn every_step_of_a_shipment_is_possible_for_its_side() {
        for status in ShipmentStatus::ALL {
            for has_method in [false, true] {
                for side in [Side::Client, Side::Staff] {
                    let makes = |step, side| lifecycle::resulting_status(status, step, side).is_some();
                    let is_possible = match shipment_step(status, has_method, side) {
                        NextStep::Finished => {
                            matches!(status, ShipmentStatus::Accepted | ShipmentStatus::Canceled)
                        }
                        NextStep::Wait(WaitsFor::Client) => side == Side::Staff,
                        NextStep::Wait(_) => side == Side::Client,
                        NextStep::Do(ShipmentAction::ChooseDelivery) => !has_method && side == Side::Client,
                        NextStep::Do(ShipmentAction::Pay) => makes(ShipmentMove::Pay, side),
                        NextStep::Do(ShipmentAction::Accept) => makes(ShipmentMove::Accept, side),
                        NextStep::Do(ShipmentAction::Pack) => makes(ShipmentMove::Pack, side),
                        NextStep::Do(ShipmentAction::Quote) => makes(ShipmentMove::Quote, side),
                        NextStep::Do(ShipmentAction::ResolveProblem) => makes(ShipmentMove::Resolve, side),
                        // Moves of the delivery that the shipment is loaded into.
                        NextStep::Do(ShipmentAction::Dispatch) => makes(ShipmentMove::Dispatch, Side::System),
                        NextStep::Do(ShipmentAction::Arrive) => makes(ShipmentMove::Arrive, Side::System),
                    };
                    assert!(is_possible, "{status:?} {side:?}");
                }
            }
        }
    }
}
