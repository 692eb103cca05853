//! The lists of the settings: each entry is added, changed, archived, and deleted while nothing uses it.

use crate::{
    access::{Access, Level, Object},
    endpoint::{Endpoint, Nothing},
    fixed::Percent,
    money::{Currency, PriceText},
    page::Listing,
    pricing::Per,
};
use serde::{Deserialize, Serialize};

const VIEW: Access = Access::Agent(Object::Settings, Level::View);
const EDIT: Access = Access::Agent(Object::Settings, Level::Edit);
const DELETE: Access = Access::Agent(Object::Settings, Level::Manage);

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry<T> {
    /// Its id.
    pub id: i64,
    /// Its place: smaller ones come first.
    pub position: i32,
    /// Whether it is no longer offered; what was made with it keeps it.
    pub archived: bool,
    /// Send it back as `If-Match`.
    pub version: i64,
    /// What it says.
    pub values: T,
}

/// A change of an entry; absent fields stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EntryChange<T> {
    /// All that it says, anew.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub values: Option<T>,
    /// Takes it out of what is offered, or puts it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
    /// Its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<i32>,
}

/// A default that does not ask the values to have one.
fn none<T>() -> Option<T> {
    None
}

/// A way of delivery from China.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryMethod {
    /// What it is called.
    pub name: String,
    /// Days it takes at least.
    #[serde(default)]
    pub days_min: Option<i32>,
    /// Days it takes at most.
    #[serde(default)]
    pub days_max: Option<i32>,
}

/// A price for parcels of at least a weight and a density.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TariffStep {
    /// Charged weight of at least so much, grams.
    pub weight_from_grams: i64,
    /// Density of at least so much, kg/m³.
    pub density_from_kg_m3: i64,
    /// What the price is for.
    pub per: Per,
    /// The price, in the tariff's currency.
    pub price: PriceText,
}

/// What a way of delivery costs to a country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryTariff {
    /// The way.
    pub delivery_method_id: i64,
    /// The country, ISO 3166 alpha-2.
    pub country: String,
    /// The currency of its prices: CNY, RUB or USD.
    pub currency: Currency,
    /// The least a parcel costs.
    pub minimum: PriceText,
    /// Cubic centimetres that count as one kilogram; absent when volume does not count as weight.
    #[serde(default)]
    pub volumetric_divisor: Option<i64>,
    /// Its prices, in any order.
    pub brackets: Vec<TariffStep>,
}

/// A way to pack a parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Packaging {
    /// What it is called.
    pub name: String,
    /// What it costs.
    pub price: PriceText,
    /// The currency of the price: CNY, RUB or USD.
    pub currency: Currency,
    /// What it adds to the weight, grams.
    #[serde(default)]
    pub weight_grams: i64,
}

/// A way to insure a parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InsurancePlan {
    /// What it is called.
    pub name: String,
    /// The share of the goods' value.
    pub percent: Percent,
    /// The least premium.
    pub minimum: PriceText,
    /// The currency of the least premium: CNY, RUB or USD.
    pub currency: Currency,
}

/// A company that carries the last mile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TransportCompany {
    /// What it is called.
    pub name: String,
    /// Where a track is followed; `{track}` stands for the number.
    #[serde(default)]
    pub tracking_url: Option<String>,
}

/// A place where clients fetch their parcels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PickupPoint {
    /// What it is called.
    pub name: String,
    /// The country, ISO 3166 alpha-2.
    pub country: String,
    /// The city.
    pub city: String,
    /// Street and house.
    pub address: String,
    /// Whom to call.
    #[serde(default)]
    pub phone: Option<String>,
}

/// When the agent works on a day of the week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkingHours {
    /// 1 is Monday, 7 is Sunday.
    pub weekday: i32,
    /// From, `HH:MM` in the agent's time zone.
    pub opens: String,
    /// To, `HH:MM`, later than from.
    pub closes: String,
}

/// A card that clients pay to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentCard {
    /// The bank.
    pub bank: String,
    /// The holder's name.
    pub holder: String,
    /// The card's or the account's number, as it is to be typed.
    pub number: String,
    /// The currency it takes.
    pub currency: Currency,
}

/// An account that the agent buys with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PurchasingAccount {
    /// The marketplace.
    pub marketplace: String,
    /// The login; passwords are not kept here.
    pub login: String,
    /// What the staff should know.
    #[serde(default)]
    pub comment: String,
}

/// What an entry says, with the addresses of its list: an editor needs no more to edit it.
pub trait SettingsList: Serialize + serde::de::DeserializeOwned + Clone + Send + Sync + 'static {
    /// Reads the list.
    type List: Endpoint<Path = (), Query = Nothing, Request = Nothing, Response = Listing<Entry<Self>>>;
    /// Adds an entry.
    type Add: Endpoint<Path = (), Query = Nothing, Request = Self, Response = Entry<Self>>;
    /// Changes an entry.
    type Change: Endpoint<Path = (i64,), Query = Nothing, Request = EntryChange<Self>, Response = Entry<Self>>;
    /// Deletes an entry.
    type Remove: Endpoint<Path = (i64,), Query = Nothing, Request = Nothing, Response = Nothing>;
}

