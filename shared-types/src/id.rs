//! Typed ids. The compiler rejects an order id where an item id is expected.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        #[cfg(feature = "database")]
        $crate::stored_id!($name);
    )*};
}

ids! {
    /// Id of an agent, the tenant of the system.
    AgentId;
    UserId;
    /// Id of a user's membership in an agent.
    StaffId;
    /// Id of a client account of an agent.
    ClientId;
    /// Id of a user's membership in a client account.
    MemberId;
    /// Id of a permission group.
    AccessGroupId;
    /// Id of a session: a login on one device, with the family of its refresh tokens.
    PasskeyId;
    SessionId;
    /// Id of a browser extension token.
    ExtensionTokenId;
    ApiKeyId;
    OrderId;
    /// Id of an item group: the items of an order from one shop.
    GroupId;
    /// Id of an order item.
    ItemId;
    /// Id of a spreadsheet import into a draft.
    ImportId;
    /// Id of an import of open orders of an earlier system.
    OrderImportId;
    /// Id of an entry in an order's history.
    HistoryId;
    /// Id of an event of the feed.
    EventId;
    WebhookId;
    /// Id of a browser that gets notifications by web push.
    PushSubscriptionId;
    /// Id of the delivery of an event to a webhook.
    WebhookDeliveryId;
    /// Id of a request to top up a balance.
    BalanceRequestId;
    /// Id of a line of a bank statement.
    StatementLineId;
    CashBoxId;
    /// Id of an entry of the cash book.
    CashEntryId;
    /// Id of a close of the day.
    CashClosingId;
    /// Id of a request to top up a payment app.
    WalletTopupId;
    /// Id of an entry in a client's address book.
    RecipientId;
    /// Id of a request of a client to ship items.
    ShippingRequestId;
    WithdrawalId;
    ShipmentId;
    /// Id of an announcement to clients.
    NotificationId;
    /// Id of a photo that documents a problem with a shipment.
    ShipmentPhotoId;
    /// Id of a weighing of a shipment after its price.
    ReweighingId;
    /// Id of a place (box) of a shipment.
    PlaceId;
    /// Id of a cargo delivery.
    DeliveryId;
    /// Id of a warehouse cell.
    CellId;
    /// Id of a scanned code that could not be resolved.
    UnknownScanId;
    /// Id of a ledger entry.
    EntryId;
    /// Id of a payment to a seller.
    PurchaseId;
    /// Id of a service that an agent offers.
    ServiceId;
    /// Id of a service ordered on an item.
    ItemServiceId;
    /// Id of a photo or video of an item.
    MediaId;
    /// Id of an upload link for a phone.
    UploadLinkId;
    /// Id of a payment of an order or a shipment.
    PaymentId;
    /// Id of a quote of an order.
    QuoteId;
    /// Id of a chat message.
    MessageId;
    ChatFileId;
    /// Id of a reply that the staff of an agent saved.
    ChatReplyId;
    NoteId;
    ScanId;
    /// Id of a saved filter of the order list.
    SavedFilterId;
    /// Id of an entry of one of the agent's lists: a delivery method, a packaging, an insurance, a card and so on.
    ListEntryId;
    /// Id of a plan of the service.
    PlanId;
    /// Id and number of an invoice of the service.
    InvoiceId;
    /// Id of an operation on an agent's service account.
    ServiceEntryId;
    /// Id of an online payment to a service account.
    ServicePaymentId;
    /// Id of a ledger account.
    AccountId;
    LoginCodeId;
    /// Id of a report about a product page that the extension reads wrongly.
    ShopReportId;
}
