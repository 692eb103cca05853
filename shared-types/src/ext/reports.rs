//! Reports about product pages that the extension reads wrongly, and the agent's view of all shops.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::ShopReportId,
    items::UncertainField,
    page::{Listing, Page},
};
use chrono::{DateTime, Utc};

pub mod limits {
    //! Limits of estimates and reports.

    /// Maximum number of products of an estimate.
    pub const ESTIMATED_PRODUCTS: usize = 1000;
    /// Maximum size of a report, in bytes.
    pub const REPORT_BYTES: usize = 400 << 10;
    /// Maximum length of a snapshot, in characters.
    pub const SNAPSHOT: usize = 250_000;
    /// Maximum length of the name of a shop, in characters.
    pub const SHOP: usize = 100;
    /// Maximum length of the person's description of the problem, in characters.
    pub const WRONG: usize = 500;
    /// Maximum length of the note of a shop's state, in characters.
    pub const NOTE: usize = 300;
    /// Maximum length of the extension's version, in characters.
    pub const VERSION: usize = 40;
    /// Maximum length of a text that was read from the page, in characters.
    pub const CAPTURED: usize = 2048;
    /// Maximum number of price steps.
    pub const TIERS: usize = 20;
    /// Maximum number of options.
    pub const OPTIONS: usize = 20;
    /// Maximum number of variants of a product.
    pub const SKUS: i64 = 100_000;
    /// Reports that one token may send in 24 hours.
    pub const PER_TOKEN: i64 = 20;
    /// Reports that one person may send in 24 hours.
    pub const PER_PERSON: i64 = 60;
    /// Days after which a report is deleted.
    pub const KEPT_DAYS: i64 = 180;
    /// Days that the coverage of fields looks back.
    pub const COVERAGE_DAYS: i64 = 30;
}

closed_set! {
    /// Whether the extension reads a shop well.
    pub enum ShopState {
        /// It does.
        Ok = "ok",
        /// It is known to read the shop wrongly.
        Broken = "broken",
    }
}

/// The known state of a shop.
#[apply(response)]
pub struct ShopStatus {
    pub state: ShopState,
    /// Time since when it has this state.
    pub since: DateTime<Utc>,
    /// Note for people who use the extension. Plain text, may be empty.
    pub note: String,
}

/// A price from a number of pieces on, as read from the page.
#[apply(request)]
pub struct CapturedTier {
    /// Minimum number of pieces.
    pub from: i64,
    /// Price of one piece.
    pub price: String,
}

/// The data that the extension read from a page. A text is empty if nothing was found.
#[apply(response)]
#[derive(Default)]
#[serde(deny_unknown_fields, default)]
pub struct CapturedProduct {
    /// Product title.
    pub title: String,
    /// Price of one piece.
    pub price: String,
    /// Currency of the price.
    pub currency: String,
    /// Selected options.
    pub variant: String,
    /// Product id on the marketplace.
    pub external_id: String,
    /// Id of the selected variant.
    pub sku_id: String,
    /// URL of the picture.
    pub image_url: String,
    /// Kind of the price's source.
    pub price_source: String,
    /// Path within the source.
    pub price_path: String,
    /// Fields that could not be read reliably.
    pub uncertain: Vec<UncertainField>,
    /// Whether the product is sold out.
    pub sold_out: bool,
    /// Prices by number of pieces.
    pub tiers: Vec<CapturedTier>,
    /// Minimum number of pieces.
    pub min_quantity: i64,
}

/// An option of a product with the number of its values.
#[apply(request)]
pub struct ReportedOption {
    /// Name of the option. May be empty.
    pub name: String,
    /// Number of its values.
    pub values: i64,
}

/// A report about a product page that the extension reads wrongly: the captured data, and the redacted structure of the page.
#[apply(request)]
pub struct PageReport {
    pub extension_version: String,
    /// Marketplace, or the host of a shop without an adapter.
    pub shop: String,
    /// URL of the page.
    pub url: String,
    /// The problem, as the person describes it.
    #[serde(default)]
    pub wrong: String,
    /// The data that the extension read.
    pub captured: CapturedProduct,
    /// Options of the product.
    #[serde(default)]
    pub options: Vec<ReportedOption>,
    /// Number of variants of the product.
    #[serde(default)]
    pub skus: i64,
    /// Structure of the page without personal data. Plain text, never served as a page.
    pub snapshot: String,
}

