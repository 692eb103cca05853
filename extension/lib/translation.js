/** Translation of a title. The server translates in the background, so it is asked again until it has the text. */
import * as api from "./api.js";

const ATTEMPTS = 15;
const PAUSE_MS = 1000;
const MAX_LENGTH = 500;

const pause = () => new Promise((done) => setTimeout(done, PAUSE_MS));

/** Returns the API's name of a browser language: `zh-CN` is `zh`. */
export const languageCode = (tag) => String(tag).split("-")[0].toLowerCase();

/**
 * Returns the translation of a text, or an empty text if the server has none in time.
 * @param {{server?: string, token?: string}} connection
 * @param {string} text
 * @param {string} language the language of the browser
 * @param {{clientId?: number, wait?: () => Promise<void>, fetch?: typeof fetch}} [options]
 */
export async function translateText(connection, text, language, { clientId, wait = pause, ...options } = {}) {
  const source = text.trim().slice(0, MAX_LENGTH);
  if (!source) return "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await wait();
    const answer = await api.translate(connection, [source], languageCode(language), clientId, options);
    const translated = answer?.texts?.[0];
    if (typeof translated === "string") return translated.slice(0, MAX_LENGTH);
    if (!answer?.pending) return "";
  }
  return "";
}
