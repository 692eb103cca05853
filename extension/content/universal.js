/** The universal parser: JSON-LD in all its shapes, microdata, OpenGraph, meta. Text of the page is the last resort. */
(() => {
  if (window.__svcUniversal) return;
  const { text, first, attempt, meta, query, words } = window.__svcH;

  const list = (value) => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
  const isOf = (node, kind) => list(node?.["@type"]).some((type) => text(type).replace(/^https?:\/\/schema\.org\//, "") === kind);

  /** JSON-LD as shops write it: comments, control characters and trailing commas included. */
  const readJson = (source) => {
    const clean = source.replace(/^\s*<!--|-->\s*$/g, "").replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*$/gm, "");
    return (
      attempt(() => JSON.parse(clean)) ??
      attempt(() => JSON.parse(clean.replace(/[\u0000-\u001f]+/g, " ").replace(/,(\s*[}\]])/g, "$1"))) ??
      attempt(() => JSON.parse(clean.replace(/&quot;/g, '"').replace(/&amp;/g, "&")))
    );
  };

  const flatten = (node, depth = 0) => {
    if (!node || typeof node !== "object" || depth > 6) return [];
    if (Array.isArray(node)) return node.flatMap((child) => flatten(child, depth + 1));
    return [node, ...flatten(node["@graph"], depth + 1), ...flatten(node.mainEntity, depth + 1)];
  };

  const image = (value) => text(first(...list(value).map((entry) => (typeof entry === "object" ? first(entry?.url, entry?.contentUrl) : entry))));

  /** Price, currency and whether it is only the low end of a range. */
  const offer = (offers) => {
    const all = list(offers).filter((entry) => entry && typeof entry === "object");
    for (const entry of all) {
      const specification = list(entry.priceSpecification)[0];
      const price = text(first(entry.price, specification?.price, entry.lowPrice));
      if (!price) continue;
      const ranged = entry.price === undefined && entry.lowPrice !== undefined && text(entry.lowPrice) !== text(entry.highPrice);
      return {
        price,
        currency: text(first(entry.priceCurrency, specification?.priceCurrency)),
        ranged: ranged || (all.length > 1 && new Set(all.map((other) => text(other.price))).size > 1),
        soldOut: /OutOfStock|SoldOut|Discontinued/.test(text(entry.availability)),
      };
    }
    return {};
  };

  const here = () => location.href.split("#")[0];
  const sku = () => new URLSearchParams(location.search).get("v1") ?? new URLSearchParams(location.search).get("sku") ?? "";

  /** The variant of a group that the address names; the group's own facts fill what it leaves open. */
  const ofGroup = (group) => {
    const variants = list(group.hasVariant);
    const named = variants.find((variant) => {
      const address = text(first(variant.url, list(variant.offers)[0]?.url));
      return (address && here().includes(address)) || (sku() && [variant.sku, variant.productID, variant["@id"]].some((id) => text(id).includes(sku())));
    });
    const chosen = named ?? (variants.length === 1 ? variants[0] : null);
    const prices = new Set(variants.map((variant) => offer(variant.offers).price).filter(Boolean));
    return { ...group, ...(chosen ?? { offers: variants[0]?.offers }), name: first(group.name, chosen?.name), productID: group.productGroupID, uncertain: !chosen && prices.size > 1, chosen };
  };

  const fromJsonLd = () => {
    const nodes = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => flatten(readJson(script.textContent)));
    const products = nodes.filter((node) => isOf(node, "Product") || isOf(node, "ProductGroup"));
    if (!products.length) return {};
    const canonical = text(query('link[rel="canonical"]')?.href) || here();
    const own = products.find((node) => [node.url, node["@id"], list(node.offers)[0]?.url].some((address) => address && canonical.startsWith(text(address).split("#")[0]) && text(address).length > 12));
    const node = isOf(own ?? products[0], "ProductGroup") ? ofGroup(own ?? products[0]) : (own ?? products[0]);
    const money = offer(node.offers);
    const variant = [node.color, node.size].map((part) => text(typeof part === "object" ? part?.name : part)).filter(Boolean).join(" / ");
    return {
      title: text(node.name),
      price: money.price,
      currency: money.currency,
      price_uncertain: Boolean(money.ranged || node.uncertain || (!own && products.length > 1)),
      image_url: image(node.image),
      external_id: text(first(node.productID, node.sku, node.mpn)),
      variant: node.chosen === null ? "" : variant,
      shop: { name: text(first(list(node.offers)[0]?.seller?.name, typeof node.brand === "object" ? node.brand?.name : node.brand)) },
      sold_out: money.soldOut,
    };
  };

  const fromMicrodata = () => {
    const root = query('[itemtype*="schema.org/Product"]');
    if (!root) return {};
    const prop = (name) => [...root.querySelectorAll(`[itemprop="${name}"]`)].filter((element) => !element.closest("del, s"));
    const value = (element) => element && text(first(element.getAttribute("content"), element.getAttribute("src"), element.getAttribute("href"), element.textContent));
    // Shops put the crossed price before the current one.
    return { title: value(prop("name")[0]), price: value(prop("price").at(-1)), currency: value(prop("priceCurrency").at(-1)), image_url: value(prop("image")[0]), external_id: value(prop("sku")[0]) };
  };

  const fromMeta = () => {
    const price = first(meta("product:price:amount"), meta("og:price:amount"));
    const currency = first(meta("product:price:currency"), meta("og:price:currency"));
    return {
      title: first(meta("og:title"), meta("twitter:title")),
      // An amount without its currency is a guess.
      price: price && currency ? price : "",
      currency: price && currency ? currency : "",
      image_url: first(meta("og:image:secure_url"), meta("og:image"), meta("twitter:image")),
      external_id: first(meta("product:retailer_item_id"), ""),
      shop: { name: text(meta("og:site_name")) },
      is_product: /product/.test(meta("og:type")) || Boolean(price),
    };
  };

  /** What any page says of its product. */
  window.__svcUniversal = () => {
    const { merge } = window.__svcMerge;
    const structured = merge(attempt(fromMicrodata) ?? {}, attempt(fromJsonLd) ?? {});
    const meta = attempt(fromMeta) ?? {};
    const heading = words("h1") || text(document.title);
    const found = merge(merge({ title: heading }, meta), structured);
    return { ...found, url: first(text(query('link[rel="canonical"]')?.href), here()), confident: Boolean(structured.title || meta.is_product) };
  };
})();
