/** Weidian; its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, param, query, search, entries } = window.__svcH;

  const id = () => param("itemID", "itemId", "itemid");
  const state = () => {
    const data = attempt(() => JSON.parse(query("#__rocker-render-inject__")?.getAttribute("data-obj")));
    return first(
      at(data, "result.default_model"),
      data && search(data, (node) => node.item_info && typeof node.item_info === "object", 5),
      attempt(() => window.__INITIAL_STATE__?.default_model),
    );
  };

  const fromState = () => {
    const model = state();
    const info = model?.item_info;
    const own = text(first(info?.item_id, info?.itemId, info?.itemID));
    if (!info || (own && id() && own !== id())) return null;
    const attributes = list(model.sku_properties?.attr_list).filter(
      (attribute) => attribute && typeof attribute === "object",
    );
    const valueOf = (part) =>
      attributes.flatMap((attribute) => list(attribute.attr_values)).find((value) => text(value?.attr_id) === part);
    const skus = entries(model.sku_properties?.sku).map(([key, sku]) => ({
      key,
      parts: key.split("-").map(valueOf),
      sku,
    }));
    const priceOf = (sku) => text(first(sku?.promotion_price, sku?.price, ""));
    const shown = text(first(info.promotion_price, info.price, info.item_price, info.low_price, info.origin_price, ""));
    const isYuan = [shown, ...skus.map(({ sku }) => priceOf(sku))].some((price) => price.includes("."));
    const prices = new Set(skus.map(({ sku }) => priceOf(sku)).filter(Boolean));
    const asked = param("skuId", "sku_id");
    const chosen =
      skus.find(({ sku }) => asked && text(first(sku?.id, sku?.sku_id)) === asked) ??
      (skus.length === 1 ? skus[0] : undefined);
    const values = ({ parts }) => parts.map((value) => text(value?.attr_value));
    const heads = list(first(info.item_head, info.imgs, info.item_imgs, info.images)).map((entry) =>
      text(typeof entry === "object" ? first(entry?.url, entry?.img) : entry),
    );
    return {
      title: text(first(info.item_name, info.itemName, info.title)),
      price: first(chosen && priceOf(chosen.sku), shown, [...prices][0], ""),
      price_uncertain: !isYuan || (!chosen && prices.size > 1),
      price_source: "state",
      price_path: chosen ? `sku_properties.sku[${chosen.key}].price` : "item_info.price",
      image_url: text(first(chosen?.parts.find((value) => value?.img)?.img, heads[0], info.item_main_pic)),
      images: heads,
      sku_id: text(first(chosen?.sku?.id, chosen?.sku?.sku_id)),
      variant: chosen ? values(chosen).filter(Boolean).join(" / ") : "",
      shop: {
        name: text(
          first(at(model, "shop_info.shopName"), at(model, "shop_info.shop_name"), at(model, "shop_info.name")),
        ),
      },
      sold_out: chosen ? Number(first(chosen.sku?.stock, 1)) === 0 : Number(first(info.stock, 1)) === 0,
      axes:
        skus.length > 1
          ? attributes.map((attribute) => ({
              name: text(attribute.attr_title),
              values: list(attribute.attr_values).map((value) => ({
                name: text(value?.attr_value),
                image: text(value?.img),
              })),
            }))
          : [],
      skus:
        skus.length > 1
          ? skus.map((row) => ({
              id: text(first(row.sku?.id, row.sku?.sku_id)),
              values: values(row),
              price: priceOf(row.sku),
              stock: first(row.sku?.stock),
              image: text(first(row.sku?.img, row.parts.find((value) => value?.img)?.img)),
            }))
          : [],
    };
  };

  const adapter = {
    id: "weidian",
    label: "Weidian",
    hosts: /(^|\.)(weidian|koudai)\.com$/,
    match: (url) =>
      /^https?:\/\/([\w-]+\.)*weidian\.com\/(?:[^?#]*\/)?item(_pc|\w*)\.html\?(?:[^#]*&)?itemI[dD]=\d+/.test(url),
    parse: (base) => {
      const found = attempt(fromState);
      if (!found && !base.confident) return { unreadable: true };
      const asked = param("skuId", "sku_id");
      return {
        ...found,
        currency: "CNY",
        marketplace: "weidian",
        external_id: id(),
        sku_param: "skuId",
        url: `https://weidian.com/item.html?itemID=${id()}${/^\d+$/.test(asked) ? `&skuId=${asked}` : ""}`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
