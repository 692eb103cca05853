//! The bounds of each field of a request. The tests find fields that are missing here and entries without a field.

use crate::bounds::Bound::{
    self, Amount, Currencies, Emoji, Ignored, Items, Length, Names, OneOf, OptionalAmount, OptionalUrl, Pattern,
    PatternUpTo, Percent, Range, Rate, Required, SignedAmount, Stored, Text, Texts, UniqueItems, Url, Urls,
};
use shared_types::{
    api_keys, billing, cash, chat, clients,
    codes::MAX_SCANNED_LENGTH,
    events::EventType,
    ext,
    identity::{self, limits::*},
    imports, items, ledger,
    money::Currency,
    notes, notifications, orders, rates, recipients, scan, services, settings, shipments, staff, topups, translation,
    webhooks,
};

const CELL: Bound = Text(imports::limits::CELL);
const ROW: Bound = Range(0, u32::MAX as i64);
const PHONE: Bound = Pattern("^\\+[1-9][0-9]{7,14}$");
const CODE: Bound = Pattern("^[0-9]{6}$");
/// A code of an authenticator app, a one-time code or a recovery code.
const SECOND_FACTOR_CODE: Bound = Pattern("^([0-9]{6}|[a-z2-7]{6}(-[a-z2-7]{6}){3})$");
/// Base64url without padding, from the Web Authentication API.
const PASSKEY_PART: Bound = PatternUpTo("^[A-Za-z0-9_-]+$", PASSKEY_BYTES);
const EMAIL_ADDRESS: Bound = PatternUpTo(
    "^[^@\\s\\u0000-\\u001f\\u007f-\\u009f]+@[^@\\s\\u0000-\\u001f\\u007f-\\u009f]+\\.[^@\\s\\u0000-\\u001f\\u007f-\\u009f]+$",
    EMAIL,
);
/// An empty text clears the account.
const BANK_ACCOUNT: Bound = Pattern("^([0-9]{20})?$");
const DAY: Bound = Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
const NEW_PASSWORD: Bound = Length(PASSWORD_MIN, PASSWORD_MAX);
const PASSWORD: Bound = Length(1, PASSWORD_MAX);
const COUNTRY: Bound = Pattern("^[A-Za-z]{2}$");
/// An empty text clears the country.
const OPTIONAL_COUNTRY: Bound = Pattern("^([A-Za-z]{2})?$");
const TIME_OF_DAY: Bound = Pattern("^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$");
const TIMEZONE_NAME: Bound = Pattern("^[A-Za-z0-9/_+-]{1,64}$");
const PRICE: Bound = Amount(0, items::limits::PRICE_MINOR);
const PRICE_PER: Bound = Range(1, items::limits::PRICE_PER);
const LIST_PRICE: Bound = Amount(0, settings::limits::PRICE_MINOR);
const LIST_CURRENCY: Bound = Currencies(&settings::limits::PRICE_CURRENCIES);
const BALANCE_CURRENCY: Bound = Currencies(&ledger::BALANCE_CURRENCIES);
const TOPUP: Bound = Amount(1, ledger::AMOUNT_MINOR);
const LIST_NAME: Bound = Required(settings::limits::NAME);
const CAPTURED: Bound = Text(ext::limits::CAPTURED);
const KEY_NETWORKS: Bound = Texts(0, api_keys::limits::PLACES, 43);
const KEY_ORIGINS: Bound = Texts(0, api_keys::limits::PLACES, 255);
const REASON: Bound = Required(items::limits::REASON);

macro_rules! fields {
    ($($schema:ident { $($field:ident: $bound:expr),* $(,)? })*) => {
        &[$((stringify!($schema), &[$((stringify!($field), $bound)),*])),*]
    };
}

