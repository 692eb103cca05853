//! Lists in the settings. Entries can be added, changed and archived, and deleted while nothing uses them.

use super::{EDIT, VIEW};
use crate::id::ListEntryId;
use crate::{
    access::{Access, Level, Object},
    cash::CashFlow,
    endpoint::{Endpoint, Nothing},
    fixed::Percent,
    money::{Currency, PriceText},
    page::Listing,
    pricing::{BoundSide, PriceUnit},
    recipients::RecipientField,
};
use serde::{Deserialize, Serialize};

const DELETE: Access = Access::Agent(Object::Settings, Level::Manage);

/// An entry of a settings list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry<T> {
    pub id: ListEntryId,
    /// Position in the list, in ascending order.
    pub position: i32,
    /// Whether the entry is archived. It is no longer offered, but objects that use it keep it.
    pub archived: bool,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
    /// Values of the entry.
    pub values: T,
}

/// Changes to an entry. Absent fields stay unchanged.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EntryChange<T> {
    /// All values of the entry. Replaces the previous ones.
    pub values: Option<T>,
    /// Archives or restores the entry.
    pub archived: Option<bool>,
}

/// The order of the entries of a list.
#[apply(request)]
pub struct EntryPositions {
    /// All entries of the list, archived ones too, in their new order.
    pub ids: Vec<ListEntryId>,
}

/// A delivery method from China.
#[apply(request)]
pub struct DeliveryMethod {
    pub name: String,
    /// Minimum duration in days.
    #[serialize_always]
    pub days_min: Option<i32>,
    /// Maximum duration in days.
    #[serialize_always]
    pub days_max: Option<i32>,
    /// The data that the carrier requires of a recipient.
    #[serde(default)]
    pub requires: Vec<RecipientField>,
}

/// A price for shipments from a weight and a density on.
#[apply(request)]
pub struct TariffStep {
    /// Minimum charged weight, in grams.
    pub weight_from_grams: i64,
    /// Minimum density, in kg/m³.
    pub density_from_kg_m3: i64,
    /// Unit of the price.
    pub per: PriceUnit,
    /// Price per unit, in the currency of the tariff. Ignored if the carrier refuses the shipments.
    pub price: PriceText,
}

/// The tariff of a delivery method to one country.
#[apply(request)]
pub struct DeliveryTariff {
    pub delivery_method_id: ListEntryId,
    /// Country (ISO 3166-1 alpha-2).
    pub country: String,
    /// The category of goods that the tariff is for. Without one, it is for all that have no tariff of their own.
    pub goods_category_id: Option<ListEntryId>,
    /// Currency of the prices: CNY, RUB or USD.
    pub currency: Currency,
    /// Minimum price of a shipment.
    pub minimum: PriceText,
    /// Cubic centimetres that count as one kilogram. Null if volume does not count as weight.
    #[serialize_always]
    pub volumetric_divisor: Option<i64>,
    /// The charged weight is rounded up to a multiple of these grams.
    #[serde(default = "gram")]
    pub weight_step_grams: i64,
    /// The bracket of a density that equals a bound.
    #[serde(default)]
    pub density_bound: BoundSide,
    /// Price brackets, in any order.
    pub brackets: Vec<TariffStep>,
}

/// A category of goods, such as batteries or copies of brands. It can have tariffs of its own, and a surcharge on any tariff.
#[apply(request)]
pub struct GoodsCategory {
    pub name: String,
    /// Surcharge per kilogram, if the tariff charges by weight.
    pub per_kilogram: PriceText,
    /// Surcharge per cubic metre, if the tariff charges by volume.
    pub per_cubic_metre: PriceText,
    /// Surcharge per place.
    pub per_place: PriceText,
    /// Currency of the surcharges: CNY, RUB or USD.
    pub currency: Currency,
}

/// A packaging option for shipments.
#[apply(request)]
pub struct Packaging {
    pub name: String,
    pub price: PriceText,
    /// Currency of the price: CNY, RUB or USD.
    pub currency: Currency,
    /// Weight of the packaging, in grams.
    #[serde(default)]
    pub weight_grams: i64,
}

/// An insurance option for shipments.
#[apply(request)]
pub struct InsurancePlan {
    pub name: String,
    /// Percentage of the goods' value.
    pub percent: Percent,
    /// Minimum premium.
    pub minimum: PriceText,
    /// Currency of the minimum premium: CNY, RUB or USD.
    pub currency: Currency,
}

/// A company for the last mile of a delivery.
#[apply(request)]
pub struct TransportCompany {
    pub name: String,
    /// URL for tracking. `{track}` is replaced by the tracking number.
    #[serialize_always]
    pub tracking_url: Option<String>,
}

/// A place where clients pick up their shipments.
#[apply(request)]
pub struct PickupPoint {
    pub name: String,
    /// Country (ISO 3166-1 alpha-2).
    pub country: String,
    pub city: String,
    /// Street and house number.
    pub address: String,
    /// Contact phone number.
    #[serialize_always]
    pub phone: Option<String>,
}

