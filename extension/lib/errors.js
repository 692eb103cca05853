/** Every failure as a message of the locales: the only place that knows problem codes. */
const BY_CODE = {
  credential_missing: "e_no_token",
  credential_malformed: "e_malformed",
  credential_invalid: "e_invalid",
  credential_expired: "e_invalid",
  credential_revoked: "e_revoked",
  order_not_draft: "e_not_draft",
  not_found: "e_not_found",
  too_many_requests: "e_busy",
};

/** A refusal of the server, of the page or of ourselves. */
export class Failure extends Error {
  /**
   * @param {string} key the message's key in the locales
   * @param {{detail?: string, fields?: {path: string, code?: string, params?: object}[], retriable?: boolean}} [more]
   */
  constructor(key, more = {}) {
    super(key);
    this.key = key;
    this.detail = more.detail;
    this.fields = more.fields ?? [];
    this.retriable = more.retriable ?? false;
  }
}

/** The first error of each field. Older servers send a text instead of an object with a code. */
const firstErrors = (errors) => Object.entries(errors).map(([path, list]) => ({ path, code: list?.[0]?.code, params: list?.[0]?.params ?? {} }));

/** The failure of an answer that is not a success. */
export function ofAnswer(status, problem) {
  const known = BY_CODE[problem?.code];
  if (known) return new Failure(known);
  if (status === 422 && problem?.errors) {
    return new Failure("e_fields", { detail: Object.keys(problem.errors).join(", "), fields: firstErrors(problem.errors) });
  }
  // A server that is down behind its proxy is as good as unreachable: worth one more try.
  return new Failure("e_server", { retriable: status >= 500 });
}

/** The failure of what the parsers say of a page. */
export function ofPage(code) {
  return new Failure({ wall: "e_wall", unreadable: "e_unreadable", restricted: "e_restricted" }[code] ?? "e_no_product");
}
