//! Typed ids: an order's id can't be passed where an item's is wanted.

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

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )*};
}

ids! {
    /// A tenant: the purchasing intermediary.
    AgentId;
    /// A person.
    UserId;
    /// A person's membership of an agent.
    StaffId;
    /// A customer account of one agent.
    ClientId;
    /// A person's membership of a client.
    MemberId;
    /// A permission group.
    AccessGroupId;
    /// A login on one device, the family of its refresh tokens.
    SessionId;
    /// A personal token of the browser extension.
    ExtensionTokenId;
    /// An order.
    OrderId;
    /// The goods of one shop inside an order.
    GroupId;
    /// A line of an order.
    ItemId;
    /// An import of a spreadsheet into a draft.
    ImportId;
    /// A row of an order's history.
    HistoryId;
    /// A request to top a balance up.
    BalanceRequestId;
    /// A request to top a payment app up.
    WalletTopupId;
    /// A shipment to a client.
    ShipmentId;
    /// An agent's own notification to its clients.
    NotificationId;
    /// A photo of what is wrong with a shipment.
    ShipmentPhotoId;
    /// A cargo delivery.
    DeliveryId;
    /// A cell of the warehouse.
    CellId;
    /// A scanned code that nobody knew.
    UnknownScanId;
    /// An entry of the ledger.
    EntryId;
    /// A service that an agent offers.
    ServiceId;
    /// A service ordered on a line.
    ItemServiceId;
    /// A photo or a video of a line.
    MediaId;
    /// A link by which a phone uploads.
    UploadLinkId;
    /// A payment of an order or a shipment.
    PaymentId;
    /// A price that the agent named for an order.
    QuoteId;
    /// A message in an order's chat.
    MessageId;
    /// A file in an order's chat.
    ChatFileId;
}
