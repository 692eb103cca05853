//! Kinds of ids, the tables of their rows, and which rows belong to a tenant.

use crate::support::App;

/// The column that names the owner of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedBy {
    /// `agent_id`, the same for all clients of the agent.
    Agent,
    /// `agent_id` and `client_id`.
    Client,
    ClientItself,
    /// `agent_id`, and `client_id` for groups of a client.
    AgentOrClient,
    /// `user_id`.
    User,
}

/// A kind of id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub table: &'static str,
    pub owned_by: OwnedBy,
}

const fn kind(table: &'static str, owned_by: OwnedBy) -> Kind {
    Kind { table, owned_by }
}

/// The kinds by the names of their types in `shared_types::id`.
const TYPES: &[(&str, Kind)] = &[
    ("AccessGroupId", kind("access_groups", OwnedBy::AgentOrClient)),
    ("ApiKeyId", kind("api_keys", OwnedBy::AgentOrClient)),
    ("BalanceRequestId", kind("balance_requests", OwnedBy::Client)),
    ("CashBoxId", kind("cash_boxes", OwnedBy::Agent)),
    ("CashClosingId", kind("cash_closings", OwnedBy::Agent)),
    ("CashEntryId", kind("cash_entries", OwnedBy::Agent)),
    ("CellId", kind("cells", OwnedBy::Agent)),
    ("ChatFileId", kind("chat_files", OwnedBy::Client)),
    ("ChatReplyId", kind("chat_replies", OwnedBy::Agent)),
    ("ClientId", kind("clients", OwnedBy::ClientItself)),
    ("DeliveryId", kind("deliveries", OwnedBy::Agent)),
    ("EntryId", kind("ledger_entries", OwnedBy::Agent)),
    ("ExtensionTokenId", kind("extension_tokens", OwnedBy::User)),
    ("GroupId", kind("order_groups", OwnedBy::Client)),
    ("ImportId", kind("imports", OwnedBy::Client)),
    ("InvoiceId", kind("invoices", OwnedBy::Agent)),
    ("ItemId", kind("order_items", OwnedBy::Client)),
    ("ItemServiceId", kind("order_item_services", OwnedBy::Client)),
    ("MediaId", kind("service_media", OwnedBy::Client)),
    ("MemberId", kind("client_members", OwnedBy::Client)),
    ("MessageId", kind("chat_messages", OwnedBy::Client)),
    ("NotificationId", kind("agent_notifications", OwnedBy::Agent)),
    ("OrderId", kind("orders", OwnedBy::Client)),
    ("OrderImportId", kind("order_imports", OwnedBy::Agent)),
    ("PasskeyId", kind("passkeys", OwnedBy::User)),
    ("PlaceId", kind("shipment_places", OwnedBy::Client)),
    ("PlanId", kind("plans", OwnedBy::Agent)),
    ("PushSubscriptionId", kind("push_subscriptions", OwnedBy::User)),
    ("QuoteId", kind("order_quotes", OwnedBy::Client)),
    ("RecipientId", kind("recipients", OwnedBy::Client)),
    ("ReweighingId", kind("shipment_reweighings", OwnedBy::Client)),
    ("SavedFilterId", kind("saved_filters", OwnedBy::Agent)),
    ("ServiceId", kind("services", OwnedBy::Agent)),
    ("ServicePaymentId", kind("service_payments", OwnedBy::Agent)),
    ("SessionId", kind("sessions", OwnedBy::User)),
    ("ShipmentId", kind("shipments", OwnedBy::Client)),
    ("ShipmentPhotoId", kind("shipment_photos", OwnedBy::Client)),
    ("ShippingRequestId", kind("shipping_requests", OwnedBy::Client)),
    ("ShopReportId", kind("shop_reports", OwnedBy::Agent)),
    ("StatementLineId", kind("statement_lines", OwnedBy::Agent)),
    ("StaffId", kind("staff", OwnedBy::Agent)),
    ("UnknownScanId", kind("unknown_scans", OwnedBy::Agent)),
    ("UploadLinkId", kind("service_upload_tokens", OwnedBy::Client)),
    ("WalletTopupId", kind("wallet_topups", OwnedBy::Client)),
    ("WebhookDeliveryId", kind("webhook_deliveries", OwnedBy::AgentOrClient)),
    ("WebhookId", kind("webhooks", OwnedBy::AgentOrClient)),
    ("WithdrawalId", kind("withdrawals", OwnedBy::Client)),
];

/// The kinds of ids without a type of their own, by collection or field.
const NAMES: &[(&str, Kind)] = &[
    ("account_id", kind("purchasing_accounts", OwnedBy::Agent)),
    ("cash_categories", kind("cash_categories", OwnedBy::Agent)),
    ("category_id", kind("cash_categories", OwnedBy::Agent)),
    ("delivery_method_id", kind("delivery_methods", OwnedBy::Agent)),
    ("delivery_methods", kind("delivery_methods", OwnedBy::Agent)),
    ("delivery_tariffs", kind("delivery_tariffs", OwnedBy::Agent)),
    ("goods_categories", kind("goods_categories", OwnedBy::Agent)),
    ("goods_category_id", kind("goods_categories", OwnedBy::Agent)),
    ("insurance_id", kind("insurances", OwnedBy::Agent)),
    ("insurances", kind("insurances", OwnedBy::Agent)),
    ("membership_id", kind("staff", OwnedBy::Agent)),
    ("packaging_id", kind("packagings", OwnedBy::Agent)),
    ("packagings", kind("packagings", OwnedBy::Agent)),
    ("payment_cards", kind("payment_cards", OwnedBy::Agent)),
    ("pickup_point_id", kind("pickup_points", OwnedBy::Agent)),
    ("pickup_points", kind("pickup_points", OwnedBy::Agent)),
    ("purchasing_accounts", kind("purchasing_accounts", OwnedBy::Agent)),
    ("saved_filters", kind("saved_filters", OwnedBy::Agent)),
    ("transport_companies", kind("transport_companies", OwnedBy::Agent)),
    ("transport_company_id", kind("transport_companies", OwnedBy::Agent)),
];

