/** JD; its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, words, stateAfter, decode, param } = window.__svcH;

  const id = () => /\/(?:product\/)?(\d{4,16})\.html/.exec(location.pathname)?.[1] ?? param("sku", "wareId");
  const picture = (path) =>
    /^(https?:)?\/\//.test(text(path))
      ? text(path)
      : text(path) && `https://img14.360buyimg.com/n0/${text(path).replace(/^\//, "")}`;
  const NOT_OPTIONS = /^(sku_?id|image|img|sequenceNo|stock|price|cut|yushou|isSale)$/i;

  /** Options of the sibling SKUs: each entry has its id and one value per option. */
  const siblings = (entry) => {
    const rows = list(entry).filter((row) => row && typeof row === "object");
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
      (name) => !NOT_OPTIONS.test(name) && rows.some((row) => text(row[name])),
    );
    const valuesOf = (row) => names.map((name) => decode(row[name]));
    const own = rows.find((row) => text(first(row.skuId, row.SkuId)) === id());
    if (rows.length < 2 || !names.length) return { variant: own ? valuesOf(own).filter(Boolean).join(" / ") : "" };
    return {
      variant: own ? valuesOf(own).filter(Boolean).join(" / ") : "",
      axes: names.map((name, index) => ({
        name,
        values: [...new Set(rows.map((row) => valuesOf(row)[index]).filter(Boolean))].map((value) => ({
          name: value,
          image: picture(rows.find((row) => valuesOf(row)[index] === value && index === 0)?.image),
        })),
      })),
      skus: rows.map((row) => ({
        id: text(first(row.skuId, row.SkuId)),
        values: valuesOf(row),
        image: picture(row.image),
      })),
    };
  };

  /** The price in the element that carries this SKU's number is certain; other shown ones are read by their places. */
  const shownPrice = () => {
    const price = [...document.querySelectorAll(`.J-p-${id()}`)]
      .map((element) => text(element.textContent))
      .find((shown) => /\d/.test(shown));
    return price ? { price, price_uncertain: false, price_source: "page", price_path: `.J-p-${id()}` } : {};
  };

  /** The tables of properties; the mobile page has the same names. */
  const properties = () => {
    const { measures, shownPairs, cellPairs } = window.__svcH.properties;
    return measures([
      ...shownPairs(".p-parameter li, .parameter2 li"),
      ...cellPairs(".Ptable-item dl dl, .Ptable-item dl", "dt", "dd"),
      ...cellPairs(".attrs .item, .m-spec-item", ".name", ".text, .value"),
    ]);
  };

  const fromDesktop = () => {
    const product = attempt(() => window.pageConfig?.product) ?? stateAfter("pageConfig =")?.product;
    if (!product || (text(product.skuid) && id() && text(product.skuid) !== id())) return null;
    return {
      ...shownPrice(),
      ...siblings(product.colorSize),
      title: decode(first(product.name, words(".sku-name, .sku-title"))),
      image_url: picture(first(product.src, list(product.imageList)[0])),
      images: list(product.imageList).map(picture),
      shop: {
        name: text(
          first(
            product.shopName,
            words(".J-hove-wrap .name a, .shopName a, .popbox-inner h3 a, #crumb-wrap .item .name a"),
          ),
        ),
      },
      sold_out: /无货/.test(words("#store-prompt")) || Number(product.warestatus ?? 1) === 0,
    };
  };

  const fromMobile = () => {
    const only = attempt(() => window._itemOnly) ?? stateAfter("window._itemOnly");
    if (!only?.item) return null;
    const info = attempt(() => window._itemInfo) ?? stateAfter("window._itemInfo");
    const sku = text(only.item.skuId);
    if (sku && id() && sku !== id()) return null;
    return {
      ...siblings(first(only.item.newColorSize, only.item.ColorSize)),
      title: decode(only.item.skuName),
      ...(text(at(info, "price.p"))
        ? { price: text(info.price.p), price_source: "state", price_path: "_itemInfo.price.p", price_uncertain: false }
        : shownPrice()),
      image_url: picture(list(only.item.image)[0]),
      images: list(only.item.image).map(picture),
      shop: {
        name: text(first(at(info, "stock.self_D.vender"), at(info, "stock.D.vender"), at(only, "shopInfo.shop.name"))),
      },
      sold_out: /无货/.test(text(at(info, "stock.StockStateName"))),
    };
  };

  const adapter = {
    id: "jd",
    label: "JD",
    hosts: /(^|\.)jd\.(com|hk)$/,
    match: (url) =>
      /^https?:\/\/(npc|m?\.?)?item(\.m)?\.jd\.(com|hk)\/(product\/)?\d+\.html/.test(url) ||
      /^https?:\/\/item\.m\.jd\.com\/ware\/view\.action\?.*wareId=\d+/.test(url),
    parse: (base) => {
      const found = fromDesktop() ?? fromMobile() ?? { ...shownPrice(), title: words(".sku-name, .sku-title") };
      if (!found.title && !base.confident) return { unreadable: true };
      const host = /jd\.hk$/.test(location.hostname) ? location.hostname : "item.jd.com";
      const title = text(first(found.title, base.title)).replace(
        /^【[^】]{0,20}(京东|JD)[^】]{0,10}】|【(行情|图片|价格)[^】]*】.*$/g,
        "",
      );
      return {
        ...attempt(properties),
        ...found,
        title,
        currency: window.__svcH.yuanUnless(found?.price),
        marketplace: "jd",
        external_id: id(),
        sku_id: id(),
        url: id() && `https://${host}/${id()}.html`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
