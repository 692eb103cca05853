//! Client accounts: the client list of the agent, the filter of the order table, and the client's own settings.

mod history;
mod import;

pub use history::*;
pub use import::*;

use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ClientId, StaffId},
    money::{Currency, Money},
    page::{CappedCount, Listing, Page},
    pricing::Commission,
    rates::{EffectiveRate, OwnRate},
    settings::{OrderLimits, OwnLimits, OwnOffers},
    staff::{AssignmentResult, InvitationLink},
    translation::Language,
};
use chrono::{DateTime, Utc};

/// A client as an option of a filter.
#[apply(response)]
pub struct ClientOption {
    pub id: ClientId,
    /// Client code.
    pub code: String,
    pub name: String,
}

/// Selects clients for a filter.
#[apply(request)]
#[derive(Default)]
pub struct ClientSearch {
    /// Text contained in the code or the name. All clients if absent.
    pub search: Option<String>,
    /// Only this client.
    pub client_id: Option<ClientId>,
}

/// Settings of a client account.
#[apply(response)]
pub struct ClientSettings {
    /// Account name.
    pub name: String,
    /// Company name, if any.
    pub company: Option<String>,
    /// Client code, assigned by the agent and written on packages.
    pub code: String,
    /// Currency of new orders.
    pub currency: Currency,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// Changes to the settings of a client account. Absent fields stay unchanged; an empty string clears a field.
#[apply(request)]
#[derive(Default)]
pub struct ClientSettingsChange {
    /// Account name.
    pub name: Option<String>,
    /// Company name.
    pub company: Option<String>,
    /// Currency of new orders.
    pub currency: Option<Currency>,
}

/// A row of the client list.
#[apply(response)]
pub struct ClientRow {
    pub id: ClientId,
    /// Client code, written on packages.
    pub code: String,
    pub name: String,
    /// Company name, if any.
    pub company: Option<String>,
    /// Phone number of the owner of the account.
    pub phone: Option<String>,
    /// Currency of new orders.
    pub currency: Currency,
    /// Balances, rubles first. Empty if the caller may not see balances.
    pub balances: Vec<Money>,
    /// Whether the members of the client are locked out.
    pub disabled: bool,
    /// Staff member who manages the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manager_staff_id: Option<StaffId>,
    /// Number of orders the client ever created.
    pub orders_count: i64,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// Filters of the client list.
#[apply(request)]
#[derive(Default)]
pub struct ClientQuery {
    /// Text contained in the code, the name or the company, or at least four digits of a member's phone number.
    pub search: Option<String>,
    /// `true` for disabled clients only, `false` for active clients only.
    pub disabled: Option<bool>,
    /// `true` returns only clients of the caller.
    pub mine: Option<bool>,
    /// `true` returns only clients without a manager.
    pub unassigned: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl ClientQuery {
    /// The filter of all pages.
    pub fn filter(&self) -> ClientFilter {
        ClientFilter {
            search: self.search.clone(),
            disabled: self.disabled,
            mine: self.mine,
            unassigned: self.unassigned,
        }
    }
}

/// Filter of the number of clients.
#[apply(request)]
#[derive(Default)]
pub struct ClientFilter {
    /// Text contained in the code, the name or the company, or at least four digits of a member's phone number.
    pub search: Option<String>,
    /// `true` for disabled clients only, `false` for active clients only.
    pub disabled: Option<bool>,
    /// `true` returns only clients of the caller.
    pub mine: Option<bool>,
    /// `true` returns only clients without a manager.
    pub unassigned: Option<bool>,
}

/// A member of a client.
#[apply(response)]
pub struct ClientPerson {
    /// The person's name.
    pub name: String,
    /// Phone number.
    pub phone: String,
    /// Whether the person owns the client account.
    pub is_owner: bool,
    /// Whether the person has confirmed the membership.
    pub confirmed: bool,
}

/// A client with its members.
#[apply(response)]
pub struct ClientCard {
    /// Fields of the list row.
    #[serde(flatten)]
    pub row: ClientRow,
    /// Members of the client.
    pub people: Vec<ClientPerson>,
    /// The client's own commission on goods. Null if the agent's applies.
    pub commission: Option<Commission>,
    /// The client's own rates. The agent's rate applies to a currency without one.
    #[serde(default)]
    pub rates: Vec<OwnRate>,
    /// Offers to this client that differ from the general ones.
    #[serde(default)]
    pub offers: OwnOffers,
    /// How much the client may order before it pays, where that differs from other clients.
    #[serde(default)]
    pub limits: OwnLimits,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// The rate of one currency for all clients and for one of them.
#[apply(response)]
#[derive(Copy)]
pub struct ClientRateTerms {
    /// Currency that the rates apply to.
    pub base: Currency,
    /// Rate for clients without an own one. Null if there is none.
    pub general: Option<EffectiveRate>,
    /// Rate for this client. Null if there is none.
    pub effective: Option<EffectiveRate>,
}

/// The general terms and the client's own ones.
#[apply(response)]
#[expect(clippy::struct_excessive_bools, reason = "independent offers, as in the settings")]
pub struct ClientTerms {
    /// Rates. A currency for which the agent has set none is omitted.
    pub rates: Vec<ClientRateTerms>,
    /// The agent's commission, for clients without an own one.
    pub general_commission: Commission,
    /// Whether balances can be topped up in rubles, for all clients.
    pub rubles: bool,
    /// Whether balances can be topped up in yuan, for all clients.
    pub yuan: bool,
    /// Whether a delivery can be paid in cash on receipt, for all clients.
    pub cash_on_receipt: bool,
    /// Whether self-buyout orders can be created, for all clients.
    pub self_buyout: bool,
    /// How much clients without own limits may order before they pay.
    #[serde(default)]
    pub limits: OrderLimits,
}

/// Changes by staff to a client account. Absent fields stay unchanged; an empty string clears a field.
#[apply(request)]
#[derive(Default)]
pub struct ClientChange {
    /// Account name.
    pub name: Option<String>,
    /// Company name.
    pub company: Option<String>,
    /// Currency of new orders.
    pub currency: Option<Currency>,
    /// Locks the members of the client out, or lets them in again. Requires the level `manage`.
    pub disabled: Option<bool>,
    /// Staff member who manages the client; `null` for none. New orders of the client are assigned to the manager. Requires the
    /// right to change all clients.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub manager_staff_id: Option<Option<StaffId>>,
    /// The client's own commission on goods; `null` for the agent's. Applies to new calculations. Requires the level `manage`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub commission: Option<Option<Commission>>,
    /// All of the client's own rates; an empty list applies the agent's rates. Applies to new calculations: a quote keeps its
    /// rate. Requires the level `manage`.
    pub rates: Option<Vec<OwnRate>>,
    /// All offers to this client that differ from the general ones. Requires the level `manage`.
    pub offers: Option<OwnOffers>,
    /// How much the client may order before it pays, where that differs from other clients; all of it. Requires the level `manage`.
    pub limits: Option<OwnLimits>,
}

impl ClientChange {
    /// Whether the change requires the level `manage`.
    pub const fn requires_manage(&self) -> bool {
        self.disabled.is_some()
            || self.commission.is_some()
            || self.rates.is_some()
            || self.offers.is_some()
            || self.limits.is_some()
    }
}

/// A client that staff create. Its owner is invited and confirms the phone number at the first login.
#[apply(request)]
pub struct NewClient {
    /// Account name, and the name of the owner until the invitation is confirmed.
    pub name: String,
    /// Phone number of the owner in any usual notation.
    pub phone: String,
    /// Company name.
    pub company: Option<String>,
    /// Language of the owner. Defaults to Russian. A person who has an account already keeps their language.
    pub language: Option<Language>,
    /// Staff member who manages the client. A person who sees only their own clients always becomes the manager.
    pub manager_staff_id: Option<StaffId>,
}

/// Clients to give to a manager.
#[apply(request)]
pub struct ClientAssignment {
    /// Clients to assign.
    pub clients: Vec<ClientId>,
    /// Staff member. Without one, the clients have no manager.
    pub staff_id: Option<StaffId>,
}

/// Maximum number of clients in one assignment.
pub const ASSIGNED_CLIENTS: usize = 200;
/// Maximum length of an account or company name, in characters.
pub const NAME: usize = 200;

crate::endpoints! {
    client_endpoints:

    [Clients]
    FindClients, "find_clients": Get "/agent/clients/options", Access::Agent(Object::Orders, Level::View), 200;
    "Lists clients as options for the filter of the order table, at most 50.";
    path = (), query = ClientSearch, body = Nothing => Listing<ClientOption>;

    ListClients, "list_clients": Get "/agent/clients", Access::Agent(Object::Clients, Level::View), 200;
    "Lists the agent's clients, newest first.";
    path = (), query = ClientQuery, body = Nothing => Page<ClientRow>;

    CountClients, "count_clients": Get "/agent/clients/counts", Access::Agent(Object::Clients, Level::View), 200;
    "Counts the clients that the list with the same filters has, up to 1,000.";
    path = (), query = ClientFilter, body = Nothing => CappedCount;

    ExportClients, "export_clients": Get "/agent/clients.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "Exports the client list as a spreadsheet, with the same filters. Also requires the right to view clients.";
    path = (), query = ClientQuery, body = Nothing => RawFile;

    StreamClients, "stream_clients": Get "/agent/clients.ndjson", Access::Agent(Object::Clients, Level::View), 200;
    "Exports the client list as JSON Lines, with the same filters and without a limit.";
    path = (), query = ClientQuery, body = Nothing => RawFile;

    ShowClient, "show_client": Get "/agent/clients/{client}", Access::Agent(Object::Clients, Level::View), 200;
    "Returns a client with its members.";
    path = (ClientId,), query = Nothing, body = Nothing => ClientCard;

    ShowClientTerms, "show_client_terms": Get "/agent/clients/{client}/terms", Access::Agent(Object::Clients, Level::View), 200;
    "Returns the general terms and the terms of one client.";
    path = (ClientId,), query = Nothing, body = Nothing => ClientTerms;

    ChangeClient, "change_client": Patch "/agent/clients/{client}", Access::Agent(Object::Clients, Level::Edit), 200, versioned = true;
    "Changes a client account, or locks its members out.";
    path = (ClientId,), query = Nothing, body = ClientChange => ClientCard;

    AssignClients, "assign_clients": Post "/agent/clients/assignments",
        Access::Agent(Object::Clients, Level::Edit), 200, idempotent = true;
    "Assigns clients to a manager, or unassigns them: either all or none. Requires the right to change all clients.";
    path = (), query = Nothing, body = ClientAssignment => AssignmentResult;

    CreateClient, "create_client": Post "/agent/clients", Access::Agent(Object::Clients, Level::Edit), 201, idempotent = true;
    "Creates a client and invites its owner by phone number. The plan limits the number of clients.";
    path = (), query = Nothing, body = NewClient => ClientCard;

    CreateClientLink, "create_client_link": Post "/agent/clients/{client}/invitation-link",
        Access::Agent(Object::Clients, Level::Edit), 200, step_up = true;
    "Creates the link by which the owner of a client enters for the first time. Pass it on yourself: nothing is sent.";
    path = (ClientId,), query = Nothing, body = Nothing => InvitationLink;

    ListClientHistory, "list_client_history": Get "/agent/clients/{client}/history",
        Access::Agent(Object::Clients, Level::View), 200;
    "Lists the changes of a client by staff, newest first, at most 200.";
    path = (ClientId,), query = Nothing, body = Nothing => Listing<ClientHistoryEntry>;

    [Settings]
    ShowClientSettings, "show_client_settings": Get "/client/settings", Access::Client(Object::Settings, Level::View), 200;
    "Returns the settings of the client account.";
    path = (), query = Nothing, body = Nothing => ClientSettings;

    ChangeClientSettings, "change_client_settings": Patch "/client/settings",
        Access::Client(Object::Settings, Level::Edit), 200, versioned = true;
    "Changes the settings of the client account.";
    path = (), query = Nothing, body = ClientSettingsChange => ClientSettings;
}
