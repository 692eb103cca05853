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

/** The texts of field errors by code. */
const FIELD_TEXTS = {
  required: "f_required",
  wrong_type: "f_wrong_type",
  too_long: "f_too_long",
  out_of_range: "f_out_of_range",
  not_an_amount: "f_not_an_amount",
  not_a_url: "f_not_a_url",
  unknown_value: "f_unknown_value",
  control_characters: "f_control_characters",
  not_yours: "f_not_yours",
};

/** `price: not a valid amount`. The error of an older server has no code: only its path is shown. */
function fieldError({ path, code, params = {} }) {
  if (!code) return path;
  const bounds = [params.min, params.max].filter((bound) => bound !== undefined);
  return `${path}: ${text(FIELD_TEXTS[code] ?? "f_other", ...bounds)}`;
}

/** The sentence of a failure. */
export const sentence = (failure) =>
  text(failure.key ?? "e_server", failure.fields?.length ? failure.fields.map(fieldError).join("; ") : failure.detail ?? "");