/// A card or account that clients pay to.
#[apply(request)]
pub struct PaymentCard {
    /// Name of the bank.
    pub bank: String,
    /// Name of the holder.
    pub holder: String,
    /// Number of the card or account.
    pub number: String,
    /// Currency that it accepts.
    pub currency: Currency,
}

/// An account with which the agent buys on a marketplace.
#[apply(request)]
pub struct PurchasingAccount {
    /// Name of the marketplace.
    pub marketplace: String,
    /// Login name. Passwords are not stored.
    pub login: String,
    /// Comment for staff.
    #[serde(default)]
    pub comment: String,
    /// Currency of its balance.
    #[serde(default = "yuan")]
    pub currency: Currency,
    /// How far below zero its balance may go. Without a limit, payments are not refused.
    pub limit: Option<PriceText>,
}

/// A category of incomes or expenses in the cash book.
#[apply(request)]
pub struct CashCategory {
    pub name: String,
    /// Whether it is for incomes or for expenses.
    pub flow: CashFlow,
}

const fn gram() -> i64 {
    1
}

const fn yuan() -> Currency {
    Currency::Cny
}

/// The values of a list entry, with the endpoints of its list. A generic editor needs nothing else.
pub trait SettingsList: Serialize + serde::de::DeserializeOwned + Clone + Send + Sync + 'static {
    /// Lists the entries.
    type List: Endpoint<Path = (), Query = Nothing, Request = Nothing, Response = Listing<Entry<Self>>>;
    /// Adds an entry.
    type Add: Endpoint<Path = (), Query = Nothing, Request = Self, Response = Entry<Self>>;
    /// Changes an entry.
    type Change: Endpoint<Path = (ListEntryId,), Query = Nothing, Request = EntryChange<Self>, Response = Entry<Self>>;
    /// Sorts the entries.
    type Sort: Endpoint<Path = (), Query = Nothing, Request = EntryPositions, Response = Listing<Entry<Self>>>;
    /// Deletes an entry.
    type Remove: Endpoint<Path = (ListEntryId,), Query = Nothing, Request = Nothing, Response = Nothing>;
}

macro_rules! lists {
    ($(
        $values:ident: $path:literal, $entry:literal $(, step_up = $step_up:literal)?;
        $list:ident = $list_id:literal, $list_summary:literal;
        $add:ident = $add_id:literal, $add_summary:literal;
        $change:ident = $change_id:literal, $change_summary:literal;
        $sort:ident = $sort_id:literal, $sort_summary:literal;
        $remove:ident = $remove_id:literal, $remove_summary:literal;
    )*) => {
        crate::endpoints! {
            list_endpoints:

            [Settings]
            $(
            $list, $list_id: Get $path, VIEW, 200;
            $list_summary;
            path = (), query = Nothing, body = Nothing => Listing<Entry<$values>>;

            $add, $add_id: Post $path, EDIT, 201, idempotent = true $(, step_up = $step_up)?;
            $add_summary;
            path = (), query = Nothing, body = $values => Entry<$values>;

            $change, $change_id: Patch $entry, EDIT, 200, versioned = true $(, step_up = $step_up)?;
            $change_summary;
            path = (ListEntryId,), query = Nothing, body = EntryChange<$values> => Entry<$values>;

            $sort, $sort_id: Patch $path, EDIT, 200;
            $sort_summary;
            path = (), query = Nothing, body = EntryPositions => Listing<Entry<$values>>;

            $remove, $remove_id: Delete $entry, DELETE, 204;
            $remove_summary;
            path = (ListEntryId,), query = Nothing, body = Nothing => Nothing;
        )*}

        $(impl SettingsList for $values {
            type List = $list;
            type Add = $add;
            type Change = $change;
            type Sort = $sort;
            type Remove = $remove;
        })*
    };
}

