/** Maps problem codes of the API to texts of the locales. */
const BY_CODE = {
  credential_missing: "e_no_token",
  credential_malformed: "e_malformed",
  credential_invalid: "e_invalid",
  credential_expired: "e_invalid",
  credential_revoked: "e_revoked",
  order_not_draft: "e_not_draft",
  not_found: "e_not_found",
  idempotency_key_reused: "e_key_reused",
  body_too_large: "e_too_large",
};
const BY_CODE_RETRIABLE = { too_many_requests: "e_busy", unavailable: "e_server", busy: "e_busy", timed_out: "e_server" };

/** Fields of the API that have a name in the locales. */
const FIELD_NAMES = { title: "title", url: "link", price: "price", currency: "currency", quantity: "quantity", image_url: "picture", images: "picture", variant: "variant", shop: "shop", comment: "comment", marketplace: "shop", external_id: "product_id", sku_id: "product_id", options: "variant", weight_grams: "weight" };

/** A failure with the key of its text. */
export class Failure extends Error {
  /**
   * @param {string} key the message's key in the locales
   * @param {{detail?: string, fields?: string[], retriable?: boolean, retryAfterMs?: number}} [more]
   */
  constructor(key, more = {}) {
    super(key);
    this.key = key;
    this.detail = more.detail;
    this.fields = more.fields;
    this.retriable = more.retriable ?? false;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** Returns the failure of a response with an error status. */
export function failureFromResponse(status, problem, retryAfterMs) {
  const retriable = BY_CODE_RETRIABLE[problem?.code];
  if (retriable) return new Failure(retriable, { retriable: true, retryAfterMs });
  const known = BY_CODE[problem?.code];
  if (known) return new Failure(known);
  if (status === 422 && problem?.errors) {
    const fields = Object.keys(problem.errors);
    const named = [...new Set(fields.map((field) => FIELD_NAMES[field.split(/[.[]/)[0]] ?? "").filter(Boolean))];
    return fields.includes("currency") ? new Failure("e_currency_refused", { fields: named }) : new Failure("e_fields", { detail: fields.join(", "), fields: named });
  }
  // A proxy answers for a server that is down, so these statuses are retriable.
  return new Failure("e_server", { retriable: status >= 500 || status === 408 || status === 425 || status === 429, retryAfterMs });
}

/** Returns the failure of a result code of the parsers. */
export function failureFromPage(code) {
  return new Failure({ wall: "e_wall", unreadable: "e_unreadable", restricted: "e_restricted", delisted: "e_delisted", timeout: "e_timeout" }[code] ?? "e_no_product");
}
