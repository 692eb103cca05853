//! The person of a linked chat, by whom the launch data of mini apps name it. Telegram's private chats have the number of the person.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE messenger_contacts ADD COLUMN person_id text",
    "UPDATE messenger_contacts SET person_id = chat_id WHERE messenger = 'telegram'",
    "CREATE INDEX ix_messenger_contacts_person_id ON messenger_contacts (messenger, person_id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_messenger_contacts_person_id",
    "ALTER TABLE messenger_contacts DROP COLUMN person_id",
];
