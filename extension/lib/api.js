/** Talking to the server; called from the extension's own pages only. */
import { Failure, ofAnswer } from "./errors.js";
import { isWellFormed } from "./token.js";

const TIME_LIMIT_MS = 15_000;

/**
 * Calls the API.
 * @param {{server?: string, token?: string}} connection
 * @param {string} method
 * @param {string} path
 * @param {{body?: object, key?: string, fetch?: typeof fetch}} [options]
 */
export async function call(connection, method, path, options = {}) {
  if (!connection.server || !connection.token) throw new Failure("e_no_token");
  if (!isWellFormed(connection.token)) throw new Failure("e_malformed");
  const headers = { Accept: "application/json", Authorization: `Bearer ${connection.token}` };
  if (options.body) headers["Content-Type"] = "application/json";
  if (options.key) headers["Idempotency-Key"] = options.key;
  let answer;
  try {
    answer = await (options.fetch ?? fetch)(connection.server + path, {
      method,
      headers,
      body: options.body && JSON.stringify(options.body),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
  } catch {
    throw new Failure("e_network", { retriable: true });
  }
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw ofAnswer(answer.status, content);
  return content;
}

export const me = (connection, options) => call(connection, "GET", "/api/ext/me", options);
export const drafts = (connection, options) => call(connection, "GET", "/api/ext/drafts", options);
export const createDraft = (connection, clientId, key, options) =>
  call(connection, "POST", "/api/ext/drafts", { ...options, body: { client_id: clientId }, key });
export const addItem = (connection, draftId, item, key, options) =>
  call(connection, "POST", `/api/ext/drafts/${draftId}/items`, { ...options, body: item, key });
