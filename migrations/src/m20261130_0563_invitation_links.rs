//! Links by which invited people enter.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "CREATE TABLE invitation_links (
      {id},
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      staff_id bigint CONSTRAINT uq_invitation_links_staff_id UNIQUE REFERENCES staff (id) ON DELETE CASCADE,
      member_id bigint CONSTRAINT uq_invitation_links_member_id UNIQUE REFERENCES client_members (id) ON DELETE CASCADE,
      token_hash text NOT NULL CONSTRAINT uq_invitation_links_token_hash UNIQUE,
      expires_at {time} NOT NULL,
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_invitation_links_membership CHECK ((staff_id IS NULL) <> (member_id IS NULL))
    )",
    "CREATE INDEX ix_invitation_links_user_id ON invitation_links (user_id)",
];

const DOWN: &[&str] = &["DROP TABLE invitation_links"];
