/** AliExpress; its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, param, stateAfter } = window.__svcH;

  const id = () => /\/item\/(?:[^/]*\/)?(\d{8,20})\.html/.exec(location.pathname)?.[1] ?? param("productId");
  const state = () => {
    const parameters = attempt(() => window.runParams) ?? stateAfter("window.runParams");
    return first(
      parameters?.data?.data,
      parameters?.data,
      attempt(() => window._d_c_?.DCData),
    );
  };
  const amount = (value) =>
    value && typeof value === "object"
      ? { price: first(value.value, text(value.formatedAmount)), currency: text(value.currency) }
      : { price: text(value), currency: "" };

  /** The table of properties, in the generations of the state and in the page. */
  const properties = () => {
    const { measures, cellPairs } = window.__svcH.properties;
    const data = state();
    const rows = list(
      first(
        at(data, "specsModule.props"),
        at(data, "productPropComponent.props"),
        at(data, "PRODUCT_PROP_PC.showedProps"),
      ),
    );
    return measures([
      ...rows.map((row) => [text(row?.attrName), text(row?.attrValue)]),
      ...cellPairs(
        '[class*="specification--prop"]',
        '[class*="specification--title"]',
        '[class*="specification--desc"]',
      ),
    ]);
  };

  const fromState = () => {
    const data = state();
    if (!data || typeof data !== "object") return null;
    const own = text(
      first(
        at(data, "commonModule.productId"),
        at(data, "productInfoComponent.id"),
        at(data, "productInfoComponent.idStr"),
        at(data, "GLOBAL_DATA.globalData.productId"),
      ),
    );
    if (own && id() && own !== id()) return null;
    const title = text(
      first(at(data, "titleModule.subject"), at(data, "productInfoComponent.subject"), at(data, "PRODUCT_TITLE.text")),
    );
    if (!title) return null;
    const properties = list(
      first(
        at(data, "skuModule.productSKUPropertyList"),
        at(data, "skuComponent.productSKUPropertyList"),
        at(data, "SKU.skuProperties"),
      ),
    ).filter((property) => property && typeof property === "object");
    const valuesOfProperty = (property) => list(first(property.skuPropertyValues, property.values));
    const nameOf = (value) => text(first(value?.propertyValueDisplayName, value?.propertyValueName, value?.name));
    const infos = first(at(data, "PRICE.skuPriceInfoMap"), at(data, "priceComponent.skuPriceInfoMap"), {});
    const rows = list(
      first(at(data, "skuModule.skuPriceList"), at(data, "priceComponent.skuPriceList"), at(data, "SKU.skuPaths")),
    ).filter((row) => row && typeof row === "object");
    const idOf = (row) => text(first(row.skuIdStr, row.skuId));
    const priceOf = (row) => {
      const info = infos[idOf(row)];
      const read = amount(
        first(
          row.skuVal?.skuActivityAmount,
          row.skuVal?.skuAmount,
          info?.salePrice,
          info?.salePriceString,
          info?.originalPrice,
        ),
      );
      return { price: read.price ?? "", currency: read.currency };
    };
    const valuesOf = (row) => {
      const ids = text(first(row.skuPropIds, row.path, ""))
        .split(/[,;]/)
        .map((part) => part.split(":").at(-1).split("#")[0]);
      return properties.map((property, index) =>
        nameOf(
          valuesOfProperty(property).find(
            (value) => text(first(value?.propertyValueId, value?.propertyValueIdLong, value?.id)) === ids[index],
          ),
        ),
      );
    };
    const pictureOf = (row) => {
      const names = valuesOf(row);
      return text(
        properties
          .flatMap((property, index) => valuesOfProperty(property).filter((value) => nameOf(value) === names[index]))
          .find((value) => value?.skuPropertyImagePath)?.skuPropertyImagePath,
      );
    };
    const asked = param("sku_id", "skuId");
    const row = rows.find((entry) => asked && idOf(entry) === asked) ?? (rows.length === 1 ? rows[0] : undefined);
    const chosen = row && priceOf(row);
    const general = amount(
      first(
        at(data, "priceModule.minActivityAmount"),
        at(data, "priceModule.minAmount"),
        at(data, "priceComponent.discountPrice.minActivityAmount"),
        at(data, "priceComponent.origPrice.minAmount"),
        at(data, "PRICE.targetSkuPriceInfo.salePriceString"),
        at(data, "priceModule.formatedActivityPrice"),
        at(data, "priceModule.formatedPrice"),
      ),
    );
    const prices = new Set(rows.map((entry) => text(priceOf(entry).price)).filter(Boolean));
    const stockOf = (entry) => first(entry.skuVal?.availQuantity, entry.skuStock, entry.stock);
    return {
      title,
      price: first(chosen?.price, general.price, ""),
      currency: first(
        chosen?.currency,
        general.currency,
        at(data, "currencyComponent.currencyCode"),
        at(data, "webEnv.currency"),
        at(data, "commonModule.tradeCurrencyCode"),
        "",
      ),
      price_uncertain: !chosen?.price && prices.size > 1,
      price_source: "state",
      price_path: chosen?.price ? `skuPriceList[skuId=${idOf(row)}]` : "priceModule",
      image_url: text(
        first(
          row && pictureOf(row),
          at(data, "imageModule.imagePathList.0"),
          at(data, "imageComponent.imagePathList.0"),
          at(data, "HEADER_IMAGE_PC.imagePathList.0"),
        ),
      ),
      images: list(
        first(
          at(data, "imageModule.imagePathList"),
          at(data, "imageComponent.imagePathList"),
          at(data, "HEADER_IMAGE_PC.imagePathList"),
        ),
      ).map(text),
      sku_id: row && rows.length > 1 ? idOf(row) : "",
      variant: row ? valuesOf(row).filter(Boolean).join(" / ") : "",
      shop: {
        name: text(
          first(
            at(data, "storeModule.storeName"),
            at(data, "sellerComponent.storeName"),
            at(data, "SHOP_CARD_PC.storeName"),
          ),
        ),
        url: text(first(at(data, "storeModule.storeURL"), at(data, "sellerComponent.storeURL"))),
      },
      sold_out: row
        ? Number(first(stockOf(row), 1)) === 0
        : Number(first(at(data, "quantityModule.totalAvailQuantity"), 1)) === 0,
      axes:
        rows.length > 1
          ? properties.map((property) => ({
              name: text(first(property.skuPropertyName, property.name)),
              values: valuesOfProperty(property).map((value) => ({
                name: nameOf(value),
                image: text(value?.skuPropertyImagePath),
              })),
            }))
          : [],
      skus:
        rows.length > 1
          ? rows.map((entry) => ({
              id: idOf(entry),
              values: valuesOf(entry),
              price: priceOf(entry).price,
              stock: stockOf(entry),
              image: pictureOf(entry),
            }))
          : [],
    };
  };

  const adapter = {
    id: "aliexpress",
    label: "AliExpress",
    hosts: /(^|\.)aliexpress\.(com|us|ru)$/,
    match: (url) => /^https?:\/\/([\w-]+\.)*aliexpress\.(com|us|ru)\/item\/(?:[^/?#]*\/)?\d{8,20}\.html/.test(url),
    parse: (base) => {
      const found = attempt(fromState);
      if (!found && !base.confident) return { unreadable: true };
      const asked = param("sku_id", "skuId");
      const title = text(first(found?.title, base.title)).replace(/\s*[-|]\s*AliExpress.*$/i, "");
      return {
        ...attempt(properties),
        ...found,
        title,
        marketplace: "aliexpress",
        sku_param: "sku_id",
        external_id: id(),
        url: `${location.origin}/item/${id()}.html${/^\d+$/.test(asked) ? `?sku_id=${asked}` : ""}`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
