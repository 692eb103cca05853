//! The API of the browser extension.

use crate::{
    access::Access,
    endpoint::Nothing,
    id::{AgentId, ClientId, OrderId, UserId},
    items::{Item, NewItem},
    money::{Currency, Money},
    orders::lifecycle::OrderType,
    page::Listing,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The person behind a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtUser {
    /// The person's id.
    pub id: UserId,
    /// The name.
    pub name: String,
    /// The phone, E.164.
    pub phone: String,
}

/// An intermediary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtAgent {
    /// The agent's id.
    pub id: AgentId,
    /// The agent's name.
    pub name: String,
}

/// A client cabinet of the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtClient {
    /// The client's id: `client_id` of a new draft.
    pub id: ClientId,
    /// The cabinet's name.
    pub name: String,
    /// The client code.
    pub code: String,
    /// The currency of its orders.
    pub currency: Currency,
    /// Whose client it is.
    pub agent: ExtAgent,
}

/// Who the token speaks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtMe {
    /// The person.
    pub user: ExtUser,
    /// The person's confirmed client cabinets.
    pub clients: Vec<ExtClient>,
}

/// A draft that can take a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draft {
    /// The order's id.
    pub id: OrderId,
    /// The order's number.
    pub number: String,
    /// The order's title; may be empty.
    pub title: String,
    /// Its cabinet.
    pub client_id: ClientId,
    /// Its intermediary.
    pub agent_name: String,
    /// The currency of its total.
    pub currency: Currency,
    /// Number of lines.
    pub items_count: i32,
    /// Sum of the lines in the draft's currency.
    pub total: Money,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// A draft to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewDraft {
    /// In which cabinet.
    pub client_id: ClientId,
    /// Its kind; standard when absent.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub order_type: Option<OrderType>,
    /// A title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The line that was added, and its draft as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AddedItem {
    /// The line.
    pub item: Item,
    /// The draft.
    pub order: Draft,
}

crate::endpoints! {
    ExtShowMe, "ext_me": Get "/api/ext/me", Access::ExtensionToken, 200;
    "The person behind the token and their client cabinets.";
    path = (), query = Nothing, body = Nothing => ExtMe;

    ExtListDrafts, "ext_list_drafts": Get "/api/ext/drafts", Access::ExtensionToken, 200;
    "Drafts across all confirmed cabinets of the person, last changed first, at most 200.";
    path = (), query = Nothing, body = Nothing => Listing<Draft>;

    ExtCreateDraft, "ext_create_draft": Post "/api/ext/drafts", Access::ExtensionToken, 201, idempotent = true;
    "Creates a draft in one of the person's cabinets.";
    path = (), query = Nothing, body = NewDraft => Draft;

    ExtAddItem, "ext_add_item": Post "/api/ext/drafts/{order}/items", Access::ExtensionToken, 201, idempotent = true;
    "Adds a product to a draft.";
    path = (OrderId,), query = Nothing, body = NewItem => AddedItem;
}