/// A report in a list.
#[apply(response)]
pub struct ShopReportSummary {
    pub id: ShopReportId,
    /// Marketplace or host.
    pub shop: String,
    /// URL of the page.
    pub url: String,
    /// The problem, as the person describes it.
    pub wrong: String,
    pub extension_version: String,
    /// Time of the report.
    pub created_at: DateTime<Utc>,
    /// Time when staff handled it, or null.
    pub handled_at: Option<DateTime<Utc>>,
}

/// A report with its contents.
#[apply(response)]
pub struct ShopReport {
    /// Fields of the list row.
    #[serde(flatten)]
    pub summary: ShopReportSummary,
    /// The report as it was sent.
    pub report: PageReport,
}

/// How many of the captured items had a field.
#[apply(response)]
#[derive(Copy, Default)]
pub struct Coverage {
    /// Items that the extension added in the last 30 days.
    pub items: i64,
    /// Items with a reliable title.
    pub title: i64,
    /// Items with a reliable price.
    pub price: i64,
    /// Items with a variant.
    pub variant: i64,
    /// Items with the id of a variant.
    pub sku: i64,
    /// Items with a picture.
    pub image: i64,
    /// Items with the name of a shop.
    pub shop: i64,
}

/// How many of the captured items a person corrected, in the popup or in the draft.
#[apply(response)]
#[derive(Copy, Default)]
pub struct Corrections {
    /// Items with a corrected field.
    pub items: i64,
    pub title: i64,
    /// Items with another price or currency.
    pub price: i64,
    pub variant: i64,
    /// Items with another picture.
    pub image: i64,
    /// Items with another name of a shop.
    pub shop: i64,
}

/// How well the extension reads a shop, from the items of submitted orders and the reports.
#[apply(response)]
pub struct ShopCaptures {
    /// Marketplace, or the host of a shop without an adapter.
    pub shop: String,
    /// The state that staff set, or null.
    pub status: Option<ShopStatus>,
    /// Time of the last item with a certain price, or null.
    pub last_good_at: Option<DateTime<Utc>>,
    /// Fields of the items of the last 30 days.
    pub coverage: Coverage,
    /// Corrections of these items.
    pub corrections: Corrections,
    /// Number of reports that are not handled.
    pub open_reports: i64,
}

/// Selects reports.
#[apply(request)]
#[derive(Default)]
pub struct ShopReportQuery {
    /// Marketplace or host. All shops if absent.
    pub shop: Option<String>,
    /// `true` returns only handled reports, `false` only the others. Both if absent.
    pub handled: Option<bool>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page. The newest reports if absent.
    pub cursor: Option<String>,
}

/// Whether a report is handled.
#[apply(request)]
#[derive(Copy)]
pub struct ShopReportChange {
    /// Whether it is handled.
    pub handled: bool,
}

/// The state that staff set for a shop.
#[apply(request)]
pub struct ShopStateChange {
    /// Marketplace or host.
    pub shop: String,
    pub state: ShopState,
    /// Note for people who use the extension.
    #[serde(default)]
    pub note: String,
}

const VIEW: Access = Access::Agent(Object::Settings, Level::View);
const EDIT: Access = Access::Agent(Object::Settings, Level::Edit);

crate::endpoints! {
    extension_report_endpoints:

    [Extension]
    ListShopCaptures, "list_shop_captures": Get "/agent/adapters", VIEW, 200;
    "Lists the shops that the extension was used in: last good capture, fields read in the last 30 days, open reports.";
    path = (), query = Nothing, body = Nothing => Listing<ShopCaptures>;

    SetShopState, "set_shop_state": Post "/agent/adapters/state", EDIT, 200;
    "Sets whether the extension is known to read a shop wrongly. The extension warns its users.";
    path = (), query = Nothing, body = ShopStateChange => ShopStatus;

    ListShopReports, "list_shop_reports": Get "/agent/adapters/reports", VIEW, 200;
    "Lists reports about pages that the extension reads wrongly, newest first.";
    path = (), query = ShopReportQuery, body = Nothing => Page<ShopReportSummary>;

    ShowShopReport, "show_shop_report": Get "/agent/adapters/reports/{report}", VIEW, 200;
    "Returns a report with the snapshot of the page.";
    path = (ShopReportId,), query = Nothing, body = Nothing => ShopReport;

    ChangeShopReport, "change_shop_report": Patch "/agent/adapters/reports/{report}", EDIT, 200;
    "Marks a report as handled or open.";
    path = (ShopReportId,), query = Nothing, body = ShopReportChange => ShopReportSummary;
}
