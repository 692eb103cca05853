//! The tables of the lists. All of them have some columns in common, which the macro adds.

use platform::owned;

macro_rules! entities {
    ($($(#[$doc:meta])* $module:ident, $table:literal, ($($ownership:tt)*) { $($field:ident: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        pub mod $module {
            use super::owned;
            use sea_orm::entity::prelude::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = $table)]
            pub struct Model {
                #[sea_orm(primary_key)]
                pub id: shared_types::id::ListEntryId,
                pub agent_id: shared_types::id::AgentId,
                $(pub $field: $kind,)*
                pub position: i32,
                pub disabled_at: Option<DateTimeUtc>,
                pub version: i64,
                pub created_at: DateTimeUtc,
                pub updated_at: DateTimeUtc,
            }

            crate::relations!();

            owned!(Entity => $($ownership)*);
        }
    )*};
}

entities! {
    /// Delivery methods from China.
    delivery_method, "delivery_methods", (Published(Column::AgentId)) {
        name: String,
        days_min: Option<i32>,
        days_max: Option<i32>,
        requires: crate::json::Json<Vec<shared_types::recipients::RecipientField>>,
        removed_at: Option<DateTimeUtc>,
    }

    /// Tariffs of a delivery method to a country.
    delivery_tariff, "delivery_tariffs", (Published(Column::AgentId)) {
        delivery_method_id: shared_types::id::ListEntryId,
        country: shared_types::country::Country,
        goods_category_id: Option<shared_types::id::ListEntryId>,
        currency: shared_types::money::Currency,
        minimum_minor: i64,
        volumetric_divisor: Option<i64>,
        weight_step_grams: i64,
        density_bound: shared_types::pricing::BoundSide,
        brackets: crate::json::Json<Vec<shared_types::pricing::TariffBracket>>,
    }

    /// Categories of goods, with surcharges.
    goods_category, "goods_categories", (Published(Column::AgentId)) {
        name: String,
        currency: shared_types::money::Currency,
        per_kilogram_minor: i64,
        per_cubic_metre_minor: i64,
        per_place_minor: i64,
    }

    /// Packagings of shipments.
    packaging, "packagings", (Published(Column::AgentId)) {
        name: String,
        price_minor: i64,
        currency: shared_types::money::Currency,
        weight_grams: i64,
    }

    /// Insurances of shipments.
    insurance, "insurances", (Published(Column::AgentId)) {
        name: String,
        percent: shared_types::fixed::Percent,
        minimum_minor: i64,
        currency: shared_types::money::Currency,
    }

    /// Transport companies for the last mile.
    transport_company, "transport_companies", (Published(Column::AgentId)) {
        name: String,
        tracking_url: Option<String>,
    }

    /// Pickup points for clients.
    pickup_point, "pickup_points", (Published(Column::AgentId)) {
        name: String,
        country: shared_types::country::Country,
        city: String,
        address: String,
        phone: Option<String>,
    }

    /// Cards that clients pay to. A client sees a card only as requisites in a top-up request.
    payment_card, "payment_cards", (Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything) {
        bank: String,
        holder: String,
        number: String,
        currency: shared_types::money::Currency,
    }

    /// The agent's accounts on marketplaces.
    purchasing_account, "purchasing_accounts", (Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything) {
        marketplace: String,
        login: String,
        comment: String,
        currency: shared_types::money::Currency,
        limit_minor: Option<i64>,
    }

    /// Categories of incomes and expenses in the cash book.
    cash_category, "cash_categories", (Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything) {
        name: String,
        flow: shared_types::cash::CashFlow,
        // The category of money of clients, which their balances have already. At most one.
        for_clients: bool,
    }
}
