/** The language of a text from a shop, for screen readers: a title in Chinese is not read in the language of the popup. */

const KANA = /[\u3041-\u30ff]/;
const HANGUL = /[\u1100-\u11ff\uac00-\ud7af]/;
const HAN = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g;
const CYRILLIC = /[а-яё]/gi;
const LATIN = /[a-z]/gi;

/** The language that the script of a text proves, or "". Latin letters prove none, and other letters no language that is known here. */
export function textLanguage(value) {
  if (KANA.test(value)) return "ja";
  if (HANGUL.test(value)) return "ko";
  const count = (letters, weight) => (value.match(letters)?.length ?? 0) * weight;
  const [han, cyrillic, latin] = [count(HAN, 3), count(CYRILLIC, 2), count(LATIN, 1)];
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (letters > han / 3 + cyrillic / 2 + latin || Math.max(han, cyrillic) < latin) return "";
  return han > cyrillic ? "zh" : cyrillic > han ? "ru" : "";
}

/**
 * Marks an element with the language of the shop's text that it shows; without a proof it has the language of the popup. The text
 * has its own direction, too.
 */
export function markLanguage(element, value) {
  element.dir = "auto";
  const language = textLanguage(value);
  if (language) element.lang = language;
  else element.removeAttribute("lang");
}

/** An element with a text from a shop in its language. */
export function shopText(tag, value) {
  const element = Object.assign(document.createElement(tag), { textContent: value });
  markLanguage(element, value);
  return element;
}
