/**
 * The redacted structure of a page, for the people who mend adapters: structured data, state of the product, and the skeleton of the page.
 * Personal data is removed: names of keys, forms, addresses, phones, mails and long random words.
 */
(() => {
  const { attempt, literal, startBudget, isSpent } = window.__svcH;
  startBudget(2000);
  /** The server takes 250,000 characters and 400 KiB. */
  const MOST = { characters: 240_000, bytes: 380_000, text: 160, nodes: 4000, state: 120_000, states: 40, texts: 600 };
  const PERSONAL_KEY = new RegExp(
    [
      /token|session|passw|secret|cookie|csrf|xsrf|sign(ature)?$|auth|account|user|member|buyer|receiver|consignee/,
      /address|phone|mobile|email|mail$|avatar|nick|wangwang|login|(^|[^kp])uid$|utdid|umid|track|trace|uuid|guid|device/,
      /fingerprint|birthday|gender|coupon|wallet|balance|history|footprint|recommendUser|(^|_|client|user|remote)ip$/,
    ]
      .map((pattern) => pattern.source)
      .join("|"),
    "i",
  );
  const PRODUCT_KEY = /^(seller|shop|store|mall|vendor|brand)/i;
  let removed = 0;
  const take = () => {
    removed += 1;
    return "";
  };

  const clean = (value) =>
    String(value)
      .replace(/[\w.+-]+@[\w-]+\.[\w.]+/g, take)
      .replace(/(?<![\d.])(?:\+\d[\d\s()-]{8,16}\d|1[3-9]\d{9})(?![\d.])/g, take)
      .replace(
        /\b(?:eyJ[\w-]+\.[\w.-]+|svc_\w+|[a-f0-9]{32,}|(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])[A-Za-z0-9_-]{28,})\b/g,
        take,
      );
  const CHOOSES =
    /^(id|item_?id|offerId|sku_?id|sku|variant|v1|colou?r|size|goods_id|spuId|propertyValueId|product_?id|route|p|pid|style)$/i;
  /** An address without what a link can carry of a person: only parameters that choose a product or a variant stay. */
  const link = (value) => {
    try {
      const url = new URL(value, location.href);
      if (!/^https?:$/.test(url.protocol)) return take();
      // Firefox lets a script of an extension not iterate over the parameters of an address.
      const names = [];
      url.searchParams.forEach((_, name) => names.push(name));
      for (const name of names)
        if (!CHOOSES.test(name)) {
          url.searchParams.delete(name);
          removed += 1;
        }
      if (!/^#!?\/|^#!?.*(sku|variant|color|colour|size)/i.test(url.hash)) url.hash = "";
      return clean(url.href);
    } catch {
      return take();
    }
  };

  const redact = (node, depth = 0) => {
    if (typeof node === "string") {
      // Some shops keep JSON as a text inside their JSON.
      const inner = /^\s*[[{]/.test(node) && depth < 10 ? attempt(() => JSON.parse(node)) : undefined;
      if (inner && typeof inner === "object") return JSON.stringify(redact(inner, depth + 1));
      return (/^(https?:)?\/\//.test(node) ? link(node) : clean(node)).slice(0, MOST.texts);
    }
    if (typeof node !== "object" || node === null) return node;
    if (depth > 14) return null;
    if (Array.isArray(node)) return node.slice(0, 60).map((entry) => redact(entry, depth + 1));
    const out = {};
    for (const [key, value] of Object.entries(node).slice(0, 200)) {
      if (PERSONAL_KEY.test(key) && !PRODUCT_KEY.test(key)) {
        removed += 1;
        continue;
      }
      out[clean(key).slice(0, 100)] = redact(value, depth + 1);
    }
    return out;
  };

  const escape = (value) => value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  const parts = [];
  const left = { characters: MOST.characters, bytes: MOST.bytes };
  /** Adds a part if it fits: half of a state is of no use. */
  const add = (part) => {
    // A non-ASCII character takes at most three bytes.
    const bytes = part.length + 1 + 2 * (part.match(/[^ -~\n]/g)?.length ?? 0);
    if (part.length + 1 > left.characters || bytes > left.bytes) return;
    left.characters -= part.length + 1;
    left.bytes -= bytes;
    parts.push(part);
  };
  /** Redacted data as a text that can't end the script element around it; empty if it is too long. */
  const data = (value) => {
    const content = JSON.stringify(redact(value)).replace(/</g, "\\u003c");
    return content.length <= MOST.state ? content : "";
  };

  add(`<!-- url: ${link(location.href)} -->`);
  add("<!doctype html>");
  add(`<html lang="${clean(document.documentElement.lang)}">`);
  add('<meta charset="utf-8">');
  add(`<title>${escape(clean(document.title).slice(0, 300))}</title>`);
  for (const element of document.querySelectorAll("meta[property], head meta[itemprop]")) {
    const key = element.hasAttribute("property") ? "property" : "itemprop";
    const name = element.getAttribute(key);
    if (/^(og:|product:|twitter:|price|name|sku|availability|description)/i.test(name))
      add(`<meta ${key}="${escape(name)}" content="${escape(redact(element.content))}">`);
  }

  /** State of the product stands after a name or in a call: `window.rawData = {`, `TShop.Setup({`, `(window.contextPath,{`. */
  const NAME = /(?:(?:var|let|const)\s+)?[\w$.]{1,60}\s*=(?:\s*\()?/;
  const CALL = /[\w$.]{0,40}\(\s*(?:(?:'[\w-]{1,30}'|"[\w-]{1,30}"|[\w$.]{1,40})\s*,)?/;
  const MARK = new RegExp(`(?:${NAME.source}|${CALL.source})\\s*(?=[{[])`, "g");
  let states = 0;
  const statesOf = (source) => {
    for (const match of source.matchAll(MARK)) {
      if (states >= MOST.states || isSpent()) return;
      const value = attempt(() => literal(source, match.index + match[0].length));
      const content = value && typeof value === "object" ? data(value) : "";
      if (content.length < 20) continue;
      states += 1;
      // Text, not a program: the adapters read it where it stands, and nothing of it is ever run.
      add(`<script type="text/plain">${match[0]}${content}</script>`);
    }
  };
  for (const script of document.scripts) {
    const id = script.id ? ` id="${escape(clean(script.id))}"` : "";
    for (const { name, value } of [...script.attributes].filter((attribute) => /^\s*[[{]/.test(attribute.value))) {
      const embedded = attempt(() => JSON.parse(value));
      if (embedded) add(`<script type="text/plain"${id} ${name}="${escape(data(embedded))}"></script>`);
    }
    if (script.src || isSpent()) continue;
    if (!/json/.test(script.type)) statesOf(script.textContent);
    else {
      const content = attempt(() => data(JSON.parse(script.textContent)));
      if (content) add(`<script type="${escape(script.type)}"${id}>${content}</script>`);
    }
  }

  let nodes = 0;
  const VOID = new Set(["img", "input", "br", "hr", "meta", "link", "source"]);
  const PERSONAL = [
    "input, textarea, select, form[action*='login'], [contenteditable], header, footer, nav, iframe, frame, object, embed, template, svg",
    "script, style, noscript, link, meta, title, [class*='user' i], [id*='user' i]",
    "[class*='comment' i], [class*='review' i], [class*='address' i]",
  ].join(", ");
  const ATTRIBUTES = [
    "id",
    "class",
    "itemscope",
    "itemprop",
    "itemtype",
    "data-sku",
    "data-value",
    "data-price",
    "data-currency",
    "value",
    "for",
  ].concat(["aria-checked", "aria-selected", "aria-pressed"]);
  const VARIANT = /size|colou?r|attribute|variant|option|sku|swatch/i;
  const QUANTITY = /quantity|amount|qty|num|count/i;
  /** The fields of a form about the product: the chosen options, and the number of pieces. */
  const isChoice = (element) => {
    const about = `${element.id} ${element.getAttribute("name") ?? ""} ${element.className}`;
    if (element.localName === "select" || /^(radio|checkbox)$/.test(element.type)) return VARIANT.test(about);
    const isNumber = element.type === "number" || QUANTITY.test(about) || element.closest("#skuSelection");
    return element.localName === "input" && isNumber && /^\d{0,5}$/.test(element.value);
  };
  const isButton = (element) =>
    element.localName === "button" || (element.localName === "input" && /^(submit|button|image)$/.test(element.type));
  const isKept = (element) =>
    /^(input|select)$/.test(element.localName)
      ? isChoice(element) || isButton(element)
      : element.matches("meta[itemprop], link[itemprop]") && !element.closest("head");
  const isPersonal = (element) => element.matches(PERSONAL) && !isKept(element);
  /** The state of a control, and what a style sheet hides. */
  const stateOf = (element) =>
    [
      element.checked === true && " checked",
      element.localName === "option" && element.selected && " selected",
      element.localName === "input" && ` value="${escape(element.value)}"`,
      element.localName === "input" && isButton(element) && ` type="${element.type}"`,
      (isButton(element) || /\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(element.getAttribute("aria-label")?.slice(0, 40))) &&
        element.hasAttribute("aria-label") &&
        ` aria-label="${escape(clean(element.getAttribute("aria-label")).slice(0, 120))}"`,
      element.hasAttribute("name") && isKept(element) && ` name="${escape(clean(element.getAttribute("name")))}"`,
      element.localName === "meta" && ` content="${escape(redact(element.getAttribute("content") ?? ""))}"`,
      /^[\d.]+px$/.test(element.style?.fontSize) && ` style="font-size:${element.style.fontSize}"`,
      attempt(() => getComputedStyle(element).display) === "none" && " hidden",
    ]
      .filter(Boolean)
      .join("");
  const isStruck = (element) =>
    /line-through/.test(attempt(() => getComputedStyle(element).textDecorationLine) ?? "") && element.localName !== "s";
  const skeleton = (element) => {
    if (nodes >= MOST.nodes) return "";
    if (isPersonal(element)) {
      removed += 1;
      return "";
    }
    nodes += 1;
    const attributes = ATTRIBUTES.filter((name) => element.hasAttribute(name))
      .filter((name) => name !== "value" || element.localName !== "input")
      .map((name) => ` ${name}="${escape(clean(element.getAttribute(name)).slice(0, 120))}"`)
      .join("");
    const embedded = [...element.attributes]
      .filter(({ name, value }) => name.startsWith("data-") && /^\s*[[{]/.test(value))
      .map(({ name, value }) => [name, attempt(() => data(JSON.parse(value)))])
      .filter(([, content]) => content)
      .map(([name, content]) => ` ${name}="${escape(content)}"`)
      .join("");
    const source =
      element.localName === "img"
        ? ` src="${escape(link(element.getAttribute("data-src") ?? element.getAttribute("src") ?? ""))}"`
        : "";
    if (VOID.has(element.localName))
      return `<${element.localName}${attributes}${stateOf(element)}${embedded}${source}>`;
    const inner = [...element.childNodes]
      .map((child) =>
        child.nodeType === 1
          ? skeleton(child)
          : child.nodeType === 3
            ? escape(clean(child.data.replace(/\s+/g, " ").trim()).slice(0, MOST.text))
            : "",
      )
      .join("");
    const content = isStruck(element) ? `<s>${inner}</s>` : inner;
    return `<${element.localName}${attributes}${stateOf(element)}${embedded}>${content}</${element.localName}>`;
  };
  const root =
    document.querySelector("h1")?.closest("main, #root, #app, #__next, [itemtype*='Product']") ??
    document.querySelector("main") ??
    document.body;
  if (root) add(skeleton(root));
  return { snapshot: parts.join("\n"), url: link(location.href), removed };
})();