/// The bounds of the fields by schema.
pub(crate) const FIELDS: &[(&str, &[(&str, Bound)])] = fields! {
    AccountDeposit { amount: SignedAmount(ledger::AMOUNT_MINOR), memo: Required(ledger::MEMO) }
    AccessGroupChange { name: Required(staff::limits::GROUP_NAME) }
    Adjustment { amount: SignedAmount(ledger::AMOUNT_MINOR), currency: BALANCE_CURRENCY, memo: Required(ledger::MEMO) }
    ApiKeyChange { name: Required(api_keys::limits::NAME), networks: KEY_NETWORKS, origins: KEY_ORIGINS }
    ApiKeyRoll { overlap_hours: Range(0, api_keys::limits::OVERLAP_HOURS) }
    NewApiKey {
        expires_in_days: Range(1, api_keys::limits::DAYS), name: Required(api_keys::limits::NAME), networks: KEY_NETWORKS,
        origins: KEY_ORIGINS,
    }
    AgentItemChange {
        cell: Text(items::limits::NUMBER), comment: Text(items::limits::COMMENT),
        domestic_track: Text(items::limits::NUMBER), price: OptionalAmount(0, items::limits::PRICE_MINOR),
        price_per: PRICE_PER, quantity: Range(0, items::limits::QUANTITY), volume_cm3: Range(0, items::limits::VOLUME_CM3),
        weight_grams: Range(0, items::limits::WEIGHT_GRAMS),
    }
    AgentOrderQuery {
        cursor: Ignored, from: DAY, limit: Ignored, order_ids: Pattern("^([0-9]{1,18}(,[0-9]{1,18}){0,199})?$"),
        search: Text(orders::limits::SEARCH), to: DAY,
    }
    AgentProfileChange {
        contacts: Text(settings::limits::NOTE), name: LIST_NAME, subdomain: Pattern("^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$"),
        timezone: TIMEZONE_NAME,
    }
    AgentRegistration {
        company: Required(NAME), email: EMAIL_ADDRESS, name: Required(NAME), password: NEW_PASSWORD, phone: PHONE,
        subdomain: Pattern("^[a-z][a-z0-9-]{1,28}[a-z0-9]$"),
        timezone: TIMEZONE_NAME,
    }
    Audience {
        clients: Items(1, notifications::CHOSEN_CLIENTS),
        statuses: Names(1, &[
            "submitted", "quoted", "paid", "purchasing", "purchased", "expected", "at_warehouse", "shipped", "accepted",
            "canceled",
        ]),
        days: Range(1, notifications::SILENT_DAYS),
    }
    AuthenticatorConfirmation { code: CODE }
    AuthenticatorRemoval { code: SECOND_FACTOR_CODE }
    AuthenticatorRequest { code: SECOND_FACTOR_CODE, current: PASSWORD }
    BankStatement { text: Required(topups::STATEMENT) }
    BrandChange { motto: Text(settings::limits::MOTTO) }
    Bracket { from_minor: Range(0, settings::limits::COMMISSION_MINOR), percent: Percent }
    CashReceipt { version: Stored } CargoProblem { items: Items(0, shipments::ITEMS), reason: REASON }
    ChannelAuthRequest { channel_name: Required(chat::limits::CHANNEL), socket_id: Pattern("^[0-9]{1,20}\\.[0-9]{1,20}$") }
    ClientAssignment { clients: UniqueItems(1, clients::ASSIGNED_CLIENTS) }
    ClientChange {
        company: Text(clients::NAME), name: Required(clients::NAME), rates: Items(0, rates::BASES.len()),
    }
    ClientSheetRow { balance: CELL, code: CELL, company: CELL, currency: CELL, language: CELL, name: CELL, number: ROW, phone: CELL }
    ClientImport { rows: Items(1, clients::IMPORTED_ROWS) } EarlierRows { rows: Items(1, orders::EARLIER_ROWS) }
    EarlierRow { client: CELL, currency: CELL, date: CELL, number: ROW, order_number: CELL, paid: CELL, paid_currency: CELL,
        price: CELL, quantity: CELL, status: CELL, sum: CELL, sum_currency: CELL, title: CELL, url: CELL, variant: CELL }
    NewClient { company: Text(clients::NAME), name: Required(staff::limits::PERSON_NAME), phone: PHONE }
    ClientRegistration {
        agent: Text(NAME), email: EMAIL_ADDRESS, hash: Text(NAME), name: Required(NAME), password: NEW_PASSWORD, phone: PHONE,
        timezone: TIMEZONE_NAME,
    }
    ClientSettingsChange { company: Text(clients::NAME), name: Required(clients::NAME) }
    ClientShipmentChange { city: Text(orders::limits::CITY), country: OPTIONAL_COUNTRY }
    CodeLogin { code: CODE, phone: PHONE, timezone: Ignored }
    CodeRequest { phone: PHONE }
    Commission {
        brackets: Items(0, settings::limits::COMMISSION_BRACKETS),
        minimum_minor: Range(0, settings::limits::COMMISSION_MINOR), percent: Percent,
    }
    DeliveryChange { carrier: Text(shipments::CARRIER), route: Text(shipments::ROUTE), track: Text(shipments::TRACK) }
    DeliveryLoad { shipments: Items(1, shipments::LOAD) }
    DeliveryMethod {
        days_max: Range(0, settings::limits::DAYS), days_min: Range(0, settings::limits::DAYS), name: LIST_NAME,
        requires: Names(0, &["postcode", "passport", "tax_number"]),
    }
    DeliveryTariff {
        brackets: Items(1, settings::limits::BRACKETS), country: COUNTRY, currency: LIST_CURRENCY,
        delivery_method_id: Stored, goods_category_id: Stored, minimum: LIST_PRICE, volumetric_divisor: Range(1, 1_000_000),
        weight_step_grams: Range(1, settings::limits::WEIGHT_STEP_GRAMS),
    }
    EmailChange { current: PASSWORD, email: EMAIL_ADDRESS }
    EmailConfirmation { token: Length(1, 200) }
    EmailLogin { code: SECOND_FACTOR_CODE, email: EMAIL_ADDRESS, password: PASSWORD }
    EntryPositions { ids: UniqueItems(1, settings::limits::ENTRIES as usize) }
    GlossaryTerm { term: Required(translation::limits::TERM), translation: Required(translation::limits::TERM) }
    GroupChange { domestic: Amount(0, items::limits::PRICE_MINOR) }
    ImportChange {
        decimal_marks: Items(0, imports::limits::COLUMNS), header_row: Range(0, i32::MAX as i64),
        mapping: Items(0, imports::limits::COLUMNS),
    }
    GoodsCategory { currency: LIST_CURRENCY, name: LIST_NAME, per_cubic_metre: LIST_PRICE, per_kilogram: LIST_PRICE, per_place: LIST_PRICE }
    InsurancePlan { currency: LIST_CURRENCY, minimum: LIST_PRICE, name: LIST_NAME, percent: Percent }
    Invitation { name: Required(staff::limits::PERSON_NAME), phone: PHONE }
    InvitationAcceptance { password: PASSWORD, timezone: Ignored, token: Length(1, 200) }
    InvitationToken { token: Length(1, 200) }
    ItemChange {
        comment: Text(items::limits::COMMENT), image_url: OptionalUrl(items::limits::URL), price: PRICE,
        price_per: PRICE_PER, quantity: Range(1, items::limits::QUANTITY), title: Required(items::limits::TITLE),
        url: Url(items::limits::URL), variant: Text(items::limits::VARIANT),
    }
    ItemMerge { items: UniqueItems(2, items::limits::MOVED) }
    ItemMoves {
        cell: Text(items::limits::NUMBER), counted_quantity: Range(0, items::limits::QUANTITY),
        domestic_track: Text(items::limits::NUMBER), items: UniqueItems(1, items::limits::MOVED),
        marketplace_order_number: Text(items::limits::NUMBER), price: PRICE, prices: Items(0, items::limits::MOVED),
        reason: Text(items::limits::REASON),
        step: OneOf(&["approve", "refuse", "buy", "send", "receive", "report", "resolve", "return"]),
    }
    ItemPrice { price: PRICE }
    ItemSplit { quantity: Range(1, items::limits::QUANTITY - 1) }
    LocalizedName {
        en: Text(services::limits::NAME), ru: Text(services::limits::NAME), zh: Text(services::limits::NAME),
    }
    Measurements {
        counted_quantity: Range(0, items::limits::QUANTITY), height_mm: Range(1, services::limits::SIDE_MM),
        length_mm: Range(1, services::limits::SIDE_MM), weight_grams: Range(1, items::limits::WEIGHT_GRAMS),
        width_mm: Range(1, services::limits::SIDE_MM),
    }
    NewPasskey {
        authenticator_data: PASSKEY_PART, client_data: PASSKEY_PART, name: Text(PASSKEY_NAME), public_key: PASSKEY_PART,
        transports: Ignored,
    }
    PasskeyAssertion {
        authenticator_data: PASSKEY_PART, client_data: PASSKEY_PART, id: PASSKEY_PART, signature: PASSKEY_PART,
    }
    PasskeyRemoval { code: SECOND_FACTOR_CODE }
    PasskeyRequest { code: SECOND_FACTOR_CODE, current: PASSWORD }
    Rendering { reason: Text(items::limits::REASON) }
    MoveReason { reason: Text(items::limits::REASON) }
    NewAccessGroup { name: Required(staff::limits::GROUP_NAME) }
    NewAgentMessage { body: Text(chat::limits::BODY), files: Items(0, chat::limits::FILES) }
    NewBalanceRequest { amount: TOPUP, comment: Text(topups::COMMENT), currency: BALANCE_CURRENCY }
    NewChatReply { body: Required(chat::limits::BODY), title: Required(chat::REPLY_TITLE) }
    NewCells { names: Texts(1, scan::NEW_CELLS, scan::CELL_NAME) }
    NewAgentOrder { comment: Text(orders::limits::COMMENT), title: Text(orders::limits::TITLE) }
    NewClientMessage { body: Text(chat::limits::BODY), files: Items(0, chat::limits::FILES) }
    NewDraft { title: Text(orders::limits::TITLE) }
    NewExtensionToken { name: Required(TOKEN_NAME), expires_in_days: Range(1, TOKEN_DAYS) }
    CapturedProduct {
        currency: CAPTURED, external_id: CAPTURED, image_url: CAPTURED, min_quantity: Stored, price: CAPTURED,
        price_path: CAPTURED, price_source: CAPTURED, sku_id: CAPTURED, tiers: Items(0, ext::limits::TIERS),
        title: CAPTURED, uncertain: Items(0, ext::limits::TIERS), variant: CAPTURED,
    }
    CapturedTier { from: Stored, price: Text(ext::limits::SHOP) }
    ItemOption { name: Text(items::limits::OPTION_NAME), value: Required(items::limits::OPTION_VALUE) }
    PageReport {
        extension_version: Required(ext::limits::VERSION), options: Items(0, ext::limits::OPTIONS),
        shop: Required(ext::limits::SHOP), skus: Range(0, ext::limits::SKUS), snapshot: Required(ext::limits::SNAPSHOT),
        url: Url(items::limits::URL), wrong: Text(ext::limits::WRONG),
    }
    PriceSource { path: Text(items::limits::SOURCE_PATH) }
    ReportedOption { name: Text(ext::limits::WRONG), values: Stored }
    ShopStateChange { note: Text(ext::limits::NOTE), shop: Required(ext::limits::SHOP) }
    NewItem {
        comment: Text(items::limits::COMMENT), external_id: Text(items::limits::EXTERNAL_ID),
        image_url: OptionalUrl(items::limits::URL), marketplace: Text(items::limits::MARKETPLACE), price: PRICE,
        price_per: PRICE_PER, min_quantity: Range(1, items::limits::QUANTITY),
        quantity: Range(1, items::limits::QUANTITY), title: Required(items::limits::TITLE), url: Url(items::limits::URL),
        variant: Text(items::limits::VARIANT), images: Urls(items::limits::IMAGES, items::limits::URL),
        options: Items(0, items::limits::OPTIONS), sku_id: Text(items::limits::EXTERNAL_ID),
        uncertain: Items(0, items::limits::UNCERTAIN), weight_grams: Range(1, items::limits::UNIT_WEIGHT_GRAMS),
        corrected: Items(0, items::limits::CORRECTED),
    }
    EstimateRequest { items: Items(1, ext::limits::ESTIMATED_PRODUCTS) }
    ProductToEstimate {
        price: PRICE, price_per: PRICE_PER, quantity: Range(1, items::limits::QUANTITY),
        weight_grams: Range(1, items::limits::UNIT_WEIGHT_GRAMS),
    }
    UnitSize {
        height: Range(1, items::limits::UNIT_SIDE_MM), length: Range(1, items::limits::UNIT_SIDE_MM),
        width: Range(1, items::limits::UNIT_SIDE_MM),
    }
    NewItemService { comment: Text(services::limits::COMMENT), qty: Range(1, services::limits::QUANTITY) }
    NewNotification { body: Required(notifications::BODY), title: Required(notifications::TITLE) }
    NewOrder {
        comment: Text(orders::limits::COMMENT),
        destination_city: Text(orders::limits::CITY), destination_country: OPTIONAL_COUNTRY,
        title: Text(orders::limits::TITLE),
    }
    NewPassword { password: NEW_PASSWORD }
    NewPushSubscription { endpoint: Url(notifications::PUSH_ENDPOINT) }
    PushKeys { auth: Pattern("^[A-Za-z0-9_-]{22}(==)?$"), p256dh: Pattern("^[A-Za-z0-9_-]{87}=?$") }
    NewSavedFilter { name: Required(orders::FILTER_NAME) }
    NewScan { code: Required(MAX_SCANNED_LENGTH), context: Text(MAX_SCANNED_LENGTH), scan_id: Required(scan::SCAN_ID) }
    NewService { icon: Text(services::limits::ICON), prices: Items(0, Currency::ALL.len()) }
    NewShipment { items: UniqueItems(1, shipments::ITEMS) }
    NewTranslations { texts: Texts(1, translation::limits::EXTENSION_TEXTS, translation::limits::EXTENSION_TEXT) }
    NewUpload {
        bytes: Range(1, services::limits::TOTAL_BYTES), name: Text(services::limits::FILE_NAME),
        sha256: Pattern("^[0-9A-Fa-f]{64}$"),
    }
    NewServicePayment {
        amount: Amount(billing::limits::MIN_PAYMENT_MINOR, billing::limits::MAX_PAYMENT_MINOR), receipt_email: EMAIL_ADDRESS,
    }
    NewWithdrawal {
        amount: TOPUP, comment: Text(topups::COMMENT), currency: BALANCE_CURRENCY, requisites: Required(topups::REQUISITES),
    }
    NewWalletTopup { account: Required(topups::ACCOUNT), amount: TOPUP, comment: Text(topups::COMMENT) }
    NewWebhook { name: Required(webhooks::NAME), types: Items(1, EventType::ALL.len()), url: Url(webhooks::ADDRESS) }
    NoteText { body: Text(notes::PERSONAL_BODY) }
    NoticeChoices { choices: Items(0, notifications::CHOICES) }
    NotificationPreviewRequest { body: Required(notifications::BODY) }
    OrderAssignment { orders: UniqueItems(1, orders::ASSIGNED_ORDERS) }
    OrderChange {
        comment: Text(orders::limits::COMMENT),
        destination_city: Text(orders::limits::CITY), destination_country: OPTIONAL_COUNTRY,
        title: Text(orders::limits::TITLE),
    }
    OrderLimits { deposit: Percent, unpaid: Range(1, settings::limits::UNPAID_ORDERS) }
    OwnLimits { deposit: Percent, unpaid: Range(1, settings::limits::UNPAID_ORDERS) }
    OrderDistribution { claim_limit: Range(1, settings::limits::CLAIM_LIMIT) }
    Packaging { currency: LIST_CURRENCY, name: LIST_NAME, price: LIST_PRICE, weight_grams: Range(0, items::limits::WEIGHT_GRAMS) }
    PasswordByCode { code: CODE, password: NEW_PASSWORD, phone: PHONE, timezone: Ignored }
    PasswordChange { code: CODE, current: PASSWORD, password: NEW_PASSWORD }
    PasswordLogin { code: SECOND_FACTOR_CODE, password: PASSWORD, phone: PHONE, timezone: Ignored }
    PasswordResetRequest { email: EMAIL_ADDRESS }
    RegistrationLink { token: Length(1, 200) }
    PaymentCard { bank: LIST_NAME, holder: LIST_NAME, number: LIST_NAME }
    PaymentTerms { note: Text(settings::limits::NOTE) }
    PayoutProof { code: SECOND_FACTOR_CODE }
    PhoneChange { code: CODE, current: PASSWORD, phone: PHONE }
    LinkCheck { phone: PHONE, timezone: Ignored }
    MiniAppLaunch {
        messenger: OneOf(&["telegram", "max"]), launch_data: Length(1, LAUNCH_DATA), agent: Text(NAME), hash: Text(NAME),
        timezone: Ignored,
    }
    MiniAppPhone { number: PHONE, auth_date: Pattern("^[0-9]{1,16}$"), hash: Pattern("^[0-9a-f]{64}$") }
    PhoneCheck { phone: PHONE }
    PhoneCodeRequest { current: PASSWORD, phone: PHONE }
    RecipientForm {
        city: Required(recipients::TEXT), country: COUNTRY, name: Required(recipients::TEXT),
        passport: Text(recipients::DOCUMENT), phone: PHONE, postcode: Text(recipients::POSTCODE),
        region: Text(recipients::TEXT), street: Text(recipients::TEXT), tax_number: Text(recipients::DOCUMENT),
    }
    PickupPoint {
        address: Required(settings::limits::ADDRESS), city: LIST_NAME, country: COUNTRY, name: LIST_NAME,
        phone: Text(settings::limits::NAME),
    }
    Preferences { timezone: TIMEZONE_NAME }
    ProfileChange { contact_channel: OneOf(&["telegram", "max"]), name: Required(identity::limits::NAME), timezone: TIMEZONE_NAME }
    CashBoxChange { bank_account: BANK_ACCOUNT, name: Required(cash::NAME) }
    NewCashBox { bank_account: BANK_ACCOUNT, name: Required(cash::NAME) }
    CashCategory { name: LIST_NAME }
    CashReopening { reason: Required(cash::NOTE) }
    NewCashClosing {
        counted: Amount(0, ledger::AMOUNT_MINOR), expected: Pattern("^-?[0-9]{1,14}(\\.[0-9]{1,2})?$"), note: Text(cash::NOTE),
    }
    CashReversal { reason: Required(cash::NOTE) }
    NewCashEntry { amount: TOPUP, note: Text(cash::NOTE) }
    NewCashTransfer { amount: TOPUP, note: Text(cash::NOTE), received: TOPUP }
    PurchasingAccount {
        comment: Text(settings::limits::NOTE), currency: LIST_CURRENCY, limit: LIST_PRICE, login: LIST_NAME,
        marketplace: LIST_NAME,
    }
    PurchaseTrack {
        domestic_track: Required(items::limits::NUMBER), marketplace_order_number: Required(items::limits::NUMBER),
    }
    PurchaseTracks { tracks: Items(1, items::TRACK_LINES) }
    ShipmentTrack {
        carrier: Text(settings::limits::NAME), number: Required(shipments::TRACK), track: Required(shipments::TRACK),
    }
    ShipmentTracks { tracks: Items(1, items::TRACK_LINES) }
    ItemMeasure {
        cell: Text(items::limits::NUMBER), code: Required(items::limits::NUMBER),
        weight_grams: Range(1, items::limits::WEIGHT_GRAMS),
    }
    ItemMeasures { measures: Items(1, items::MEASURE_LINES) }
    SharedLink { text: Required(items::SHARED_TEXT) }
    QuoteRequest { comment: Text(orders::limits::QUOTE_COMMENT), rate: Rate }
    OwnRate { base: Currencies(&rates::BASES), fixed: Rate, markup: Percent }
    RatePolicyChange { base: Currencies(&rates::BASES), fixed: Rate, markup: Percent }
    ReactionChange {
        emoji: Emoji(&chat::limits::REACTIONS, &["THUMBS_UP", "HEART", "FOLDED_HANDS", "JOY", "ASTONISHED", "CRYING"]),
    }
    RecoveryRequest { phone: PHONE }
    RefundRequest {
        amount: Amount(0, ledger::AMOUNT_MINOR), quantity: Range(0, items::limits::QUANTITY), reason: REASON,
    }
    IgnoreReason { reason: Required(topups::COMMENT) }
    Rejection { reason: Required(topups::COMMENT) }
    ReopeningReason { reason: Required(topups::COMMENT) }
    Requisites { requisites: Required(topups::REQUISITES) }
    ReversalReason { memo: Required(ledger::MEMO) }
    LoadRemoval { places: Items(0, shipments::LOAD), shipments: Items(0, shipments::LOAD) }
    LoadScan { code: Length(1, MAX_SCANNED_LENGTH) }
    ScanBatch { scans: Items(1, scan::BATCH) }
    SecondFactorChange { current: PASSWORD }
    SellerPayment { account_id: Stored, amount: TOPUP, freight: Amount(0, ledger::AMOUNT_MINOR) }
    SelfBuyout { note: Text(settings::limits::NOTE), warehouse_address: Text(settings::limits::NOTE) }
    ServiceChange { icon: Text(services::limits::ICON), prices: Items(0, Currency::ALL.len()) }
    ServicePrice { price: Amount(0, services::limits::PRICE_MINOR) }
    SessionTransferCode { code: Length(1, 200) }
    ShipmentChange {
        city: Text(orders::limits::CITY), comment: Text(shipments::COMMENT), country: OPTIONAL_COUNTRY,
        places: Range(0, shipments::PLACES), track: Text(shipments::TRACK), volume_cm3: Range(0, items::limits::VOLUME_CM3),
        weight_grams: Range(0, items::limits::WEIGHT_GRAMS), length_mm: Range(0, shipments::SIDE_MM),
        width_mm: Range(0, shipments::SIDE_MM), height_mm: Range(0, shipments::SIDE_MM), goods_category_id: Stored,
    }
    NewReweighing {
        weight_grams: Range(1, items::limits::WEIGHT_GRAMS), volume_cm3: Range(1, items::limits::VOLUME_CM3),
        places: Range(1, shipments::PLACES), cost: Amount(1, items::limits::PRICE_MINOR), note: Text(items::limits::REASON),
    }
    ReweighingRefusal { reason: REASON }
    NewShippingRequest { items: UniqueItems(1, shipments::REQUEST_ITEMS), wishes: Text(shipments::COMMENT) }
    RequestedShipment { items: UniqueItems(1, shipments::REQUEST_ITEMS) }
    ShippingConfirmation { parcels: Items(1, shipments::REQUEST_ITEMS) }
    ShippingRefusal { reason: REASON }
    ShipmentItems { items: UniqueItems(1, shipments::ITEMS) }
    NewPlaces {
        count: Range(1, shipments::NEW_PLACES), weight_grams: Range(0, items::limits::WEIGHT_GRAMS),
        length_mm: Range(0, shipments::SIDE_MM), width_mm: Range(0, shipments::SIDE_MM), height_mm: Range(0, shipments::SIDE_MM),
    }
    NewPlaceItem { quantity: Range(1, items::limits::QUANTITY) }
    PlaceChange {
        items: Items(0, shipments::ITEMS), weight_grams: Range(0, items::limits::WEIGHT_GRAMS),
        length_mm: Range(0, shipments::SIDE_MM), width_mm: Range(0, shipments::SIDE_MM), height_mm: Range(0, shipments::SIDE_MM),
    }
    ShipmentPayRequest { version: Stored }
    ShipmentStep {
        cost: Amount(1, items::limits::PRICE_MINOR), currency: BALANCE_CURRENCY, rate: Rate,
        reason: Text(items::limits::REASON),
    }
    Shop { name: Text(items::limits::SHOP), url: OptionalUrl(items::limits::URL) }
    SwitchTo { membership_id: Stored }
    TariffStep {
        density_from_kg_m3: Range(0, items::limits::VOLUME_CM3), price: LIST_PRICE,
        weight_from_grams: Range(0, items::limits::WEIGHT_GRAMS),
    }
    TopupConfirmation { amount: TOPUP, line_key: Pattern("^[0-9a-fA-F]{64}$") }
    TranslationSettingsChange {
        glossary: Items(0, translation::limits::TERMS), monthly_limit: Range(0, translation::limits::MONTHLY_CHARACTERS),
    }
    Track { domestic_track: Required(items::limits::NUMBER) }
    TransportCompany { name: LIST_NAME, tracking_url: OptionalUrl(settings::limits::ADDRESS) }
    WebhookChange { name: Required(webhooks::NAME), types: Items(1, EventType::ALL.len()), url: Url(webhooks::ADDRESS) }
    WorkingWeek { hours: Items(0, settings::limits::WORKING_HOURS) }
    WorkingHours { closes: TIME_OF_DAY, opens: TIME_OF_DAY, weekday: Range(1, 7) }
};
