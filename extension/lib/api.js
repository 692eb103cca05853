/** The API client; used by the extension's own pages only. */
import { Failure, failureFromResponse } from "./errors.js";
import { isWellFormed } from "./token.js";

const TIMEOUT_MS = 15_000;

/** Returns the delay of the `Retry-After` header in milliseconds. */
function retryAfter(response) {
  const value = response.headers?.get?.("Retry-After") ?? "";
  // Servers write seconds, proxies also a date.
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined;
}

/**
 * Calls the API.
 * @param {{server?: string, token?: string}} connection
 * @param {string} method
 * @param {string} path
 * @param {{body?: object | string, type?: string, key?: string, fetch?: typeof fetch}} [options] a text is sent byte for byte
 */
export async function call(connection, method, path, options = {}) {
  if (!connection.server || !connection.token) throw new Failure("e_no_token");
  if (!isWellFormed(connection.token)) throw new Failure("e_malformed");
  const headers = { Accept: "application/json", Authorization: `Bearer ${connection.token}` };
  if (options.body) headers["Content-Type"] = options.type ?? "application/json";
  if (options.key) headers["Idempotency-Key"] = options.key;
  const isPlain = options.body && typeof options.body === "object" && !(options.body instanceof Blob);
  let response;
  try {
    response = await (options.fetch ?? fetch)(connection.server + path, {
      method,
      headers,
      body: isPlain ? JSON.stringify(options.body) : options.body,
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Failure("e_network", { retriable: true });
  }
  const content = await response.json().catch(() => null);
  if (!response.ok) throw failureFromResponse(response.status, content, retryAfter(response));
  return content;
}

const notOurs = () => new Failure("e_portal", { retriable: true });
/** A success counts if it has what the API promises: the login page of a network answers with success too. */
export const promised = (content, isAsPromised) => {
  if (!content || !isAsPromised(content)) throw notOurs();
  return content;
};

export const me = (connection, options) => call(connection, "GET", "/api/ext/me", options);
export const drafts = (connection, options) => call(connection, "GET", "/api/ext/drafts", options);
export const createDraft = (connection, clientId, key, options) =>
  call(connection, "POST", "/api/ext/drafts", { ...options, body: { client_id: clientId }, key }).then((content) =>
    promised(content, ({ id }) => Number.isInteger(id)),
  );
export const addItem = (connection, draftId, item, key, options) =>
  call(connection, "POST", `/api/ext/drafts/${draftId}/items`, { ...options, body: item, key }).then((content) =>
    promised(content, ({ item }) => Number.isInteger(item?.id)),
  );
/** The cost of a draft with products that are not in it yet. */
export const estimate = (connection, request, options) =>
  call(connection, "POST", "/api/ext/estimates", { ...options, body: request }).then((content) =>
    promised(content, ({ total }) => typeof total?.amount?.amount === "string"),
  );
/** A picture of the page for an item that was added; `proof` is a data address. */
export const addProof = async (connection, draftId, itemId, proof, key, options) => {
  const bytes = Uint8Array.from(atob(proof.split(",")[1] ?? ""), (sign) => sign.charCodeAt(0));
  return call(connection, "POST", `/api/ext/drafts/${draftId}/items/${itemId}/proof`, {
    ...options,
    body: new Blob([bytes]),
    type: "image/jpeg",
    key,
  });
};
/** Revokes the token that is presented. */
export const revoke = (connection, options) => call(connection, "DELETE", "/api/ext/token", options);
/** Asks for translations. `clientId` is the client whose agent translates. */
export const translate = (connection, texts, to, clientId, options) =>
  call(connection, "POST", "/api/ext/translations", {
    ...options,
    body: { texts, to, ...(clientId ? { client_id: clientId } : {}) },
  });
export const report = (connection, content, key, options) =>
  call(connection, "POST", "/api/ext/reports", { ...options, body: content, key });
