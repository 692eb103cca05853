//! The rows of all tables, and the tenant that owns each of them.
//!
//! Any feature may read these rows through its scope. A table is written by one feature only.
//!
//! A query does not run on a scope by SeaORM's own methods, because a scope is not a connection:
//!
//! ```compile_fail,E0277
//! use entities::order;
//! use platform::scope::AgentScope;
//! use sea_orm::EntityTrait;
//!
//! async fn leak(scope: &AgentScope) {
//!     let _ = order::Entity::find().all(scope).await;
//! }
//! ```
//!
//! Code outside of `platform` can't build a row policy:
//!
//! ```compile_fail,E0451
//! use platform::scope::AgentPolicy;
//!
//! let forged = AgentPolicy { agent_id: 1, only_staff: None, is_read_only: false };
//! ```
//!
//! Nor can it access the pool:
//!
//! ```compile_fail,E0616
//! use platform::state::AppState;
//!
//! fn steal(state: &AppState) {
//!     let _ = &state.db;
//! }
//! ```

#[macro_use]
mod relations;

pub mod access_group;
pub mod access_group_right;
pub mod agent;
pub mod agent_brand;
pub mod agent_setting;
pub mod api_key;
pub mod authenticator;
pub mod balance_request;
pub mod caller_columns;
pub mod cash_box;
pub mod cash_box_change;
pub mod cash_closing;
pub mod cash_entry;
pub mod cell;
pub mod chat_dialogue;
pub mod chat_file;
pub mod chat_message;
pub mod chat_reaction;
pub mod chat_read_mark;
pub mod chat_relay;
pub mod chat_reply;
pub mod client;
pub mod client_history;
pub mod client_member;
pub mod delivery;
pub mod delivery_history;
pub mod email_change;
pub mod email_failure;
pub mod email_message;
pub mod event;
pub mod event_outbox;
pub mod event_position;
pub mod extension_token;
pub mod imported_order;
pub mod imports;
pub mod invitation_link;
pub mod invoice;
pub mod item_service;
pub mod json;
pub mod ledger_account;
pub mod ledger_entry;
pub mod ledger_posting;
pub mod lists;
pub mod loaded_place;
pub mod login_code;
pub mod messenger_contact;
pub mod messenger_incoming;
pub mod messenger_message;
pub mod note;
pub mod note_flags;
pub mod notification;
pub mod notification_delivery;
pub mod notification_preference;
pub mod order;
pub mod order_charge;
pub mod order_group;
pub mod order_history;
pub mod order_import;
pub mod order_item;
pub mod order_quote;
pub mod order_read;
pub mod order_turn;
pub mod passkey;
pub mod passkey_challenge;
pub mod password_reset;
pub mod payment;
pub mod phone_confirmation;
pub mod plan;
pub mod purchase;
pub mod push_key;
pub mod push_message;
pub mod push_subscription;
pub mod rate;
pub mod rate_doubt;
pub mod rate_policy;
pub mod recipient;
pub mod recovery_code;
pub mod refresh_token;
pub mod refund;
pub mod saved_filter;
pub mod scan;
pub mod service;
pub mod service_account;
pub mod service_entry;
pub mod service_media;
pub mod service_payment;
pub mod service_posting;
pub mod service_price;
pub mod service_setting;
pub mod session;
pub mod session_transfer;
pub mod settlement_receipt;
pub mod shipment;
pub mod shipment_history;
pub mod shipment_item;
pub mod shipment_photo;
pub mod shipment_place;
pub mod shipment_place_item;
pub mod shipment_reweighing;
pub mod shipping_request;
pub mod shipping_request_history;
pub mod shipping_request_item;
pub mod shop_report;
pub mod shop_state;
pub mod staff;
pub mod statement_line;
pub mod statement_line_change;
pub mod subscription;
pub mod translation_cache;
pub mod translation_pause;
pub mod translation_setting;
pub mod translation_usage;
pub mod translations;
pub mod unknown_scan;
pub mod upload_link;
pub mod user;
pub mod wallet_topup;
pub mod webhook;
pub mod webhook_delivery;
pub mod webhook_update;
pub mod withdrawal;
pub mod withdrawal_history;
pub mod work_handover;
