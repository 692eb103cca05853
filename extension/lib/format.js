/** Texts of the locales and amounts as people write them. */
export const text = (key, ...values) => globalThis.chrome.i18n.getMessage(key, values.map(String)) || key;

/** `1128.5` and `CNY` → `1 128.50 CNY`: a sign alone can be read in two ways. */
export const amount = (price, currency) => {
  const [whole, part = ""] = String(price).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return `${grouped}${part && `.${part.padEnd(2, "0")}`} ${currency || "?"}`.trim();
};

/**
 * A typed price as digits with a decimal point. Of a point and a comma the last one is decimal. `1,500` is 1500 where a comma groups
 * thousands, and 1.5 in Russian.
 */
export function plainPrice(typed, language = text("language")) {
  const price = typed.trim().replace(/[\s'’]/g, "");
  const decimal = price.lastIndexOf(",") > price.lastIndexOf(".") ? "," : ".";
  const group = decimal === "," ? "." : ",";
  if (price.includes(group)) return price.replaceAll(group, "").replace(decimal, ".");
  const isGrouped = /^\d{1,3}(,\d{3})+$/.test(price) && !price.startsWith("0");
  if (isGrouped && (price.indexOf(",") !== price.lastIndexOf(",") || !language.startsWith("ru")))
    return price.replaceAll(",", "");
  return /^\d{1,3}(\.\d{3}){2,}$/.test(price) ? price.replaceAll(".", "") : price.replace(",", ".");
}

/** Fills the texts of a page by their `data-text`, and names their language for screen readers. */
export function fillTexts(root) {
  root.documentElement.lang = text("language");
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", text(element.dataset.label));
}

/** The sentence of a failure, with the names of its fields and the rules that they violate. */
export function sentence(failure) {
  const field = ({ name, rule, values = [] }) =>
    rule ? text("field_rule", text(name), text(rule, ...values)) : text(name);
  return text(
    failure.key ?? "e_server",
    failure.fields?.length ? failure.fields.map(field).join("; ") : (failure.detail ?? ""),
  );
}

/** A time as the person's browser writes it. */
export const moment = (time) =>
  time
    ? new Intl.DateTimeFormat(text("language"), { dateStyle: "short", timeStyle: "short" }).format(new Date(time))
    : text("never");

/** Sums decimal texts exactly, to three places. */
export function multiply(price, pieces) {
  const [whole, part = ""] = String(price).split(".");
  const thousandths = BigInt(whole || "0") * 1000n + BigInt(part.padEnd(3, "0").slice(0, 3));
  return thousandths * BigInt(pieces);
}

export function decimal(thousandths) {
  const digits = String(thousandths).padStart(4, "0");
  const part = digits.slice(-3).replace(/0$/, "");
  return `${digits.slice(0, -3)}.${part}`;
}
