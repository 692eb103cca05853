//! The statuses of an item.

closed_set! {
    #[expect(missing_docs, reason = "the variants are the statuses of the specification")]
    pub enum ItemStatus {
        New = "new",
        Approved = "approved",
        Refused = "refused",
        Bought = "bought",
        Sent = "sent",
        AtWarehouse = "at_warehouse",
        Packed = "packed",
        Shipped = "shipped",
        Accepted = "accepted",
        Problem = "problem",
        Returned = "returned",
        Refunded = "refunded",
    }
}
