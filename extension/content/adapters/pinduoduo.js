/** Pinduoduo / Yangkeduo; its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, param, stateAfter, words } = window.__svcH;

  const id = () => param("goods_id", "goodsId");
  const state = () => attempt(() => window.rawData) ?? stateAfter("window.rawData");
  const store = () => {
    const data = state();
    return first(at(data, "store.initDataObj"), at(data, "initDataObj"), at(data, "stores.store.initDataObj"));
  };
  const image = (entry) => text(typeof entry === "object" ? first(entry?.url, entry?.src) : entry);

  const fromState = () => {
    const data = store();
    const goods = data?.goods;
    const own = text(first(goods?.goodsID, goods?.goodsId));
    if (!text(goods?.goodsName) || (own && id() && own !== id())) return null;
    const skus = list(goods.skus).filter((sku) => sku && typeof sku === "object");
    const raw = (sku) => text(first(sku?.groupPrice, sku?.group_price, ""));
    // Whole numbers without a single decimal could be fen: then the price is uncertain.
    const isYuan = [
      ...skus.map(raw),
      text(goods.minGroupPrice),
      text(goods.maxGroupPrice),
      text(goods.minOnSaleGroupPrice),
    ].some((price) => price.includes("."));
    const valuesOf = (sku) => list(sku?.specs).map((spec) => text(first(spec?.spec_value, spec?.specValue)));
    const keys = list(skus[0]?.specs).map((spec) => text(first(spec?.spec_key, spec?.specKey)));
    const idOf = (sku) => text(first(sku?.skuID, sku?.skuId, sku?.sku_id));
    const asked = param("sku_id", "skuId");
    const sku = skus.find((entry) => asked && idOf(entry) === asked) ?? (skus.length === 1 ? skus[0] : undefined);
    const isOff = (entry) =>
      Number(first(entry?.quantity, 1)) === 0 || entry?.isOnsale === 0 || entry?.isOnsale === false;
    const prices = new Set(skus.map(raw).filter(Boolean));
    const lowest = [...prices].sort((one, other) => Number(one) - Number(other))[0];
    return {
      title: text(goods.goodsName),
      price: first(sku && raw(sku), text(goods.minGroupPrice), text(goods.minOnSaleGroupPrice), lowest, ""),
      price_uncertain: !isYuan || (!sku && prices.size > 1),
      price_source: "state",
      price_path: sku ? `skus[skuID=${idOf(sku)}].groupPrice` : "goods.minGroupPrice",
      image_url: image(first(sku?.thumbUrl, list(goods.topGallery)[0], goods.hdThumbUrl, goods.thumbUrl)),
      images: list(first(goods.topGallery, goods.viewImageData, goods.gallery)).map(image),
      sku_id: idOf(sku),
      variant: sku ? valuesOf(sku).filter(Boolean).join(" / ") : "",
      shop: { name: text(first(at(data, "mall.mallName"), at(data, "mall.mall_name"))) },
      sold_out: sku ? isOff(sku) : goods.isOnSale === false || (skus.length > 0 && skus.every(isOff)),
      ...window.__svcH.table(
        keys,
        skus.map((entry) => ({
          id: idOf(entry),
          values: valuesOf(entry),
          price: raw(entry),
          stock: first(entry.quantity),
          image: image(entry.thumbUrl),
          sold_out: isOff(entry),
        })),
      ),
    };
  };

  const adapter = {
    id: "pinduoduo",
    label: "Pinduoduo",
    hosts: /(^|\.)(yangkeduo|pinduoduo)\.com$/,
    match: (url) =>
      /^https?:\/\/([\w-]+\.)*(yangkeduo|pinduoduo)\.com\/(?:[^?#]*\/)?goods\w*\.html\?(?:[^#]*&)?goods_id=\d+/.test(
        url,
      ),
    parse: (base) => {
      const found = attempt(fromState);
      if (!found && !(base.confident && base.price))
        return words(".goods-container, #main") && base.confident ? {} : { unreadable: true };
      const asked = param("sku_id", "skuId");
      return {
        ...found,
        currency: "CNY",
        marketplace: "pinduoduo",
        external_id: id(),
        sku_param: "sku_id",
        url: `https://mobile.yangkeduo.com/goods.html?goods_id=${id()}${/^\d+$/.test(asked) ? `&sku_id=${asked}` : ""}`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
