//! The database schema, with one source for SQLite and PostgreSQL.
//!
//! Every tenant table has `agent_id`, and also `client_id` if a client owns the row. Children reference their parent by
//! composite foreign keys, so even a bug can't attach a row of one tenant to a parent of another.
//! Amounts are integers in minor units with a currency, rates are text, times have a time zone.

#![expect(
    elided_lifetimes_in_paths,
    reason = "the migration trait elides the lifetime, and an explicit one would not match"
)]

mod helpers;
mod m20261120_0001_identity;
mod m20261120_0002_access;
mod m20261120_0003_orders;
mod m20261120_0004_work;
mod m20261120_0005_notes;
mod m20261120_0006_services;
mod m20261120_0007_settings;
mod m20261120_0008_logistics;
mod m20261120_0009_money;
mod m20261120_0010_talk;
mod m20261121_0011_order_life;
mod m20261121_0012_rates;
mod m20261121_0013_imports;
mod m20261121_0014_topups;
mod m20261121_0015_shipments;
mod m20261121_0016_rate_doubts;
mod m20261121_0017_search;
mod m20261121_0018_people;
mod m20261121_0019_staff;
mod m20261121_0020_media;
mod m20261121_0021_warehouse;
mod m20261121_0022_settings;
mod m20261121_0023_notifications;
mod m20261121_0024_proofs;
mod m20261121_0026_problem_photos;
mod m20261122_0027_large_orders;
mod m20261122_0028_changed_fields;
mod m20261122_0029_numbers;
mod m20261122_0030_chat;
mod m20261122_0031_chat_files;
mod m20261122_0033_manager_breadth;
mod m20261122_0034_known_browsers;
mod m20261123_0035_order_totals;
mod m20261123_0040_reports;
mod m20261123_0041_captures;
mod m20261124_0042_billing;
mod m20261124_0043_service_payments;
mod m20261124_0045_translation;
mod m20261124_0047_emails;
mod m20261124_0049_recipients;
mod m20261124_0050_shipping_requests;
mod m20261124_0051_order_comments;
mod m20261124_0052_reservations;
mod m20261124_0053_cash_on_receipt;
mod m20261124_0054_purchases;
mod m20261124_0055_purchased_items;
mod m20261124_0056_invoice_notices;
mod m20261124_0057_countries;
mod m20261124_0060_letter_folding;
mod m20261124_0061_job_kinds;
mod m20261124_0062_order_sorts;
mod m20261124_0068_rows_of_orders;
mod m20261124_0071_job_traces;
mod m20261125_0065_order_references;
mod m20261125_0066_delivery_details;
mod m20261125_0067_list_countries;
mod m20261125_0070_client_terms;
mod m20261125_0073_working_week;
mod m20261125_0074_removed_methods;
mod m20261125_0075_time_zones;
mod m20261125_0076_authenticators;
mod m20261125_0077_order_turns;
mod m20261125_0080_own_rates;
mod m20261125_0086_files_of_people;
mod m20261126_0090_service_versions;
mod m20261126_0092_chosen_time_zones;
mod m20261126_0093_sides_and_delivery_changes;
mod m20261126_0094_unread_orders;
mod m20261126_0095_order_limits;
mod m20261126_0096_piece_sizes;
mod m20261126_0097_revoke_reasons;
mod m20261126_0100_token_expiry;
mod m20261126_0101_deposits;
mod m20261126_0102_brands;
mod m20261126_0103_passkeys;
mod m20261126_0104_screenshot_sizes;
mod m20261128_0110_received_items;
mod m20261128_0120_import_columns;
mod m20261128_0130_statement_lines;
mod m20261128_0131_refunded_pieces;
mod m20261128_0140_order_charges;
mod m20261128_0141_prices_per_lot;
mod m20261128_0150_refresh_successors;
mod m20261128_0151_announcements_without_sums;
mod m20261128_0152_departures;
mod m20261128_0153_unproved_phones;
mod m20261128_0160_waiting_invoices;
mod m20261128_0170_ledger_checksums;
mod m20261128_0210_amounts_of_lines;
mod m20261128_0211_uploaders_of_imports;
mod m20261128_0220_payment_reviews;
mod m20261128_0300_api_keys;
mod m20261128_0320_events;
mod m20261128_0321_webhooks;
mod m20261128_0330_changes_of_lists;
mod m20261128_0331_sandboxes;
mod m20261128_0400_purchase_numbers;
mod m20261128_0420_dialogues;
mod m20261128_0421_messenger_threads;
mod m20261129_0430_kept_statement_lines;
mod m20261129_0450_shipment_places;
mod m20261129_0451_loaded_places;
mod m20261129_0470_cash_book;
mod m20261129_0471_cash_closings;
mod m20261129_0472_freight_parts;
mod m20261129_0490_states_of_requests;
mod m20261129_0500_cash_box_changes;
mod m20261129_0530_pictures_of_imports;
mod m20261129_0540_boxes_of_topups;
mod m20261129_0560_sides_of_imports;
mod m20261129_0561_headers_of_imports;
mod m20261129_0562_earlier_orders;
mod m20261130_0563_invitation_links;
mod m20261130_0570_push_subscriptions;
mod m20261130_0571_browser_preferences;
mod m20261130_0575_tariff_rounding;
mod m20261130_0576_goods_categories;
mod m20261130_0577_settlement_receipts;
mod m20261130_0580_corrected_fields;
mod m20261130_0585_details_of_shipments;
mod m20261130_0586_bank_accounts_of_cash_boxes;
mod m20261130_0587_reweighings;
mod m20261201_0588_people_of_messengers;
pub mod numbers;
mod tables;

