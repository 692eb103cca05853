/** Poizon / Dewu; its pages and sources: docs/adapters.md. */
(() => {
  const { first, list, text, attempt, param, json, search, hundredths } = window.__svcH;

  const state = () => json("#__NEXT_DATA__") ?? attempt(() => window.__NEXT_DATA__);
  const isProduct = (node) =>
    Boolean(
      (node.detail?.title && typeof node.detail === "object") ||
      (node.title && (node.spuId || node.productId || node.skus)),
    );

  const fromState = () => {
    const asked = param("spuId");
    const spuOf = (node) => text(first(node.detail?.spuId, node.spuId, node.productId));
    // A recommended product has a title too: with an id in the address only that product counts.
    const product = search(state(), (node) => isProduct(node) && (!asked || !spuOf(node) || spuOf(node) === asked));
    if (!product) return null;
    const detail = product.detail ?? product;
    const skus = list(product.skus).filter((entry) => entry && typeof entry === "object");
    const sku = skus.find((entry) => text(entry.skuId) === param("skuId")) ?? (skus.length === 1 ? skus[0] : undefined);
    const properties = list(product.saleProperties?.list ?? product.saleProperties);
    const named = (entry) => properties.find((known) => text(known?.propertyValueId) === text(entry?.propertyValueId));
    const valuesOf = (entry) =>
      list(entry?.properties)
        .map((property) => text(first(property?.value, named(property)?.value)))
        .filter(Boolean);
    const colour = properties.find((entry) => text(entry?.propertyValueId) === param("propertyValueId"));
    // authPrice is the release (list) price: not the selling price.
    const offered = (entry) =>
      list(
        list(product.skuInfoList).find((info) => text(info?.skuId) === text(entry?.skuId) && text(entry?.skuId))
          ?.tradeChannelInfoList,
      )
        .map((channel) => Number(first(channel?.optimalPrice, channel?.price, 0)))
        .filter((price) => price > 0)
        .sort((one, other) => one - other)[0];
    const selling = (entry) =>
      first(
        hundredths(entry?.salePrice),
        hundredths(entry?.minBidPrice),
        hundredths(entry?.lowestPrice),
        hundredths(offered(entry)),
        "",
      );
    const prices = skus.map(selling).filter(Boolean);
    const low = prices.length
      ? String(prices.reduce((least, price) => (Number(price) < Number(least) ? price : least)))
      : "";
    const own = sku && selling(sku);
    const rows = skus
      .map((entry) => ({
        id: text(entry.skuId),
        values: valuesOf(entry),
        price: selling(entry),
        image: text(entry.image),
        stock: first(entry.quantity, entry.stock),
        sold_out: !selling(entry) && prices.length > 0,
      }))
      .filter((row) => row.values.length);
    const widest = rows.reduce((most, row) => Math.max(most, row.values.length), 0);
    const even = rows.filter((row) => row.values.length === widest);
    const axisName = (index) =>
      text(properties.find((entry) => even.some((row) => row.values[index] === text(entry?.value)))?.name);
    return {
      title: text(detail.title),
      price: first(own, sku ? "" : first(selling(product), selling(detail), low)),
      price_uncertain: !own,
      price_source: "state",
      price_path: own ? `skus[skuId=${text(sku.skuId)}]` : "minBidPrice",
      image_url: text(first(sku?.image, detail.logoUrl, detail.images?.[0]?.url, detail.images?.[0])),
      images: list(detail.images).map((image) => text(typeof image === "object" ? image?.url : image)),
      external_id: spuOf(product),
      sku_id: text(sku?.skuId),
      variant: sku ? valuesOf(sku).join(" / ") : text(colour?.value),
      ...(/poizon\.com$/.test(location.hostname) ? { currency: text(product.currency) } : {}),
      sold_out: Boolean(sku && prices.length && !own),
      shop: { name: text(first(product.shop?.name, product.seller?.name, detail.sellerName)) },
      ...window.__svcH.table(
        (even[0]?.values ?? []).map((_, index) => axisName(index)),
        even,
      ),
    };
  };

  const adapter = {
    id: "poizon",
    label: "Poizon / Dewu",
    hosts: /(^|\.)(dewu|poizon)\.com$/,
    match: (url) =>
      /^https?:\/\/([\w-]+\.)*(dewu\.com|poizon\.com)\//.test(url) &&
      /product-?detail|\/product\/[^/?#]+/i.test(url.split("?")[0]),
    parse: (base) => {
      const found = fromState();
      // The desktop page is often an empty shell with a banner: that is not a product.
      if (!found && !(base.price && base.confident)) return { unreadable: true };
      const spu = first(param("spuId"), found?.external_id, "");
      const extra = ["skuId", "propertyValueId"]
        .filter((name) => /^\d+$/.test(param(name)))
        .map((name) => `&${name}=${param(name)}`)
        .join("");
      const page =
        spu && /dewu\.com$/.test(location.hostname)
          ? `https://www.dewu.com/product-detail.html?spuId=${spu}${extra}`
          : "";
      return {
        currency: /dewu\.com$/.test(location.hostname) ? "CNY" : "",
        ...found,
        marketplace: "poizon",
        external_id: spu,
        url: page,
        sku_param: page ? "skuId" : "",
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
