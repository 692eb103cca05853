/** Texts of the locales and amounts as people write them. */
export const text = (key, ...values) => globalThis.chrome.i18n.getMessage(key, values.map(String)) || key;

const SIGNS = { CNY: "¥", RUB: "₽", USD: "$", EUR: "€", GBP: "£", HKD: "HK$", JPY: "¥", KRW: "₩", KZT: "₸", TRY: "₺", PLN: "zł" };

/** `28.50` and `CNY` → `28.50 ¥`. */
export const amount = (price, currency) => `${price} ${SIGNS[currency] ?? currency ?? ""}`.trim();

/** Fills the texts of a page by their `data-text`, and names their language for screen readers. */
export function fillTexts(root) {
  root.documentElement.lang = text("language");
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
}

/** The sentence of a failure. */
export const sentence = (failure) => text(failure.key ?? "e_server", failure.detail ?? "");