lists! {
    DeliveryMethod: "/agent/settings/delivery-methods", "/agent/settings/delivery-methods/{id}";
    ListDeliveryMethods = "list_delivery_methods", "Lists the delivery methods from China.";
    AddDeliveryMethod = "add_delivery_method", "Adds a delivery method.";
    ChangeDeliveryMethod = "change_delivery_method", "Changes or archives a delivery method.";
    SortDeliveryMethods = "sort_delivery_methods", "Sorts the delivery methods in one step.";
    RemoveDeliveryMethod = "remove_delivery_method", "Deletes a delivery method with its tariffs. Objects that use it keep it, and it can be restored.";

    DeliveryTariff: "/agent/settings/delivery-tariffs", "/agent/settings/delivery-tariffs/{id}";
    ListDeliveryTariffs = "list_delivery_tariffs", "Lists the tariffs by delivery method and country.";
    AddDeliveryTariff = "add_delivery_tariff", "Adds a tariff of a delivery method to a country.";
    ChangeDeliveryTariff = "change_delivery_tariff", "Changes or archives a tariff. Existing quotes stay unchanged.";
    SortDeliveryTariffs = "sort_delivery_tariffs", "Sorts the tariffs in one step.";
    RemoveDeliveryTariff = "remove_delivery_tariff", "Deletes a tariff. Existing quotes stay unchanged.";

    GoodsCategory: "/agent/settings/goods-categories", "/agent/settings/goods-categories/{id}";
    ListGoodsCategories = "list_goods_categories", "Lists the categories of goods.";
    AddGoodsCategory = "add_goods_category", "Adds a category of goods.";
    ChangeGoodsCategory = "change_goods_category", "Changes or archives a category of goods.";
    SortGoodsCategories = "sort_goods_categories", "Sorts the categories of goods in one step.";
    RemoveGoodsCategory = "remove_goods_category", "Deletes a category of goods that no shipment and no tariff has.";

    Packaging: "/agent/settings/packagings", "/agent/settings/packagings/{id}";
    ListPackagings = "list_packagings", "Lists the packaging options.";
    AddPackaging = "add_packaging", "Adds a packaging option.";
    ChangePackaging = "change_packaging", "Changes or archives a packaging option.";
    SortPackagings = "sort_packagings", "Sorts the packaging options in one step.";
    RemovePackaging = "remove_packaging", "Deletes a packaging option that nothing uses.";

    InsurancePlan: "/agent/settings/insurances", "/agent/settings/insurances/{id}";
    ListInsurances = "list_insurances", "Lists the insurance options.";
    AddInsurance = "add_insurance", "Adds an insurance option.";
    ChangeInsurance = "change_insurance", "Changes or archives an insurance option.";
    SortInsurances = "sort_insurances", "Sorts the insurance options in one step.";
    RemoveInsurance = "remove_insurance", "Deletes an insurance option that nothing uses.";

    TransportCompany: "/agent/settings/transport-companies", "/agent/settings/transport-companies/{id}";
    ListTransportCompanies = "list_transport_companies", "Lists the transport companies for the last mile.";
    AddTransportCompany = "add_transport_company", "Adds a transport company.";
    ChangeTransportCompany = "change_transport_company", "Changes or archives a transport company.";
    SortTransportCompanies = "sort_transport_companies", "Sorts the transport companies in one step.";
    RemoveTransportCompany = "remove_transport_company", "Deletes a transport company that nothing uses.";

    PickupPoint: "/agent/settings/pickup-points", "/agent/settings/pickup-points/{id}";
    ListPickupPoints = "list_pickup_points", "Lists the pickup points for shipments.";
    AddPickupPoint = "add_pickup_point", "Adds a pickup point.";
    ChangePickupPoint = "change_pickup_point", "Changes or archives a pickup point.";
    SortPickupPoints = "sort_pickup_points", "Sorts the pickup points in one step.";
    RemovePickupPoint = "remove_pickup_point", "Deletes a pickup point that nothing uses.";

    PaymentCard: "/agent/settings/payment-cards", "/agent/settings/payment-cards/{id}", step_up = true;
    ListPaymentCards = "list_payment_cards", "Lists the cards that clients pay to.";
    AddPaymentCard = "add_payment_card", "Adds a payment card.";
    ChangePaymentCard = "change_payment_card", "Changes or archives a payment card.";
    SortPaymentCards = "sort_payment_cards", "Sorts the payment cards in one step.";
    RemovePaymentCard = "remove_payment_card", "Deletes a payment card. Requisites already issued stay unchanged.";

    PurchasingAccount: "/agent/settings/purchasing-accounts", "/agent/settings/purchasing-accounts/{id}";
    ListPurchasingAccounts = "list_purchasing_accounts", "Lists the accounts with which the agent buys on marketplaces.";
    AddPurchasingAccount = "add_purchasing_account", "Adds a purchasing account.";
    ChangePurchasingAccount = "change_purchasing_account", "Changes or archives a purchasing account.";
    SortPurchasingAccounts = "sort_purchasing_accounts", "Sorts the purchasing accounts in one step.";
    RemovePurchasingAccount = "remove_purchasing_account", "Deletes a purchasing account.";

    CashCategory: "/agent/settings/cash-categories", "/agent/settings/cash-categories/{id}";
    ListCashCategories = "list_cash_categories", "Lists the categories of the cash book.";
    AddCashCategory = "add_cash_category", "Adds a category of the cash book.";
    ChangeCashCategory = "change_cash_category", "Changes or archives a category of the cash book.";
    SortCashCategories = "sort_cash_categories", "Sorts the categories of the cash book in one step.";
    RemoveCashCategory = "remove_cash_category", "Deletes a category of the cash book that no entry has.";
}

crate::endpoints! {
    restored_list_endpoints:

    [Settings]
    RestoreDeliveryMethod, "restore_delivery_method": Post "/agent/settings/delivery-methods/{id}/restore", DELETE, 200;
    "Restores a deleted delivery method with its tariffs.";
    path = (ListEntryId,), query = Nothing, body = Nothing => Entry<DeliveryMethod>;
}