/// The kinds of objects that have notes.
pub const NOTE_KINDS: &[(&str, &str)] = &[
    ("order", "OrderId"),
    ("item", "ItemId"),
    ("group", "GroupId"),
    ("shipment", "ShipmentId"),
    ("delivery", "DeliveryId"),
    ("client", "ClientId"),
];

fn find(kinds: &[(&str, Kind)], name: &str) -> Option<Kind> {
    kinds.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// All kinds.
pub fn all() -> impl Iterator<Item = Kind> {
    TYPES.iter().chain(NAMES).map(|(_, kind)| *kind)
}

/// The kind with this type in `shared_types::id`.
pub fn kind_of_type(name: &str) -> Option<Kind> {
    find(TYPES, name)
}

/// The kind of an id without a type of its own, by the name of its field or collection.
pub fn kind_of_name(name: &str) -> Option<Kind> {
    find(NAMES, &name.replace('-', "_"))
}

/// A parameter of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The side, `agent` or `client`.
    Guard,
    /// A text that can't be guessed: a token or a signed key.
    Secret,
    /// The kind of the object whose id follows.
    NoteKind,
    /// The id of an object of the note kind before it.
    NotedObject,
    Id(Kind),
    /// A given text.
    Fixed(&'static str),
}

/// The segment before a parameter of a path.
fn collection(path: &str, parameter: usize) -> &str {
    let segments: Vec<&str> = path.split('/').collect();
    let is_parameter = |index: &usize| segments[*index].starts_with('{');
    let index = (1..segments.len()).filter(is_parameter).nth(parameter);
    index.map_or("", |index| segments[index - 1])
}

/// The parameters of a declared path. `types` is the Rust type of the parameters, such as `(…::OrderId, …::ItemId)`.
pub fn path_parameters(path: &str, types: &str) -> Result<Vec<Parameter>, String> {
    let mut parameters = Vec::new();
    let names = types
        .trim_matches(['(', ')'])
        .split(',')
        .map(|name| name.trim().rsplit("::").next().unwrap_or_default())
        .filter(|name| !name.is_empty());
    for name in names {
        let parameter = match name {
            "GuardName" => Parameter::Guard,
            "String" => Parameter::Secret,
            "NoteKind" => Parameter::NoteKind,
            "i64" if parameters.last() == Some(&Parameter::NoteKind) => Parameter::NotedObject,
            // The entries of several tables share one type; the path names the collection.
            "i64" | "ListEntryId" => {
                let collection = collection(path, parameters.len());
                Parameter::Id(kind_of_name(collection).ok_or(format!("the collection {collection} is unknown"))?)
            }
            name => Parameter::Id(kind_of_type(name).ok_or(format!("the type {name} is unknown"))?),
        };
        parameters.push(parameter);
    }
    if parameters.len() == path.matches('{').count() {
        Ok(parameters)
    } else {
        Err(format!("{path} has other parameters than {types}"))
    }
}

/// The owner of rows: a whole agent, or one client.
#[derive(Clone, Copy, Debug)]
pub struct Tenant {
    pub agent: i64,
    pub client: Option<i64>,
    pub user: i64,
}

impl Tenant {
    /// The SQL condition for the tenant's rows of a kind.
    pub fn condition(&self, kind: Kind) -> String {
        let agent = format!("agent_id = {}", self.agent);
        match (kind.owned_by, self.client) {
            (OwnedBy::User, _) => format!("user_id = {}", self.user),
            (OwnedBy::Client | OwnedBy::AgentOrClient, Some(client)) => format!("{agent} AND client_id = {client}"),
            (OwnedBy::ClientItself, Some(client)) => format!("{agent} AND id = {client}"),
            (OwnedBy::AgentOrClient, None) => format!("{agent} AND client_id IS NULL"),
            (OwnedBy::Agent | OwnedBy::Client | OwnedBy::ClientItself, _) => agent,
        }
    }

    /// The ids of the tenant's rows of a kind.
    pub async fn ids(&self, app: &App, kind: Kind) -> Vec<i64> {
        app.ids(kind.table, &self.condition(kind)).await
    }
}

#[test]
fn every_parameter_must_have_a_known_kind() {
    let id = |name: &str| Parameter::Id(kind_of_type(name).expect("a kind"));
    assert_eq!(
        path_parameters(
            "/client/orders/{order}/items/{item}",
            "(shared_types::id::OrderId, shared_types::id::ItemId)"
        ),
        Ok(vec![id("OrderId"), id("ItemId")])
    );
    assert_eq!(
        path_parameters("/agent/settings/pickup-points/{id}", "(i64,)"),
        Ok(vec![Parameter::Id(kind_of_name("pickup_points").expect("a kind"))])
    );
    for (path, types) in [
        ("/agent/novelties/{id}", "(shared_types::id::NoveltyId,)"),
        ("/agent/novelties/{id}", "(i64,)"),
        ("/agent/orders/{order}", "()"),
    ] {
        assert!(path_parameters(path, types).is_err(), "{path} {types}");
    }
}
