// Compares the answers of several programs to the same requests, and the rows that they write.

/** Object with its keys in order, recursively. */
function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])]));
}

const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+?)0*)?(?:Z|\+00:00)"/g;
const IDENTITY = /"(?:id|group_id|item_id|order_id|created_at|updated_at|last_activity_at)":(?:\d+|"[^"]*")/g;

/**
 * A JSON text with its keys in order, and times without trailing zeros. Written rows have other ids and times, which are
 * left out.
 */
export function normalize(text, isWritten = false) {
  const sorted = JSON.stringify(ordered(JSON.parse(text)));
  if (isWritten) return sorted.replace(IDENTITY, '"":0').replace(/"number":"D-\d+"/, '"number":"D"');
  return sorted.replace(TIME, (_, seconds, fraction) => `"${seconds}${fraction ? `.${fraction}` : ""}Z"`);
}

/** The rows of a draft and of what was added to it. */
export function rowsOf(psql, order) {
  const tables = ["order_groups", "order_items", "order_history"];
  const selects = tables.map((table) => `SELECT to_json(t) FROM ${table} t WHERE order_id = ${order} ORDER BY id`);
  const rows = [`SELECT to_json(t) FROM orders t WHERE id = ${order}`, ...selects].map((sql) => psql(sql).split("\n"));
  return rows.flat().map((row) => normalize(row, true));
}

/** Returns the orders that staff have read. */
export function readsOf(psql) {
  return psql("SELECT order_id, side, user_id, seen_activity FROM order_reads ORDER BY 1, 2, 3").split("\n");
}

function difference(a, b) {
  let at = 0;
  while (a[at] === b[at] && at < a.length) at += 1;
  return `…${a.slice(Math.max(0, at - 120), at + 120)}…\n  and …${b.slice(Math.max(0, at - 120), at + 120)}…`;
}

/** Fails if an answer or a row differs from the first program's. Returns the number of answers of each program. */
export function sameOrThrow(name, [first, ...others]) {
  for (const { program, texts, rows, paths } of others) {
    for (const [what, own, other] of [["answer", first.texts, texts], ["row", first.rows, rows]]) {
      const at = own.findIndex((text, index) => text !== other[index]);
      if (at < 0 && own.length === other.length) continue;
      const place = what === "answer" ? `${paths[at]}: ` : "";
      throw new Error(`${name}, ${what}: ${program} differs from ${first.program}: ${place}${difference(own[at] ?? "", other[at] ?? "")}`);
    }
  }
  return first.texts.length;
}
