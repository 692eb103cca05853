//! Bodies of the sandbox.

use crate::{id::OrderId, orders::OrderStatus};

closed_set! {
    /// A step in the life of an order, as the sandbox performs it.
    pub enum SandboxStep {
        /// The client submits the draft.
        Submit = "submit",
        /// Staff quote the order.
        Quote = "quote",
        /// Staff accept a self-buyout, which has no quote.
        Expect = "expect",
        /// The client tops the balance up, where it is too low, and pays the order.
        Pay = "pay",
        /// Staff buy the items.
        Buy = "buy",
        /// The shop sends the items to the warehouse.
        Send = "send",
        /// The warehouse receives the items.
        Receive = "receive",
        /// Staff pack the items, and quote the delivery.
        Pack = "pack",
        /// The client chooses to pay for the delivery on receipt.
        ChooseCash = "choose_cash",
        /// The shipment departs with a cargo delivery.
        Depart = "depart",
        /// The cargo delivery arrives.
        Arrive = "arrive",
        /// The client accepts the shipment, and staff receive the cash.
        Accept = "accept",
    }
}

/// A step that was performed.
#[apply(response)]
pub struct SandboxResult {
    pub order_id: OrderId,
    pub step: SandboxStep,
    /// Status of the order before the step.
    pub old_status: OrderStatus,
    /// Status of the order after the step.
    pub new_status: OrderStatus,
}
