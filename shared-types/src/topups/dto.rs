//! Bodies of top-ups.

use super::{RequestMove, RequestStatus, WalletStatus};
use crate::{
    id::{BalanceRequestId, ClientId, WalletTopupId},
    money::{Currency, Money, PriceText},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A request to top a balance up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BalanceRequest {
    /// Its id.
    pub id: BalanceRequestId,
    /// The short public code of its requisites.
    pub code: String,
    /// Where it is.
    pub status: RequestStatus,
    /// Whose.
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    /// What was asked for.
    pub amount: Money,
    /// What came, where that differs.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub confirmed: Option<Money>,
    /// What the client says to it.
    pub comment: String,
    /// Where to pay.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub requisites: Option<String>,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reject_reason: Option<String>,
    /// The moves this side can make now.
    pub moves: Vec<RequestMove>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last moved.
    pub updated_at: DateTime<Utc>,
}

/// A new request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewBalanceRequest {
    /// How much.
    pub amount: PriceText,
    /// Onto which balance.
    pub currency: Currency,
    /// What to tell the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Where to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Requisites {
    /// Bank, card, name: as the client is to read it.
    pub requisites: String,
}

/// What came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Confirmation {
    /// How much came; as much as was asked for when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<PriceText>,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rejection {
    /// Why; the client reads it.
    pub reason: String,
}

/// What anybody with the short code sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RequisitesPage {
    /// Whom to pay.
    pub agent_name: String,
    /// How much.
    pub amount: Money,
    /// Where the request is.
    pub status: RequestStatus,
    /// Where to pay; absent once the request is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub requisites: Option<String>,
}

/// Which requests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RequestQuery {
    /// One state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<RequestStatus>,
    /// One client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A bank's statement, pasted: one operation a line, in any layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statement {
    /// The text.
    pub text: String,
}

/// A line of a statement with the requests it may be the money of, likeliest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatementMatch {
    /// The line as it was pasted.
    pub line: String,
    /// Requests of the same amount.
    pub requests: Vec<BalanceRequest>,
    /// Whether the line also names the likeliest one's code or client.
    pub certain: bool,
}

/// A payment app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Wallet {
    /// Alipay.
    Alipay,
    /// `WeChat` Pay.
    Wechat,
}

impl Wallet {
    /// Every app.
    pub const ALL: [Self; 2] = [Self::Alipay, Self::Wechat];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alipay => "alipay",
            Self::Wechat => "wechat",
        }
    }

    /// The app of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wallet| wallet.as_str() == name)
    }
}

/// A request to top a payment app up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WalletTopup {
    /// Its id.
    pub id: WalletTopupId,
    /// Where it is.
    pub status: WalletStatus,
    /// Whose.
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    /// Which app.
    pub wallet: Wallet,
    /// The account in it.
    pub account: String,
    /// How much, taken from the yuan balance.
    pub amount: Money,
    /// What the client says to it.
    pub comment: String,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reject_reason: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last moved.
    pub updated_at: DateTime<Utc>,
}

/// A new request to top a payment app up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewWalletTopup {
    /// Which app.
    pub wallet: Wallet,
    /// The account in it.
    pub account: String,
    /// How many yuan.
    pub amount: PriceText,
    /// What to tell the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Which requests to top a payment app up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WalletQuery {
    /// One state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<WalletStatus>,
    /// One client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}
