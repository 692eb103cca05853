/** Addresses as people paste them, and which of them the extension may be connected to. */
import { Failure } from "./errors.js";

/** Names that browsers resolve to this machine only; `URL` has already normalised the spelling of numbers. */
const LOOPBACK = /^(localhost|[a-z0-9.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

function parse(address) {
  try {
    const url = new URL(address.includes("://") ? address : `https://${address}`);
    if (url.protocol === "https:" || url.protocol === "http:") return url;
  } catch {
    // Refused below, like every other address that is none.
  }
  throw new Failure("e_server_address");
}

/** The origin of a site. */
export const webOrigin = (address) => parse(address).origin;

/** The origin of a server: `https:` anywhere, `http:` on this machine only. */
export function serverOrigin(address) {
  const url = parse(address);
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) throw new Failure("e_insecure", { detail: url.host });
  return url.origin;
}

/** The host of an origin as the extension shows it: international names stay in punycode. */
export const hostOf = (origin) => new URL(origin).host;
