//! Options for a delivery: the entries of the settings lists that are not archived, in short form.

use super::{Entry, PaymentCard};
use crate::id::ListEntryId;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::Nothing,
    fixed::Percent,
    money::Money,
    page::Listing,
    recipients::RecipientField,
};

/// An entry that can be selected.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct DeliveryOption {
    pub id: ListEntryId,
    pub name: String,
    /// The days of a delivery method, the address of a pickup point or the tracking page of a transport company; empty for others.
    pub detail: String,
    /// The price of a packaging option.
    pub price: Option<Money>,
    /// The premium of an insurance option, in percent of the goods.
    pub percent: Option<Percent>,
    /// The data that a delivery method requires of a recipient.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<RecipientField>,
}

/// The options that can be selected for a delivery.
#[apply(response)]
#[derive(Default)]
pub struct DeliveryOptions {
    /// Delivery methods.
    pub methods: Vec<DeliveryOption>,
    /// Categories of goods, which staff choose.
    pub goods_categories: Vec<DeliveryOption>,
    /// Packaging options.
    pub packagings: Vec<DeliveryOption>,
    /// Insurance options.
    pub insurances: Vec<DeliveryOption>,
    /// Transport companies for the last mile.
    pub transport_companies: Vec<DeliveryOption>,
    pub pickup_points: Vec<DeliveryOption>,
}

crate::endpoints! {
    option_endpoints:

    [Settings]
    ListDeliveryOptions, "list_delivery_options" | "list_client_delivery_options": Get "/delivery-options", PerSide::GUARD, 200;
    "Returns the options for a delivery." |
    "Returns the options for a delivery that a client can select.";
    path = (), query = Nothing, body = Nothing => DeliveryOptions;

    [Topups]
    ListRequisites, "list_requisites": Get "/agent/balance-requests/cards", Access::Agent(Object::Topups, Level::Edit), 200;
    "Lists the payment cards that can be issued as requisites.";
    path = (), query = Nothing, body = Nothing => Listing<Entry<PaymentCard>>;
}
