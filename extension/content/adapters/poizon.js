/**
 * Poizon / Dewu. Pages: www.dewu.com/product-detail.html, fast.dewu.com/page/productDetail, www.poizon.com/product/….
 * Sources in order: __NEXT_DATA__ (searched for a product), the server-rendered page by class prefixes, JSON-LD of the universal parser.
 * Changes often: paths inside __NEXT_DATA__. Prices of the state are in fen. Last seen to work: 2026-10.
 */
(() => {
  const { first, text, attempt, words, query } = window.__svcH;

  const param = (name) => new URL(location.href).searchParams.get(name) ?? "";
  const state = () => attempt(() => JSON.parse(query("#__NEXT_DATA__").textContent)) ?? attempt(() => window.__NEXT_DATA__);

  /** The object that describes a product, wherever the page put it. */
  const search = (node, depth = 0) => {
    if (!node || typeof node !== "object" || depth > 10) return null;
    if (!Array.isArray(node) && (node.detail?.title || (node.title && (node.spuId || node.productId || node.skus)))) return node;
    for (const child of Object.values(node).slice(0, 300)) {
      const found = search(child, depth + 1);
      if (found) return found;
    }
    return null;
  };

  const yuan = (fen) => {
    const digits = /^\d+$/.test(text(fen)) && Number(fen) > 0 ? text(fen).padStart(3, "0") : "";
    return digits && `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  const fromState = () => {
    const product = search(state());
    if (!product) return null;
    const detail = product.detail ?? product;
    const skus = Array.isArray(product.skus) ? product.skus : [];
    const sku = skus.find((entry) => text(entry.skuId) === param("skuId"));
    const properties = product.saleProperties?.list ?? [];
    const colour = properties.find((entry) => text(entry.propertyValueId) === param("propertyValueId"));
    const chosen = sku ? (sku.properties ?? []).map((entry) => first(entry.value, properties.find((known) => text(known.propertyValueId) === text(entry.propertyValueId))?.value)) : [colour?.value];
    // authPrice is the release (list) price: not what it sells for.
    const selling = (entry) => first(yuan(entry?.salePrice), yuan(entry?.minBidPrice), yuan(entry?.lowestPrice));
    return {
      title: text(detail.title),
      price: first(selling(sku), selling(product), selling(detail)),
      price_uncertain: !selling(sku),
      image_url: text(first(sku?.image, detail.logoUrl, detail.images?.[0]?.url, detail.images?.[0])),
      external_id: text(first(detail.spuId, product.spuId, product.productId)),
      variant: chosen.map(text).filter(Boolean).join(" / "),
      currency: /poizon\.com$/.test(location.hostname) ? text(product.currency) : "CNY",
    };
  };

  const fromDom = () => {
    const title = words('div[class^="_priceCon_"] ~ div[class^="_title_"]') || words('div[class^="_title_"]');
    if (!title) return null;
    const picture = query('img[class*="_carouselImg_"]');
    return { title, price: words('div[class^="_priceCon_"]'), price_uncertain: true, image_url: text(first(picture?.dataset?.src, picture?.src)), currency: "CNY" };
  };

  const adapter = {
    id: "poizon",
    label: "Poizon / Dewu",
    match: (url) => /^https?:\/\/([\w-]+\.)*(dewu\.com|poizon\.com)\//.test(url) && /product|ProductDetail/i.test(url),
    parse: (base) => {
      const found = fromState() ?? fromDom();
      // The desktop page is often an empty shell with a banner: that is no product.
      if (!found && !(base.price && base.confident)) return { unreadable: true };
      const spu = first(param("spuId"), found?.external_id, "");
      const page = spu && /dewu\.com$/.test(location.hostname) ? `https://www.dewu.com/product-detail.html?spuId=${spu}${param("skuId") ? `&skuId=${param("skuId")}` : ""}` : "";
      return { ...found, marketplace: "poizon", external_id: spu, url: page, shop: { name: "得物" } };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
