//! Problem details (RFC 9457) with a closed list of codes.

mod document;

pub use document::{Problem, RequiredRight};

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// The stable machine-readable code of a problem. Status and title belong to the code, never to the call site.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ProblemCode {
            $($(#[doc = $doc])* #[serde(rename = $code)] $name,)*
        }

        impl ProblemCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The HTTP status of the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            /// When the server answers with the code, in English.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),*),)* }
            }

            /// The English title. The SPAs show a translated text by code instead.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

codes! {
    /// The request has no credential.
    CredentialMissing = "credential_missing", 401, "Authentication is required";
    /// The checksum of the extension token or API key is wrong: it was mistyped, not revoked.
    CredentialMalformed = "credential_malformed", 401, "The token is malformed";
    /// The credential is unknown, forged, or of another guard.
    CredentialInvalid = "credential_invalid", 401, "The credential is invalid";
    /// The access token has expired. Refresh it.
    CredentialExpired = "credential_expired", 401, "The credential has expired";
    /// The credential was revoked.
    CredentialRevoked = "credential_revoked", 401, "The credential was revoked";
    /// The phone number or e-mail address, or the password, is wrong.
    LoginFailed = "login_failed", 401, "The login or the password is wrong";
    /// The one-time code is wrong, used, or expired.
    CodeWrong = "code_wrong", 401, "The code is wrong or has expired";
    /// The link or the session transfer code was already used, or has expired.
    LinkExpired = "link_expired", 401, "The link was already used or has expired";
    /// The object belongs to the caller's cabinet, but the permission group of the person, or the rights of the API key, do not
    /// allow the action. `required_right` contains the missing right.
    PermissionDenied = "permission_denied", 403, "Your permissions do not allow this";
    /// The user or one of their agents requires a password and a one-time code together, or the user has an authenticator app or
    /// a passkey. `next` contains the missing step, `passkey` the challenge for passkeys.
    SecondFactorRequired = "second_factor_required", 403, "A password and a one-time code are required together";
    /// The agent requires a fresh one-time code for payouts.
    CodeRequired = "code_required", 403, "A fresh one-time code is required";
    /// The agent requires an authenticator app or a passkey for payouts, and the caller has neither.
    AuthenticatorRequired = "authenticator_required", 403, "An authenticator app or a passkey is required";
    /// The answer of the browser does not come from a passkey of the person for this challenge.
    PasskeyRejected = "passkey_rejected", 403, "The passkey could not be verified";
    /// The password or the one-time code that should confirm the action is wrong.
    ProofWrong = "proof_wrong", 403, "The password or the one-time code is wrong";
    /// The request would grant more rights than the caller has.
    RightsExceeded = "rights_exceeded", 403, "You can't grant more rights than you have";
    /// No API key may do this: it needs a person, or it changes logins, rights or keys.
    KeyNotAllowed = "key_not_allowed", 403, "An API key can't do this";
    /// The sandbox moves orders for test keys only. Keys of an agent that is a sandbox are test keys.
    TestKeyRequired = "test_key_required", 403, "A test key is required";
    /// The API key arrived over plain HTTP, where others can read it. It is revoked: create another one and send it over HTTPS only.
    KeySentInClear = "key_sent_in_clear", 403, "The API key arrived over plain HTTP and is revoked";
    /// The server can't tell whether the API key arrived over HTTPS, because its proxy does not send `X-Forwarded-Proto`.
    KeyTransportUnknown = "key_transport_unknown", 403, "The proxy does not say whether the request arrived over HTTPS";
    /// The API key may not be used from this network.
    KeyNetworkRefused = "key_network_refused", 403, "The API key may not be used from this network";
    /// The API key may not be used by web pages of this origin.
    KeyOriginRefused = "key_origin_refused", 403, "The API key may not be used by pages of this origin";
    /// Assistants in web pages of other origins can't call tools: any page could use a credential that the browser has.
    PageOriginRefused = "page_origin_refused", 403, "Pages of this origin can't call tools";
    /// The request would change data, but the token of a preview is read-only.
    PreviewReadOnly = "preview_read_only", 403, "A preview is read-only";
    /// An invoice of the service is overdue, so the agent's cabinet can only be read.
    CabinetReadOnly = "cabinet_read_only", 403, "The cabinet is read-only until the service is paid";
    /// The object does not exist or does not belong to the caller.
    NotFound = "not_found", 404, "Not found";
    /// There is no endpoint at this path.
    RouteNotFound = "route_not_found", 404, "There is no endpoint at this path";
    /// The endpoint does not support the method.
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed";
    /// The order is no longer a draft.
    OrderNotDraft = "order_not_draft", 409, "The order is no longer a draft";
    /// The lifecycle does not allow the move.
    MoveNotAllowed = "move_not_allowed", 409, "The move is not allowed in the current status";
    /// The client's balance is insufficient.
    BalanceInsufficient = "balance_insufficient", 409, "The balance is insufficient";
    /// The amount to pay differs from the one that was displayed. `current_amount` contains the new amount.
    AmountChanged = "amount_changed", 409, "The amount to pay has changed";
    /// The exchange rate is unknown or too old to quote a price with.
    RateStale = "rate_stale", 409, "The exchange rate is unknown or too old";
    /// The order is already assigned to another person.
    OrderTaken = "order_taken", 409, "The order is already assigned to another person";
    /// The order is closed, or the agent's staff don't claim orders.
    OrderNotClaimable = "order_not_claimable", 409, "The order can't be claimed";
    /// The person has as many open orders as one may claim. `limit` contains the maximum.
    ClaimLimitReached = "claim_limit_reached", 409, "The limit of open orders is reached";
    /// The order costs more than one order of the client may. `limit_amount` and `order_amount` contain the sums.
    OrderSumLimit = "order_sum_limit", 409, "The order costs more than the client may order at once";
    /// The client has as many orders with a price that are not paid as it may. `limit` contains the maximum.
    UnpaidOrdersLimit = "unpaid_orders_limit", 409, "The limit of unpaid orders is reached";
    /// The client's balance has less than the deposit of the order. `deposit_amount` and `available_amount` contain both sums.
    DepositInsufficient = "deposit_insufficient", 409, "The balance is insufficient for the deposit";
    /// Some items have no price in the order's currency yet.
    NotPriced = "not_priced", 409, "Some items have no price in the order's currency";
    /// The object can't be deleted because another object uses it.
    InUse = "in_use", 409, "It is in use and can only be archived";
    /// The price is zero, so there is nothing to pay.
    NothingToPay = "nothing_to_pay", 409, "The amount to pay is zero";
    /// The service has no price in the order's currency.
    ServiceNotPriced = "service_not_priced", 409, "The service has no price in the order's currency";
    /// Price and quantity are fixed because the order is no longer submitted.
    OrderNotSubmitted = "order_not_submitted", 409, "Price and quantity can only be set while the order is submitted";
    /// The order has the maximum number of items. `limit` contains it.
    OrderFull = "order_full", 409, "The order has the maximum number of items";
    /// The status of the item does not allow to split it.
    ItemNotSplittable = "item_not_splittable", 409, "The item can't be split in its current status";
    /// The items differ in product, price or status.
    ItemsNotMergeable = "items_not_mergeable", 409, "Only identical items can be merged";
    /// The quantity of the merged item would exceed the maximum. `limit` contains it.
    MergedQuantityTooLarge = "merged_quantity_too_large", 409, "The merged quantity is too large";
    /// The payment would let a purchasing account fall below its limit. `current_amount` contains the highest possible payment.
    AccountLimitExceeded = "account_limit_exceeded", 409, "The purchasing account does not have that much";
    /// Nothing is due that could be booked.
    NothingDue = "nothing_due", 409, "Nothing is due";
    /// Nothing was paid for the order, so nothing can be refunded.
    NothingPaid = "nothing_paid", 409, "Nothing was paid for the order";
    /// The receipt can't be undone or completed: the item is packed, asked for in a shipping request, or partly refunded.
    ReceiptInUse = "receipt_in_use", 409, "The received goods are already in a shipment, a request or a refund";
    /// The line of a bank statement was already confirmed, for this request or another one.
    StatementLineUsed = "statement_line_used", 409, "The line of the bank statement was already confirmed";
    /// Less is left of the line of a bank statement than the amount. `current_amount` contains what is left.
    StatementLineExceeded = "statement_line_exceeded", 409, "Less is left of the line of the bank statement";
    /// The line of a bank statement was marked as no money of a client.
    StatementLineIgnored = "statement_line_ignored", 409, "The line of the bank statement is ignored";
    /// A confirmation can't be taken back, because the client's balance is lower than the credited sum.
    TopupSpent = "topup_spent", 409, "The client has already spent the money";
    /// The refund is larger than the remainder of the payment. `refundable_amount` contains the remainder.
    RefundTooLarge = "refund_too_large", 409, "The refund is larger than the rest of the payment";
    /// The day of the entry is closed in the cash box. A later day is possible, or the day is opened again.
    CashDayClosed = "cash_day_closed", 409, "The day is closed in the cash box";
    /// The operation was already reversed.
    OperationReversed = "operation_reversed", 409, "The operation is already reversed";
    /// Only top-ups and corrections can be reversed; other operations are reversed by their document.
    OperationNotReversible = "operation_not_reversible", 409, "Only top-ups and corrections can be reversed";
    /// An item is not in the warehouse. `item_id` contains its id.
    ItemNotAtWarehouse = "item_not_at_warehouse", 409, "The item is not in the warehouse";
    /// One of the items is in another shipment.
    ItemInShipment = "item_in_shipment", 409, "The item is in another shipment";
    /// The shipment is no longer being formed.
    ShipmentNotForming = "shipment_not_forming", 409, "The shipment is no longer being formed";
    /// The shipment has a price, so its size, destination and delivery are fixed.
    ShipmentPriced = "shipment_priced", 409, "The shipment is already priced";
    /// Weight, volume and number of places follow the places of the shipment and can't be set.
    ShipmentMeasuredByPlaces = "shipment_measured_by_places", 409, "The size of the shipment follows its places";
    /// The shipment is packed: its recipient can be completed, but not replaced.
    RecipientFixed = "recipient_fixed", 409, "The shipment is packed, so its recipient can't be replaced";
    /// One of the items is in another open shipping request.
    ItemRequested = "item_requested", 409, "The item is in another shipping request";
    /// The shipping request has already been answered, withdrawn or closed.
    ShippingRequestClosed = "shipping_request_closed", 409, "The shipping request is closed";
    /// The shipment can't be packed without items, a weight and a number of places.
    ShipmentIncomplete = "shipment_incomplete", 409, "The shipment lacks items, a weight or a number of places";
    /// The shipment is in a delivery and must be unloaded first.
    ShipmentInDelivery = "shipment_in_delivery", 409, "The shipment is in a delivery";
    /// A split must leave an item in the shipment.
    ShipmentEmptied = "shipment_emptied", 409, "At least one item must stay in the shipment";
    /// A shipment is in another delivery or not ready to be loaded. `shipments` contains its number.
    ShipmentNotLoadable = "shipment_not_loadable", 409, "The shipment can't be loaded";
    /// Shipments have neither a payment nor cash on receipt. `shipments` contains their numbers.
    ShipmentsUnpaid = "shipments_unpaid", 409, "Some shipments are not paid";
    /// The delivery is no longer being formed.
    DeliveryNotForming = "delivery_not_forming", 409, "The delivery is no longer being formed";
    /// The delivery has no shipments.
    DeliveryEmpty = "delivery_empty", 409, "The delivery has no shipments";
    /// Boxes that were not scanned at the loading would stay behind, and the request does not name them. `shipments` contains the
    /// numbers of their shipments.
    BoxesMissing = "boxes_missing", 409, "Boxes of the delivery are not loaded";
    /// Services can no longer be ordered for the item.
    ServicesClosed = "services_closed", 409, "Services can no longer be ordered for this item";
    /// The service is paid, and the order can't be charged yet.
    ServiceNotPayable = "service_not_payable", 409, "Paid services can't be ordered before the agent expects the goods";
    /// The service was canceled.
    ServiceCanceled = "service_canceled", 409, "The service is canceled";
    /// The service has been ordered, so it can only be disabled.
    ServiceInUse = "service_in_use", 409, "The service has been ordered and can only be disabled";
    /// A system service can be disabled, but not removed.
    ServiceBuiltIn = "service_built_in", 409, "A system service can only be disabled";
    /// The service needs a photo or a video first. `media_kind` contains which.
    MediaMissing = "media_missing", 409, "A photo or a video must be uploaded first";
    /// The goods of a service with photos or videos have not arrived. `reason` explains why the service is done all the same.
    GoodsNotArrived = "goods_not_arrived", 409, "The goods have not arrived yet, so a reason is needed";
    /// Only a finished video can have a poster.
    VideoNotFinished = "video_not_finished", 409, "Only a finished video can have a poster";
    /// Another request is finishing the upload. Try again later.
    UploadInProgress = "upload_in_progress", 409, "Another request is finishing the upload";
    /// A draft has no chat.
    DraftHasNoChat = "draft_has_no_chat", 409, "A draft has no chat";
    /// The notification has already been sent.
    AlreadySent = "already_sent", 409, "The notification has already been sent";
    /// The cell still has items in it.
    CellNotEmpty = "cell_not_empty", 409, "The cell is not empty";
    /// Another request is executing the scan. A retry gets its outcome.
    ScanInProgress = "scan_in_progress", 409, "Another request is executing the scan";
    /// The maximum number of objects is reached. `limit` contains it.
    LimitReached = "limit_reached", 409, "The limit is reached";
    /// The list has an entry with the same values.
    EntryExists = "entry_exists", 409, "The entry already exists";
    /// Another agent uses the subdomain.
    SubdomainTaken = "subdomain_taken", 409, "The subdomain is taken";
    /// Another account uses the phone number or the e-mail address.
    ContactTaken = "contact_taken", 409, "Another account uses this phone number or e-mail address";
    /// The user has an authenticator app already. It has to be removed before another one is added.
    AuthenticatorPresent = "authenticator_present", 409, "An authenticator app is already on";
    /// The passkey is registered already.
    PasskeyPresent = "passkey_present", 409, "The passkey is already registered";
    /// The service has no host name that passkeys could be created for.
    PasskeysUnavailable = "passkeys_unavailable", 409, "Passkeys need a host name";
    /// Other records refer to the person, whose access can only be disabled.
    MemberInUse = "member_in_use", 409, "Other records refer to this person";
    /// The person has open work. Say who gets it.
    WorkOpen = "work_open", 409, "The person has open work; say who gets it";
    /// The agent does not offer it to its clients.
    NotOffered = "not_offered", 409, "The agent does not offer this";
    /// The maximum number of people in the cabinet is reached. `limit` contains it.
    StaffLimit = "staff_limit", 409, "The limit of people in the cabinet is reached";
    /// The agent's plan allows no more clients. `limit` contains the maximum.
    PlanClientsLimit = "plan_clients_limit", 409, "The plan allows no more clients";
    /// The agent's plan allows no more orders this month. `limit` contains the maximum.
    PlanOrdersLimit = "plan_orders_limit", 409, "The plan allows no more orders this month";
    /// The agent's plan allows no more stored files. `limit` contains the maximum in bytes.
    PlanStorageLimit = "plan_storage_limit", 409, "The plan allows no more stored files";
    /// The agent uses more than the new plan allows.
    PlanExceeded = "plan_exceeded", 409, "The usage exceeds the limits of the plan";
    /// The invoice of the running month has to be paid first.
    InvoiceUnpaid = "invoice_unpaid", 409, "The invoice of the running month is not paid";
    /// The invoice is already paid or canceled.
    InvoiceClosed = "invoice_closed", 409, "The invoice is already paid or canceled";
    /// The operator accepts no online payments.
    OnlinePaymentOff = "online_payment_off", 409, "Online payment is not available";
    /// The person with this phone number already belongs to the cabinet.
    MemberExists = "member_exists", 409, "The person already belongs to the cabinet";
    /// The owner can't be removed, disabled or put into a permission group.
    OwnerProtected = "owner_protected", 409, "The owner's access can't be changed";
    /// People can't change their own access.
    OwnAccess = "own_access", 409, "You can't change your own access";
    /// The permission group still has people in it.
    GroupInUse = "group_in_use", 409, "The permission group is not empty";
    /// The name is already in use.
    NameTaken = "name_taken", 409, "The name is already in use";
    /// The record was changed after it was read.
    VersionStale = "version_stale", 412, "The record has changed in the meantime";
    /// The body is larger than the endpoint accepts.
    BodyTooLarge = "body_too_large", 413, "The body is too large";
    /// The file is not an .xlsx, .xls, .ods or .csv table.
    FileNotATable = "file_not_a_table", 422, "The file is not a spreadsheet";
    /// The spreadsheet is damaged.
    FileDamaged = "file_damaged", 422, "The file is damaged";
    /// The spreadsheet is protected by a password.
    FileProtected = "file_protected", 422, "The file is protected by a password";
    /// Unpacked, the spreadsheet is too large.
    FileTooLarge = "file_too_large", 422, "The file is too large";
    /// Reading the spreadsheet takes too long.
    FileTooSlow = "file_too_slow", 422, "Reading the file takes too long";
    /// The sheet has too many rows. `limit` contains the maximum.
    SheetTooManyRows = "sheet_too_many_rows", 422, "The sheet has too many rows";
    /// The sheet has too many columns. `limit` contains the maximum.
    SheetTooManyColumns = "sheet_too_many_columns", 422, "The sheet has too many columns";
    /// A cell has too many characters. `row` contains its row, `limit` the maximum.
    SheetCellTooLong = "sheet_cell_too_long", 422, "A cell has too many characters";
    /// The file has no sheet of this name.
    SheetNotFound = "sheet_not_found", 422, "The file has no such sheet";
    /// The sheet is empty.
    SheetEmpty = "sheet_empty", 422, "The sheet is empty";
    /// The sheet is no export of a marketplace.
    SheetWithoutTracks = "sheet_without_tracks", 422, "The sheet has no columns with order numbers and tracks";
    /// The import is already confirmed.
    ImportClosed = "import_closed", 409, "The import is already confirmed";
    /// Filled columns of the import have no field, or their numbers can be read in two ways, and the person has not decided yet.
    ImportUndecided = "import_undecided", 409, "Columns of the import wait for a decision";
    /// Only the latest confirmed import of a draft can be undone.
    ImportNotUndoable = "import_not_undoable", 409, "Only the latest confirmed import of a draft can be undone";
    /// An order of the import has changed since, or waits for something else.
    ImportInUse = "import_in_use", 409, "Something rests on the import";
    /// The content type of the body is not JSON.
    UnsupportedMediaType = "unsupported_media_type", 415, "The body must be JSON";
    /// The body is not well-formed JSON.
    BodyMalformed = "body_malformed", 400, "The body is malformed";
    /// The path or the query can't be parsed.
    QueryMalformed = "query_malformed", 400, "The path or the query is malformed";
    /// Events are sent to public addresses with https only.
    WebhookAddressRefused = "webhook_address_refused", 422, "Webhooks need a public address with https";
    /// The name of the address can't be resolved.
    WebhookAddressUnknown = "webhook_address_unknown", 422, "The name of the address is not known";
    /// Fields of the body violate validation rules. `errors` contains them.
    ValidationFailed = "validation_failed", 422, "Some fields are invalid";
    /// The file is not of a type that is accepted: JPEG, PNG, WebP, GIF, MP4, MOV, `WebM`.
    MediaTypeRefused = "media_type_refused", 415, "The file type is not accepted";
    /// The file is a photo where a video is expected, or the other way round. `media_kind` contains the expected kind.
    MediaKindRefused = "media_kind_refused", 415, "The file is not of the expected kind";
    /// A HEIC photo that is damaged, takes too long, or has a feature that the server can't decode.
    MediaHeic = "media_heic", 415, "This HEIC photo can't be read";
    /// The picture or video has too many bytes. `limit` contains the maximum.
    MediaTooLarge = "media_too_large", 413, "The picture or video is too large";
    /// The picture has too many pixels.
    MediaTooManyPixels = "media_too_many_pixels", 413, "The picture has too many pixels";
    /// The picture or video is truncated or damaged.
    MediaUnreadable = "media_unreadable", 422, "The picture or video is damaged";
    /// The virus scanner found malware. The file was not stored.
    FileInfected = "file_infected", 422, "The file contains malware";
    /// The requested range is outside the file. `Content-Range` contains its length.
    RangeNotSatisfiable = "range_not_satisfiable", 416, "The range is outside the file";
    /// The maximum number or total size of files is reached.
    MediaLimit = "media_limit", 409, "The limit of files is reached";
    /// The files that the person has sent to chats have the maximum size in total. `limit` contains it in bytes.
    PersonStorageLimit = "person_storage_limit", 409, "The space for the files of one person is used up";
    /// The upload does not continue at this offset. `Upload-Offset` contains the expected one.
    UploadOffset = "upload_offset", 409, "The upload continues at another offset";
    /// Events are sent to active webhooks only.
    WebhookInactive = "webhook_inactive", 409, "The webhook is not active";
    /// The order can't be moved further in the sandbox.
    SandboxStepMissing = "sandbox_step_missing", 409, "The order has no next step";
    /// The endpoint was deprecated and its `Sunset` has passed. The header `Link` has its successor.
    EndpointRemoved = "endpoint_removed", 410, "The endpoint has been removed";
    /// Events after this position are no longer kept. Read the lists again, and go on from the newest position.
    EventsExpired = "events_expired", 410, "Events after this position are no longer kept";
    /// The upload link was closed, or has expired.
    UploadLinkDead = "upload_link_dead", 410, "The upload link is no longer valid";
    /// The same `Idempotency-Key` was used for a different request.
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request";
    /// The operation takes no `Idempotency-Key`: a repeated request would have a second effect. Send it without the key.
    IdempotencyKeyNotSupported = "idempotency_key_not_supported", 422, "The operation takes no idempotency key";
    /// The operation takes no `If-Match`: it would change an object of any version. Send it without the header.
    VersionNotSupported = "version_not_supported", 422, "The operation compares no version";
    /// Too many attempts. `Retry-After` contains the time to wait.
    TooManyRequests = "too_many_requests", 429, "Too many requests";
    /// An internal error. The request id identifies the log entry.
    Internal = "internal", 500, "Internal error";
    /// A required service is down. Try again later.
    Unavailable = "unavailable", 503, "The service is temporarily unavailable";
    /// More logins or requests than the server can carry out at once. `Retry-After` contains the time to wait.
    Busy = "busy", 503, "The service is busy";
    /// The request took too long.
    TimedOut = "timed_out", 503, "The request took too long";
}
