//! What can be chosen for a delivery: the live entries of the lists, in a few words each.

use super::{Entry, PaymentCard};
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::Nothing,
    page::Listing,
};
use serde::{Deserialize, Serialize};

/// An entry to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// Its id.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Its price, days or address, as a short text without words of any language.
    pub detail: String,
}

/// Everything that can be chosen for a delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryOptions {
    /// Ways of delivery.
    pub methods: Vec<Choice>,
    /// Ways to pack.
    pub packagings: Vec<Choice>,
    /// Ways to insure.
    pub insurances: Vec<Choice>,
    /// Companies of the last mile.
    pub transport_companies: Vec<Choice>,
    /// Places to fetch parcels.
    pub pickup_points: Vec<Choice>,
}

crate::endpoints! {
    ListDeliveryOptions, "list_delivery_options": Get "/agent/delivery-options", Access::Guard(Guard::Agent), 200;
    "What can be chosen for a delivery.";
    path = (), query = Nothing, body = Nothing => DeliveryOptions;

    ListClientDeliveryOptions, "list_client_delivery_options": Get "/client/delivery-options", Access::Guard(Guard::Client), 200;
    "What a client can choose for a delivery.";
    path = (), query = Nothing, body = Nothing => DeliveryOptions;

    ListRequisites, "list_requisites": Get "/agent/balance-requests/cards", Access::Agent(Object::Topups, Level::Edit), 200;
    "Cards that can be issued as requisites.";
    path = (), query = Nothing, body = Nothing => Listing<Entry<PaymentCard>>;
}
