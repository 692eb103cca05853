/** The account behind a token: the server, the person and their cabinets, as the server itself states them. */
import * as api from "./api.js";
import { Failure } from "./errors.js";

const MAX_NAME = 80;
const MAX_CABINETS_STORED = 20;

/** A name for display: no control characters, no marks that turn the direction of writing, a bounded length. */
function label(value) {
  const plain = typeof value === "string" ? value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim() : "";
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain;
}

/** An response that a Karavan server does not give to this request. */
function isNotKaravan(failure) {
  return (
    ["e_not_found", "e_not_draft", "e_fields"].includes(failure.key) ||
    (failure.key === "e_server" && !failure.retriable)
  );
}

/**
 * Verifies a token against its server.
 * @param {{server: string, token: string}} connection
 * @returns {Promise<{server: string, token: string, person: {id: number, name: string}, cabinets: string[]}>}
 */
export async function identify({ server, token }, options) {
  let response;
  try {
    response = await api.me({ server, token }, options);
  } catch (failure) {
    throw isNotKaravan(failure) ? new Failure("e_not_karavan") : failure;
  }
  const user = response?.user;
  if (!Number.isSafeInteger(user?.id) || !Array.isArray(response.clients)) throw new Failure("e_not_karavan");
  const cabinets = response.clients
    .slice(0, MAX_CABINETS_STORED)
    .map((client) => `${label(client?.code)} (${label(client?.agent?.name)})`);
  return {
    server,
    token,
    person: { id: user.id, name: label(user.name) || label(user.phone) || String(user.id) },
    cabinets,
  };
}

/** The key of an account, or null without a connection. Products of one account are never sent to another. */
export const accountKey = (account) =>
  account?.server && account.person ? `${account.server}|${account.person.id}` : null;

export const sameConnection = (one, other) => one.server === other.server && one.token === other.token;
