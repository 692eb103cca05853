//! Rates that jumped and are not accepted yet, and the day that a rate is set for.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE rates ADD COLUMN for_date text",
    "CREATE TABLE rate_doubts (
      {id},
      source text NOT NULL CHECK (source IN ('cbr', 'bestchange')),
      base text NOT NULL CHECK (length(base) = 3),
      quote text NOT NULL CHECK (length(quote) = 3),
      rate text NOT NULL,
      times int NOT NULL CHECK (times > 0),
      told_at {time} NOT NULL,
      CONSTRAINT uq_rate_doubts_source_base_quote UNIQUE (source, base, quote)
    )",
];

const DOWN: &[&str] = &["DROP TABLE rate_doubts", "ALTER TABLE rates DROP COLUMN for_date"];