pub use sea_orm_migration::MigratorTrait;
use sea_orm_migration::prelude::*;
pub use tables::{Owner, TABLES};

/// All migrations, oldest first.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m20261120_0001_identity::Migration),
            Box::new(m20261120_0002_access::Migration),
            Box::new(m20261120_0003_orders::Migration),
            Box::new(m20261120_0004_work::Migration),
            Box::new(m20261120_0005_notes::Migration),
            Box::new(m20261120_0006_services::Migration),
            Box::new(m20261120_0007_settings::Migration),
            Box::new(m20261120_0008_logistics::Migration),
            Box::new(m20261120_0009_money::Migration),
            Box::new(m20261120_0010_talk::Migration),
            Box::new(m20261121_0011_order_life::Migration),
            Box::new(m20261121_0012_rates::Migration),
            Box::new(m20261121_0013_imports::Migration),
            Box::new(m20261121_0014_topups::Migration),
            Box::new(m20261121_0015_shipments::Migration),
            Box::new(m20261121_0016_rate_doubts::Migration),
            Box::new(m20261121_0017_search::Migration),
            Box::new(m20261121_0018_people::Migration),
            Box::new(m20261121_0019_staff::Migration),
            Box::new(m20261121_0020_media::Migration),
            Box::new(m20261121_0021_warehouse::Migration),
            Box::new(m20261121_0022_settings::Migration),
            Box::new(m20261121_0023_notifications::Migration),
            Box::new(m20261121_0024_proofs::Migration),
            Box::new(m20261121_0026_problem_photos::Migration),
            Box::new(m20261122_0027_large_orders::Migration),
            Box::new(m20261122_0028_changed_fields::Migration),
            Box::new(m20261122_0029_numbers::Migration),
            Box::new(m20261122_0030_chat::Migration),
            Box::new(m20261122_0031_chat_files::Migration),
            Box::new(m20261122_0033_manager_breadth::Migration),
            Box::new(m20261122_0034_known_browsers::Migration),
            Box::new(m20261123_0035_order_totals::Migration),
            Box::new(m20261123_0040_reports::Migration),
            Box::new(m20261123_0041_captures::Migration),
            Box::new(m20261124_0042_billing::Migration),
            Box::new(m20261124_0043_service_payments::Migration),
            Box::new(m20261124_0045_translation::Migration),
            Box::new(m20261124_0047_emails::Migration),
            Box::new(m20261124_0049_recipients::Migration),
            Box::new(m20261124_0050_shipping_requests::Migration),
            Box::new(m20261124_0051_order_comments::Migration),
            Box::new(m20261124_0052_reservations::Migration),
            Box::new(m20261124_0053_cash_on_receipt::Migration),
            Box::new(m20261124_0054_purchases::Migration),
            Box::new(m20261124_0055_purchased_items::Migration),
            Box::new(m20261124_0056_invoice_notices::Migration),
            Box::new(m20261124_0057_countries::Migration),
            Box::new(m20261124_0060_letter_folding::Migration),
            Box::new(m20261124_0061_job_kinds::Migration),
            Box::new(m20261124_0062_order_sorts::Migration),
            Box::new(m20261125_0065_order_references::Migration),
            Box::new(m20261125_0066_delivery_details::Migration),
            Box::new(m20261124_0068_rows_of_orders::Migration),
            Box::new(m20261124_0071_job_traces::Migration),
            Box::new(m20261125_0067_list_countries::Migration),
            Box::new(m20261125_0070_client_terms::Migration),
            Box::new(m20261125_0075_time_zones::Migration),
            Box::new(m20261125_0073_working_week::Migration),
            Box::new(m20261125_0074_removed_methods::Migration),
            Box::new(m20261125_0076_authenticators::Migration),
            Box::new(m20261125_0077_order_turns::Migration),
            Box::new(m20261125_0080_own_rates::Migration),
            Box::new(m20261125_0086_files_of_people::Migration),
            Box::new(m20261126_0090_service_versions::Migration),
            Box::new(m20261126_0092_chosen_time_zones::Migration),
            Box::new(m20261126_0093_sides_and_delivery_changes::Migration),
            Box::new(m20261126_0094_unread_orders::Migration),
            Box::new(m20261126_0095_order_limits::Migration),
            Box::new(m20261126_0096_piece_sizes::Migration),
            Box::new(m20261126_0097_revoke_reasons::Migration),
            Box::new(m20261126_0100_token_expiry::Migration),
            Box::new(m20261126_0101_deposits::Migration),
            Box::new(m20261126_0102_brands::Migration),
            Box::new(m20261126_0103_passkeys::Migration),
            Box::new(m20261126_0104_screenshot_sizes::Migration),
            Box::new(m20261128_0110_received_items::Migration),
            Box::new(m20261128_0120_import_columns::Migration),
            Box::new(m20261128_0130_statement_lines::Migration),
            Box::new(m20261128_0131_refunded_pieces::Migration),
            Box::new(m20261128_0140_order_charges::Migration),
            Box::new(m20261128_0141_prices_per_lot::Migration),
            Box::new(m20261128_0150_refresh_successors::Migration),
            Box::new(m20261128_0151_announcements_without_sums::Migration),
            Box::new(m20261128_0152_departures::Migration),
            Box::new(m20261128_0153_unproved_phones::Migration),
            Box::new(m20261128_0160_waiting_invoices::Migration),
            Box::new(m20261128_0170_ledger_checksums::Migration),
            Box::new(m20261128_0210_amounts_of_lines::Migration),
            Box::new(m20261128_0211_uploaders_of_imports::Migration),
            Box::new(m20261128_0220_payment_reviews::Migration),
            Box::new(m20261128_0300_api_keys::Migration),
            Box::new(m20261128_0320_events::Migration),
            Box::new(m20261128_0321_webhooks::Migration),
            Box::new(m20261128_0330_changes_of_lists::Migration),
            Box::new(m20261128_0331_sandboxes::Migration),
            Box::new(m20261128_0400_purchase_numbers::Migration),
            Box::new(m20261128_0420_dialogues::Migration),
            Box::new(m20261128_0421_messenger_threads::Migration),
            Box::new(m20261129_0430_kept_statement_lines::Migration),
            Box::new(m20261129_0450_shipment_places::Migration),
            Box::new(m20261129_0451_loaded_places::Migration),
            Box::new(m20261129_0470_cash_book::Migration),
            Box::new(m20261129_0471_cash_closings::Migration),
            Box::new(m20261129_0472_freight_parts::Migration),
            Box::new(m20261129_0490_states_of_requests::Migration),
            Box::new(m20261129_0500_cash_box_changes::Migration),
            Box::new(m20261129_0530_pictures_of_imports::Migration),
            Box::new(m20261129_0540_boxes_of_topups::Migration),
            Box::new(m20261129_0560_sides_of_imports::Migration),
            Box::new(m20261129_0561_headers_of_imports::Migration),
            Box::new(m20261129_0562_earlier_orders::Migration),
            Box::new(m20261130_0563_invitation_links::Migration),
            Box::new(m20261130_0570_push_subscriptions::Migration),
            Box::new(m20261130_0571_browser_preferences::Migration),
            Box::new(m20261130_0575_tariff_rounding::Migration),
            Box::new(m20261130_0576_goods_categories::Migration),
            Box::new(m20261130_0577_settlement_receipts::Migration),
            Box::new(m20261130_0580_corrected_fields::Migration),
            Box::new(m20261130_0585_details_of_shipments::Migration),
            Box::new(m20261130_0586_bank_accounts_of_cash_boxes::Migration),
            Box::new(m20261130_0587_reweighings::Migration),
            Box::new(m20261201_0588_people_of_messengers::Migration),
        ]
    }
}