macro_rules! lists {
    ($(
        $values:ident: $path:literal, $entry:literal;
        $list:ident = $list_id:literal, $list_says:literal;
        $add:ident = $add_id:literal, $add_says:literal;
        $change:ident = $change_id:literal, $change_says:literal;
        $remove:ident = $remove_id:literal, $remove_says:literal;
    )*) => {
        crate::endpoints! {$(
            $list, $list_id: Get $path, VIEW, 200;
            $list_says;
            path = (), query = Nothing, body = Nothing => Listing<Entry<$values>>;

            $add, $add_id: Post $path, EDIT, 201, idempotent = true;
            $add_says;
            path = (), query = Nothing, body = $values => Entry<$values>;

            $change, $change_id: Patch $entry, EDIT, 200;
            $change_says;
            path = (i64,), query = Nothing, body = EntryChange<$values> => Entry<$values>;

            $remove, $remove_id: Delete $entry, DELETE, 204;
            $remove_says;
            path = (i64,), query = Nothing, body = Nothing => Nothing;
        )*}

        $(impl SettingsList for $values {
            type List = $list;
            type Add = $add;
            type Change = $change;
            type Remove = $remove;
        })*
    };
}

lists! {
    DeliveryMethod: "/agent/settings/delivery-methods", "/agent/settings/delivery-methods/{id}";
    ListDeliveryMethods = "list_delivery_methods", "Ways of delivery from China.";
    AddDeliveryMethod = "add_delivery_method", "Adds a way of delivery.";
    ChangeDeliveryMethod = "change_delivery_method", "Changes, moves or archives a way of delivery.";
    RemoveDeliveryMethod = "remove_delivery_method", "Deletes a way of delivery that nothing uses, with its tariffs.";

    DeliveryTariff: "/agent/settings/delivery-tariffs", "/agent/settings/delivery-tariffs/{id}";
    ListDeliveryTariffs = "list_delivery_tariffs", "Tariffs by way and country.";
    AddDeliveryTariff = "add_delivery_tariff", "Adds the tariff of a way to a country.";
    ChangeDeliveryTariff = "change_delivery_tariff", "Changes, moves or archives a tariff; prices that were named stay.";
    RemoveDeliveryTariff = "remove_delivery_tariff", "Deletes a tariff; prices that were named stay.";

    Packaging: "/agent/settings/packagings", "/agent/settings/packagings/{id}";
    ListPackagings = "list_packagings", "Ways to pack.";
    AddPackaging = "add_packaging", "Adds a way to pack.";
    ChangePackaging = "change_packaging", "Changes, moves or archives a way to pack.";
    RemovePackaging = "remove_packaging", "Deletes a way to pack that nothing uses.";

    InsurancePlan: "/agent/settings/insurances", "/agent/settings/insurances/{id}";
    ListInsurances = "list_insurances", "Ways to insure.";
    AddInsurance = "add_insurance", "Adds a way to insure.";
    ChangeInsurance = "change_insurance", "Changes, moves or archives a way to insure.";
    RemoveInsurance = "remove_insurance", "Deletes a way to insure that nothing uses.";

    TransportCompany: "/agent/settings/transport-companies", "/agent/settings/transport-companies/{id}";
    ListTransportCompanies = "list_transport_companies", "Companies that carry the last mile.";
    AddTransportCompany = "add_transport_company", "Adds a transport company.";
    ChangeTransportCompany = "change_transport_company", "Changes, moves or archives a transport company.";
    RemoveTransportCompany = "remove_transport_company", "Deletes a transport company that nothing uses.";

    PickupPoint: "/agent/settings/pickup-points", "/agent/settings/pickup-points/{id}";
    ListPickupPoints = "list_pickup_points", "Places where clients fetch their parcels.";
    AddPickupPoint = "add_pickup_point", "Adds a pickup point.";
    ChangePickupPoint = "change_pickup_point", "Changes, moves or archives a pickup point.";
    RemovePickupPoint = "remove_pickup_point", "Deletes a pickup point that nothing uses.";

    WorkingHours: "/agent/settings/working-hours", "/agent/settings/working-hours/{id}";
    ListWorkingHours = "list_working_hours", "When the agent works.";
    AddWorkingHours = "add_working_hours", "Adds hours on a day of the week.";
    ChangeWorkingHours = "change_working_hours", "Changes hours.";
    RemoveWorkingHours = "remove_working_hours", "Deletes hours.";

    PaymentCard: "/agent/settings/payment-cards", "/agent/settings/payment-cards/{id}";
    ListPaymentCards = "list_payment_cards", "Cards that clients pay to.";
    AddPaymentCard = "add_payment_card", "Adds a card.";
    ChangePaymentCard = "change_payment_card", "Changes, moves or archives a card.";
    RemovePaymentCard = "remove_payment_card", "Deletes a card; requisites that were issued stay.";

    PurchasingAccount: "/agent/settings/purchasing-accounts", "/agent/settings/purchasing-accounts/{id}";
    ListPurchasingAccounts = "list_purchasing_accounts", "Accounts that the agent buys with.";
    AddPurchasingAccount = "add_purchasing_account", "Adds an account.";
    ChangePurchasingAccount = "change_purchasing_account", "Changes, moves or archives an account.";
    RemovePurchasingAccount = "remove_purchasing_account", "Deletes an account.";
}
