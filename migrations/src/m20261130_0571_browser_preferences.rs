//! The browser as a channel of notifications. The list of channels is a part of the table, so the table is made again.

crate::helpers::migration!(up: UP, down: DOWN);

const COPY: &str =
    "CREATE TABLE earlier_preferences AS SELECT user_id, event, channel, enabled FROM notification_preferences";
const DROP: &str = "DROP TABLE notification_preferences";
const FILL: &str = "INSERT INTO notification_preferences (user_id, event, channel, enabled) \
    SELECT user_id, event, channel, enabled FROM earlier_preferences WHERE channel <> 'browser'";
const FORGET: &str = "DROP TABLE earlier_preferences";

const UP: &[&str] = &[
    COPY,
    DROP,
    "CREATE TABLE notification_preferences (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      event text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('telegram', 'max', 'email', 'browser')),
      enabled boolean NOT NULL,
      CONSTRAINT uq_notification_preferences_user_id_event_channel UNIQUE (user_id, event, channel)
    )",
    FILL,
    FORGET,
];

const DOWN: &[&str] = &[
    COPY,
    DROP,
    "CREATE TABLE notification_preferences (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      event text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('telegram', 'max', 'email')),
      enabled boolean NOT NULL,
      CONSTRAINT uq_notification_preferences_user_id_event_channel UNIQUE (user_id, event, channel)
    )",
    FILL,
    FORGET,
];
