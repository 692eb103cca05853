//! An index for the size of all files that a person has sent to chats.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["CREATE INDEX ix_chat_files_user_id ON chat_files (user_id, side, bytes)"];

const DOWN: &[&str] = &["DROP INDEX ix_chat_files_user_id"];
