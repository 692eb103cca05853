//! Tasks that wait for a person: the groups behind the bell.

use crate::{access::Guard, page::CappedCount};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:tt, $guard:ident;)*) => {
        closed_set! {
            /// A kind of thing that needs action.
            pub enum AttentionKind { $($(#[$doc])* $name = $text,)* }
        }

        impl AttentionKind {
            /// The side that it is shown to.
            pub const fn guard(self) -> Guard {
                match self { $(Self::$name => Guard::$guard,)* }
            }
        }
    };
}

kinds! {
    /// Submitted orders without a price.
    OrdersToPrice = "orders_to_price", Agent;
    /// Paid orders whose items are to be bought.
    OrdersToBuy = "orders_to_buy", Agent;
    /// Orders whose goods are on the way to the warehouse. Shown at home only.
    OrdersToReceive = "orders_to_receive", Agent;
    /// Orders with services to be done. Shown at home only.
    ServicesToDo = "services_to_do", Agent;
    /// Orders that wait for staff without activity for three days. Shown at home only.
    OrdersOverdue = "orders_overdue", Agent;
    OrderProblems = "order_problems", Agent;
    /// Packed shipments whose delivery is to be priced.
    ShipmentsToPrice = "shipments_to_price", Agent;
    /// Shipments that a client reported a problem with.
    ShipmentProblems = "shipment_problems", Agent;
    /// Requests of clients to ship items. Shown at home only.
    ShippingRequests = "shipping_requests", Agent;
    /// Top-ups that wait for requisites or for the confirmation of a payment.
    Topups = "topups", Agent;
    /// Lines of bank statements that are neither credited nor ignored.
    StatementLines = "statement_lines", Agent;
    /// Payment apps to top up.
    WalletTopups = "wallet_topups", Agent;
    /// Unpaid invoices of the service.
    ServiceInvoices = "service_invoices", Agent;
    /// Withdrawals to decide on or to pay.
    Withdrawals = "withdrawals", Agent;
    /// Chats with messages of clients that the person has not read.
    ClientChats = "client_chats", Agent;
    /// Orders with a price that is not paid.
    OrdersToPay = "orders_to_pay", Client;
    /// Packed shipments whose delivery method is not chosen.
    DeliveriesToChoose = "deliveries_to_choose", Client;
    /// Shipments whose delivery is not paid.
    ShipmentsToPay = "shipments_to_pay", Client;
    /// Shipments that have arrived.
    ShipmentsArrived = "shipments_arrived", Client;
    /// Top-ups with requisites to pay to.
    TopupsToPay = "topups_to_pay", Client;
    /// Top-ups that were rejected within a week.
    TopupsRejected = "topups_rejected", Client;
    /// Payment app top-ups that were rejected within a week.
    WalletTopupsRejected = "wallet_topups_rejected", Client;
    /// Chats with messages of the agent that the person has not read.
    AgentChats = "agent_chats", Client;
}

/// The number of things of one kind that need action.
#[apply(response)]
#[derive(Copy)]
pub struct AttentionGroup {
    pub kind: AttentionKind,
    /// The number, at most 99.
    pub count: CappedCount,
}

/// Tasks that wait for a person, by the person's rights.
#[apply(response)]
#[derive(Default)]
pub struct Attention {
    /// The sum of all groups, at most 99.
    pub total: CappedCount,
    /// The groups that are not empty.
    pub groups: Vec<AttentionGroup>,
}

impl Attention {
    /// Where the counts stop.
    pub const CAP: u32 = 99;

    /// Creates it from numbers that are exact up to [`Self::CAP`].
    pub fn new(counted: impl IntoIterator<Item = (AttentionKind, u32)>) -> Self {
        let groups: Vec<AttentionGroup> = counted
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| AttentionGroup {
                kind,
                count: capped(count),
            })
            .collect();
        let total = groups.iter().map(|group| group.count.count).sum();
        let more = groups.iter().any(|group| group.count.more);
        let total = CappedCount {
            more: more || total > Self::CAP,
            ..capped(total)
        };
        Self { total, groups }
    }
}

const fn capped(count: u32) -> CappedCount {
    if count > Attention::CAP {
        CappedCount {
            count: Attention::CAP,
            more: true,
        }
    } else {
        CappedCount { count, more: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stop_at_99_and_empty_groups_are_left_out() {
        let few = Attention::new([(AttentionKind::Topups, 2), (AttentionKind::ClientChats, 0)]);
        assert_eq!(
            (few.total, few.groups.len()),
            (CappedCount { count: 2, more: false }, 1)
        );
        let many = Attention::new([(AttentionKind::Topups, 60), (AttentionKind::ClientChats, 60)]);
        assert_eq!(many.total, CappedCount { count: 99, more: true });
        let most = Attention::new([(AttentionKind::Topups, 100)]);
        assert_eq!(
            (most.total, most.groups[0].count),
            (CappedCount { count: 99, more: true }, most.total)
        );
        let exact = Attention::new([(AttentionKind::Topups, 99)]);
        assert!(!exact.total.more);
    }
}
