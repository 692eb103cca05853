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
const BY_CODE_RETRIABLE = {
  too_many_requests: "e_busy",
  unavailable: "e_server",
  busy: "e_busy",
  timed_out: "e_server",
};

/** Fields of the API that have a name in the locales. */
const FIELD_NAMES = {
  title: "title",
  url: "link",
  price: "price",
  currency: "currency",
  quantity: "quantity",
  price_per: "price",
  min_quantity: "quantity",
  image_url: "picture",
  images: "picture",
  variant: "variant",
  shop: "shop",
  comment: "comment",
  marketplace: "shop",
  external_id: "product_id",
  sku_id: "product_id",
  options: "variant",
  weight_grams: "weight",
  size_mm: "size",
};

/**
 * Codes of field errors that have a text, with the parameters that the text takes. Other codes are invalid values.
 * @type {Record<string, {key: string, params: ("min" | "max")[]}>}
 */
export const RULES = {
  required: { key: "f_required", params: [] },
  too_long: { key: "f_too_long", params: ["max"] },
  too_short: { key: "f_too_short", params: ["min"] },
  too_many: { key: "f_too_many", params: ["max"] },
  out_of_range: { key: "f_out_of_range", params: ["min", "max"] },
  number_overflow: { key: "f_number_overflow", params: [] },
  not_an_amount: { key: "f_not_an_amount", params: [] },
  not_a_url: { key: "f_not_a_url", params: [] },
  currency_not_accepted: { key: "f_currency", params: [] },
  wrong_type: { key: "f_wrong_type", params: [] },
  invalid_format: { key: "f_invalid_format", params: [] },
  unknown_value: { key: "f_unknown_value", params: [] },
  control_characters: { key: "f_control_characters", params: [] },
  invalid_unicode: { key: "f_invalid_unicode", params: [] },
  unknown_field: { key: "f_unknown_field", params: [] },
  duplicate_field: { key: "f_duplicate_field", params: [] },
  nested_too_deeply: { key: "f_nested_too_deeply", params: [] },
};

/**
 * A field that is named in a failure: its text, and the text of the rule that it violates.
 * @typedef {{name: string, rule?: string, values?: number[]}} FailedField
 */

/** A failure with the key of its text. */
export class Failure extends Error {
  /**
   * @param {string} key the message's key in the locales
   * @param {{detail?: string, fields?: FailedField[], retriable?: boolean, retryAfterMs?: number}} [more]
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

/** Returns the field at a path such as `images[2]` with its first error. A field without a name keeps its path. */
function failedField(path, errors) {
  const first = Array.isArray(errors) ? errors[0] : undefined;
  const rule = (Object.hasOwn(RULES, first?.code) && RULES[first.code]) || { key: "f_invalid", params: [] };
  return {
    name: FIELD_NAMES[path.split(/[.[]/)[0]] ?? path,
    rule: rule.key,
    values: rule.params.map((param) => Number(first.params?.[param])),
  };
}

/** Returns the failure of a response with an error status. */
export function failureFromResponse(status, problem, retryAfterMs) {
  const retriable = BY_CODE_RETRIABLE[problem?.code];
  if (retriable) return new Failure(retriable, { retriable: true, retryAfterMs });
  const known = BY_CODE[problem?.code];
  if (known) return new Failure(known);
  if (status === 422 && problem?.errors) {
    const fields = Object.entries(problem.errors).map(([path, errors]) => failedField(path, errors));
    return new Failure("currency" in problem.errors ? "e_currency_refused" : "e_fields", { fields });
  }
  if (status === 413) return new Failure("e_too_large");
  // A proxy answers for a server that is down, so these statuses are retriable.
  return new Failure(status === 429 ? "e_busy" : "e_server", {
    retriable: status >= 500 || status === 408 || status === 425 || status === 429,
    retryAfterMs,
  });
}

/** Returns the failure of a result code of the parsers. */
export function failureFromPage(code) {
  return new Failure(
    {
      wall: "e_wall",
      unreadable: "e_unreadable",
      restricted: "e_restricted",
      delisted: "e_delisted",
      timeout: "e_timeout",
    }[code] ?? "e_no_product",
  );
}
