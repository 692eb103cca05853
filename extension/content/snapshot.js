/**
 * The redacted structure of a page, for the people who mend adapters: structured data, state of the product, and the skeleton of the page.
 * What could be about a person is taken out: names of keys, forms, addresses, phones, mails and long random words.
 */
(() => {
  const MOST = { snapshot: 250_000, text: 160, nodes: 4000, state: 60_000 };
  const PERSONAL_KEY = new RegExp(
    [
      /token|session|passw|secret|cookie|csrf|xsrf|sign(ature)?$|auth|account|user|member|buyer|receiver|consignee/,
      /address|phone|mobile|email|mail$|avatar|nick|wangwang|login|uid$|utdid|umid|track|trace|uuid|guid|device/,
      /fingerprint|birthday|gender|coupon|wallet|balance|history|footprint|recommendUser|ip$/,
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
  /** An address without what a link can carry of a person: only parameters that choose a product or a variant stay. */
  const link = (value) => {
    try {
      const url = new URL(value, location.href);
      if (!/^https?:$/.test(url.protocol)) return take();
      // Firefox lets a script of an extension not iterate over the parameters of an address.
      const names = [];
      url.searchParams.forEach((_, name) => names.push(name));
      for (const name of names)
        if (
          !/^(id|item_?id|offerId|sku_?id|sku|variant|v1|color|colour|size|goods_id|spuId|propertyValueId|productId|p|pid|style)$/i.test(
            name,
          )
        ) {
          url.searchParams.delete(name);
          removed += 1;
        }
      url.hash = "";
      return clean(url.href);
    } catch {
      return take();
    }
  };

  const redact = (node, depth = 0) => {
    if (typeof node === "string") return (/^(https?:)?\/\//.test(node) ? link(node) : clean(node)).slice(0, 600);
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

  const parts = [
    `<!-- url: ${link(location.href)} -->`,
    "<!doctype html>",
    `<html lang="${clean(document.documentElement.lang)}">`,
    '<meta charset="utf-8">',
    `<title>${clean(document.title).slice(0, 300)}</title>`,
  ];
  const escape = (value) => value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  for (const element of document.querySelectorAll("meta[property], meta[itemprop], meta[name='description']")) {
    const name = element.getAttribute("property") ?? element.getAttribute("itemprop") ?? element.getAttribute("name");
    if (/^(og:|product:|twitter:|price|name|sku|availability|description)/i.test(name))
      parts.push(`<meta property="${escape(name)}" content="${escape(redact(element.content))}">`);
  }
  for (const script of document.querySelectorAll('script[type*="json"]')) {
    try {
      const content = JSON.stringify(redact(JSON.parse(script.textContent))).replace(/</g, "\\u003c");
      if (content.length <= MOST.state)
        parts.push(
          `<script type="${escape(script.type)}"${script.id ? ` id="${escape(script.id)}"` : ""}>${content}</script>`,
        );
    } catch {
      parts.push(`<!-- ${escape(script.type)}: ${script.textContent.length} characters that are no JSON -->`);
    }
  }
  // Of other scripts only their beginnings of state by name, never their content.
  for (const script of document.scripts) {
    const name = /(?:window\.|var\s+)([\w$.]{3,40})\s*=\s*[{[(]/.exec(script.textContent.slice(0, 2000))?.[1];
    if (name && !script.src) parts.push(`<!-- script: ${escape(name)}, ${script.textContent.length} characters -->`);
  }

  let nodes = 0;
  const VOID = new Set(["img", "input", "br", "hr", "meta", "link", "source"]);
  const PERSONAL = [
    "input, textarea, select, form[action*='login'], [contenteditable], header, footer, nav, iframe, svg",
    "script, style, noscript, link, meta, title, [class*='user' i], [id*='user' i]",
    "[class*='comment' i], [class*='review' i], [class*='address' i]",
  ].join(", ");
  const isPersonal = (element) => element.matches(PERSONAL);
  const skeleton = (element) => {
    if (nodes >= MOST.nodes) return "";
    if (isPersonal(element)) {
      removed += 1;
      return "";
    }
    nodes += 1;
    const attributes = ["id", "class", "itemprop", "itemtype", "data-sku", "aria-checked", "data-value"]
      .filter((name) => element.hasAttribute(name))
      .map((name) => ` ${name}="${escape(clean(element.getAttribute(name)).slice(0, 120))}"`)
      .join("");
    const source =
      element.localName === "img"
        ? ` src="${escape(link(element.getAttribute("data-src") ?? element.getAttribute("src") ?? ""))}"`
        : "";
    if (VOID.has(element.localName)) return `<${element.localName}${attributes}${source}>`;
    const inner = [...element.childNodes]
      .map((child) =>
        child.nodeType === 1
          ? skeleton(child)
          : child.nodeType === 3
            ? escape(clean(child.data.replace(/\s+/g, " ").trim()).slice(0, MOST.text))
            : "",
      )
      .join("");
    return `<${element.localName}${attributes}>${inner}</${element.localName}>`;
  };
  const root =
    document.querySelector("h1")?.closest("main, #root, #app, #__next, [itemtype*='Product']") ??
    document.querySelector("main") ??
    document.body;
  if (root) parts.push(skeleton(root));
  return { snapshot: parts.join("\n").slice(0, MOST.snapshot), url: link(location.href), removed };
})();
