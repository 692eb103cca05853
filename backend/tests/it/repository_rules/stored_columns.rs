//! Rules of stored values: columns have types, and unknown names have no defaults.

use super::{file_text, has_extension, repository_files};
use std::collections::BTreeSet;

/// The text columns that have no type of their own, by reason, as `file.field`.
const TEXT_COLUMNS: [(&str, &[&str]); 9] = [
    (
        "names, addresses, secrets and answers of webhooks",
        &[
            "webhook.name",
            "webhook.url",
            "webhook.secret",
            "webhook.secret_hint",
            "webhook.previous_secret",
            "webhook_delivery.event_key",
            "webhook_delivery.event_type",
            "webhook_delivery.body",
            "webhook_delivery.answer",
            "webhook_delivery.error",
        ],
    ),
    (
        "states and numbers of objects of several kinds",
        &[
            "event.number",
            "event.old_state",
            "event.new_state",
            "event_outbox.old_state",
            "event_outbox.new_state",
        ],
    ),
    (
        "free text",
        &[
            "access_group.name",
            "agent.name",
            "agent_brand.motto",
            "balance_request.requisites",
            "balance_request.reject_reason",
            "balance_request.comment",
            "cash_box.name",
            "cash_box_change.actor_name",
            "cash_closing.note",
            "cash_closing.actor_name",
            "cash_closing.reopened_by_name",
            "cash_closing.reopen_reason",
            "cash_entry.note",
            "cash_entry.actor_name",
            "cell.name",
            "chat_file.name",
            "chat_message.body",
            "chat_reaction.emoji",
            "api_key.name",
            "client.name",
            "client.company",
            "client_history.actor_name",
            "client_member.invited_as",
            "delivery.carrier",
            "delivery.route",
            "delivery_history.actor_name",
            "email_failure.reason",
            "email_message.last_error",
            "push_message.last_error",
            "extension_token.name",
            "imported_order.earlier_number",
            "imports.file_name",
            "imports.pictures",
            "imports.sheet",
            "invoice.plan_name",
            "item_service.comment",
            "ledger_entry.memo",
            "lists.name",
            "lists.city",
            "lists.address",
            "lists.bank",
            "lists.holder",
            "lists.marketplace",
            "lists.login",
            "lists.comment",
            "messenger_message.last_error",
            "note.body",
            "messenger_incoming.content",
            "chat_reply.title",
            "chat_reply.body",
            "notification.title",
            "notification.body",
            "notification_delivery.title",
            "notification_delivery.body",
            "notification_delivery.body_without_sums",
            "notification_delivery.error",
            "order.title",
            "order.comment",
            "order.destination_city",
            "order_group.shop_name",
            "order_group.marketplace",
            "loaded_place.actor_name",
            "order_history.actor_name",
            "order_history.detail",
            "order_history.reason",
            "order_import.actor_name",
            "order_item.title",
            "order_item.marketplace",
            "order_item.variant",
            "order_item.comment",
            "order_item.agent_comment",
            "order_item.refuse_reason",
            "order_item.cell",
            "order_item.problem_reason",
            "order_item.captured_shop",
            "order_quote.comment",
            "phone_confirmation.name",
            "phone_confirmation.device",
            "passkey.name",
            "plan.name",
            "purchase.actor_name",
            "rate.detail",
            "recipient.name",
            "recipient.region",
            "recipient.city",
            "recipient.postcode",
            "recipient.street",
            "recipient.pickup_point",
            "refund.reason",
            "saved_filter.name",
            "service.name",
            "service.icon",
            "service_entry.memo",
            "service_media.name",
            "session.user_agent",
            "shipment.city",
            "shipment.comment",
            "shipment.problem_reason",
            "shipment_history.actor_name",
            "shipment_history.reason",
            "shipment_reweighing.actor_name",
            "shipment_reweighing.note",
            "shipment_reweighing.reason",
            "shipping_request.wishes",
            "shipping_request.answer",
            "shipping_request_history.actor_name",
            "shipping_request_history.reason",
            "shop_report.shop",
            "shop_report.wrong",
            "shop_report.extension_version",
            "shop_report.snapshot",
            "shop_state.shop",
            "shop_state.note",
            "staff.invited_as",
            "statement_line.content",
            "statement_line.reason",
            "statement_line.added_by_name",
            "statement_line_change.actor_name",
            "statement_line_change.reason",
            "translation_cache.translated",
            "translations.text",
            "unknown_scan.cell",
            "user.name",
            "wallet_topup.account",
            "wallet_topup.comment",
            "wallet_topup.reject_reason",
            "withdrawal.requisites",
            "withdrawal.comment",
            "withdrawal.reject_reason",
            "withdrawal_history.actor_name",
            "withdrawal_history.reason",
        ],
    ),
    (
        "folded text for search and comparison",
        &[
            "cell.name_key",
            "note.search_text",
            "order.search_text",
            "order_group.shop_key",
            "statement_line.search_text",
        ],
    ),
    (
        "hashes of secrets, files and texts, and encrypted secrets",
        &[
            "agent.referral_hash",
            "api_key.secret_hash",
            "authenticator.secret",
            "email_change.token_hash",
            "extension_token.token_hash",
            "imports.file_hash",
            "imports.header_key",
            "invitation_link.token_hash",
            "login_code.code_hash",
            "login_code.request_hash",
            "password_reset.token_hash",
            "phone_confirmation.password_hash",
            "phone_confirmation.token_hash",
            "phone_confirmation.request_hash",
            "passkey.credential_id",
            "passkey.public_key",
            "push_key.private_key",
            "push_subscription.auth",
            "push_subscription.p256dh",
            "passkey_challenge.challenge",
            "recovery_code.code_hash",
            "refresh_token.token_hash",
            "service_media.sha256",
            "statement_line.line_key",
            "session.browser_hash",
            "session_transfer.code_hash",
            "translation_cache.text_hash",
            "translations.of",
            "upload_link.token_hash",
            "user.password_hash",
        ],
    ),
    (
        "numbers and names that people or other systems assign",
        &[
            "agent.subdomain",
            "balance_request.code",
            "client.code",
            "delivery.number",
            "delivery.track",
            "email_message.dedupe_key",
            "push_message.dedupe_key",
            "push_message.topic",
            "lists.number",
            "chat_relay.chat_id",
            "messenger_incoming.chat_id",
            "messenger_incoming.native_id",
            "messenger_message.native_id",
            "messenger_contact.chat_id",
            "messenger_contact.person_id",
            "messenger_message.chat_id",
            "messenger_message.dedupe_key",
            "order.number",
            "order_item.external_id",
            "order_item.marketplace_order_number",
            "order_item.domestic_track",
            "order_item.sku_id",
            "phone_confirmation.chat_id",
            "purchase.marketplace_order_number",
            "scan.scan_id",
            "scan.code",
            "service.code",
            "service_entry.reference",
            "service_payment.idempotence_key",
            "service_payment.provider_amount",
            "service_payment.provider_id",
            "settlement_receipt.provider_id",
            "shipment.number",
            "api_key.public_id",
            "api_key.last_characters",
            "shipment.track",
            "shipping_request.number",
            "unknown_scan.code",
            "webhook_update.update_id",
        ],
    ),
    (
        "addresses",
        &[
            "api_key.last_ip",
            "client_member.last_ip",
            "extension_token.last_ip",
            "lists.tracking_url",
            // Of a pickup point: it may name an extension, or two numbers.
            "lists.phone",
            "order_group.shop_url",
            "order_item.url",
            "order_item.image_url",
            "push_subscription.endpoint",
            "service_payment.confirmation_url",
            "session.last_ip",
            "shop_report.url",
            "staff.last_ip",
        ],
    ),
    (
        "keys of stored files",
        &[
            "agent_brand.logo_key",
            "chat_file.path",
            "order_item.proof_path",
            "service_media.path",
            "service_media.file",
            "shipment_photo.path",
            "user.avatar_key",
        ],
    ),
    (
        "texts of several formats, which their readers parse and refuse",
        &[
            "agent_setting.value",
            "email_message.body",
            "push_message.body",
            "imports.content",
            "imports.undo",
            "messenger_message.body",
            "scan.context",
            "webhook_update.payload",
        ],
    ),
];

/// The fields of the type `String` or `Option<String>`.
fn text_fields(code: &str) -> Vec<&str> {
    code.lines()
        .filter_map(|line| {
            let line = line.trim();
            let (field, kind) = line.strip_prefix("pub ").unwrap_or(line).split_once(": ")?;
            ["String,", "Option<String>,"].contains(&kind).then_some(field)
        })
        .collect()
}

/// The text columns of a file of entities, as `file.field`.
fn text_columns(file: &str, code: &str) -> BTreeSet<String> {
    text_fields(code)
        .into_iter()
        .map(|field| format!("{file}.{field}"))
        .collect()
}

fn allowed_columns() -> BTreeSet<String> {
    let columns = TEXT_COLUMNS.iter().flat_map(|(_, columns)| *columns);
    columns.map(|column| (*column).to_owned()).collect()
}

#[test]
fn columns_with_a_type_are_not_text() {
    let mut found = BTreeSet::new();
    for path in repository_files() {
        if path.starts_with("backend/entities/src") && !path.ends_with("json.rs") {
            let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.extend(text_columns(&file, &file_text(&path)));
        }
    }
    let allowed = allowed_columns();
    let untyped: Vec<_> = found.difference(&allowed).collect();
    assert!(
        untyped.is_empty(),
        "give these columns a type, or list them: {untyped:?}"
    );
    let gone: Vec<_> = allowed.difference(&found).collect();
    assert!(gone.is_empty(), "these are no text columns any more: {gone:?}");

    let planted =
        "    pub title: String,\n    pub status: String,\n    pub step: Option<String>,\n    currency: String,";
    let planted = text_columns("order", planted);
    let untyped: Vec<_> = planted.difference(&allowed).collect();
    assert_eq!(untyped, ["order.currency", "order.status", "order.step"]);
}

/// Places where the result of `from_name` or `from_code` is replaced by a default.
fn defaulted_names(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for parser in ["from_name", "from_code"] {
        for (at, _) in code.match_indices(parser) {
            let rest = &code[at + parser.len()..];
            let mut depth = 0_i32;
            let end = rest.find(|c: char| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth <= 0
            });
            let after = end.map_or("", |end| rest[end..].trim_start_matches(')').trim_start());
            if after.starts_with(".unwrap_or") {
                found.push(after.lines().next().unwrap_or_default());
            }
        }
    }
    found
}

#[test]
fn unknown_names_have_no_defaults() {
    for path in repository_files() {
        let is_source = path.starts_with("backend") && !path.starts_with("backend/tests");
        if is_source && has_extension(&path, &["rs"]) {
            let code = file_text(&path);
            let defaulted = defaulted_names(&code);
            assert!(defaulted.is_empty(), "{}: {}", path.display(), defaulted.join(", "));
        }
    }

    for planted in [
        "Status::from_name(&row.status).unwrap_or(Status::Draft)",
        "Status::from_name(name(row))\n    .unwrap_or_default()",
        "code.and_then(Currency::from_code).unwrap_or(Currency::Cny)",
    ] {
        assert_eq!(defaulted_names(planted).len(), 1, "{planted}");
    }
    assert!(defaulted_names("Guard::from_name(name).ok_or(Error)?").is_empty());
}
