/**
 * 1688 (wholesale). Pages: detail.1688.com/offer/<id>.html, m.1688.com/offer/<id>.html.
 * Sources in order: window.context.result (its three branches), __INIT_DATA of the mobile page, iDetailData of the old one, DOM.
 * Changes often: class names, the branch that is filled. Last seen to work: 2026-10.
 */
(() => {
  const { at, first, text, attempt, query, words, stateAfter, decode } = window.__svcH;

  const state = () => attempt(() => window.context?.result) ?? stateAfter("(window.contextPath,")?.result;
  const mobile = () => attempt(() => window.__INIT_DATA ?? window.__INIT_DATA__) ?? stateAfter("window.__INIT_DATA");
  const id = () => /offer\/(\d{6,14})/.exec(location.pathname)?.[1] ?? new URLSearchParams(location.search).get("offerId") ?? "";

  /** The chosen SKU's place in each option row, read from marks of choice: immune to a translated page. */
  const chosenIndexes = () =>
    [...document.querySelectorAll("#skuSelection .feature-item, .sku-prop-row")].map((row) =>
      [...row.querySelectorAll("button, .expand-view-item, .sku-value")].findIndex((entry) => /\b(active|selected)\b/.test(entry.className) || entry.getAttribute("aria-checked") === "true"),
    );

  const skuRows = (map) => (Array.isArray(map) ? map : Object.entries(map ?? {}).map(([specAttrs, sku]) => ({ specAttrs, ...sku })));

  const chosenSku = (props, skus) => {
    const asked = new URLSearchParams(location.search).get("skuId");
    const byId = asked && skus.find((sku) => text(sku.skuId) === asked);
    if (byId) return byId;
    if (skus.length === 1) return skus[0];
    const indexes = chosenIndexes();
    if (!props.length || indexes.length < props.length || indexes.some((index) => index < 0)) return undefined;
    const names = props.map((prop, row) => text(prop.value?.[indexes[row]]?.name));
    const key = names.join(">");
    return skus.find((sku) => decode(sku.specAttrs) === key);
  };

  const parseState = (model, root, fields) => {
    const props = first(at(model, "offerDetail.skuProps"), at(root, "skuModel.skuProps")) ?? [];
    const skus = skuRows(first(at(model, "tradeModel.skuMap"), at(root, "skuModel.skuInfoMapOriginal"), at(root, "skuModel.skuInfoMap")));
    const sku = chosenSku(props, skus);
    const order = at(root, "orderParamModel.orderParam");
    const ranges = first(
      at(fields, "mainPrice.fields.finalPriceModel.tradeWithoutPromotion.offerPriceRanges"),
      at(model, "tradeModel.offerPriceModel.currentPrices"),
      at(order, "skuParam.skuRangePrices"),
    ) ?? [];
    const kind = text(first(at(order, "skuParam.skuPriceType"), at(model, "tradeModel.skuPriceType"), at(model, "tradeModel.offerPriceModel.skuPriceType")));
    const begins = ranges.map((range) => Number(range.beginAmount));
    // Two entries with the same beginning are the cheapest and the dearest SKU, not steps.
    const isLadder = kind !== "skuPrice" && begins.every((begin, index) => index === 0 || begin > begins[index - 1]);
    const ownPrice = sku && text(first(sku.discountPrice, sku.price));
    const values = sku ? decode(sku.specAttrs).split(">") : [];
    const pictured = props.flatMap((prop) => prop.value ?? []).find((value) => value.imageUrl && values.includes(decode(value.name)));
    const low = first(ranges[0]?.price, at(model, "tradeModel.minPrice"), at(model, "tradeModel.priceDisplay"), at(root, "skuModel.skuPriceScale"));
    const hidden = at(root, "isPricePrivate") === true;
    const differing = new Set(skus.map((entry) => text(first(entry.discountPrice, entry.price))).filter(Boolean)).size > 1 || (!isLadder && ranges.length > 1);
    return {
      title: text(first(at(model, "offerDetail.subject"), at(model, "offerTitleModel.subject"), at(fields, "productTitle.fields.title"), at(root, "tempModel.offerTitle"))),
      price: hidden ? "" : text(first(ownPrice, low)),
      price_uncertain: hidden || (!ownPrice && differing),
      tiers: isLadder && !ownPrice ? ranges.map((range) => ({ from: range.beginAmount, price: range.price })) : [],
      min_quantity: first(at(order, "beginNum"), at(model, "tradeModel.beginAmount")),
      variant: values.join(" / "),
      image_url: text(first(pictured?.imageUrl, at(model, "offerDetail.mainImageList.0.fullPathImageURI"), at(model, "offerDetail.imageList.0.fullPathImageURI"), at(fields, "gallery.fields.offerImgList.0"), at(fields, "gallery.fields.mainImage.0"), at(root, "images.0.fullPathImageURI"), at(root, "images.0"))),
      shop: { name: text(first(at(model, "sellerModel.companyName"), at(root, "tempModel.companyName"), at(model, "sellerModel.loginId"))), url: text(at(model, "sellerModel.winportUrl")) },
      sold_out: Number(first(sku?.canBookCount, at(order, "canBookedAmount"), 1)) === 0,
    };
  };

  const fromDesktop = () => {
    const result = state();
    if (!result) return null;
    return parseState(at(result, "global.globalData.model") ?? {}, at(result, "data.Root.fields.dataJson") ?? {}, result.data ?? {});
  };

  const fromMobile = () => {
    const data = mobile();
    if (!data) return null;
    const component = Object.values(data.data ?? {}).map((entry) => first(at(entry, "data"), entry));
    const pictures = component.map((entry) => entry?.offerImgList).find(Array.isArray);
    const prices = component.map((entry) => at(entry, "priceModel.currentPrices")).find(Array.isArray);
    const parsed = parseState({ tradeModel: { offerPriceModel: { currentPrices: prices } } }, data.globalData ?? {}, {});
    return { ...parsed, image_url: first(parsed.image_url, text(pictures?.[0])) };
  };

  const fromOldPage = () => {
    const data = attempt(() => window.iDetailData) ?? stateAfter("var iDetailData");
    const config = attempt(() => window.iDetailConfig) ?? stateAfter("var iDetailConfig");
    if (!data?.sku && !config) return null;
    const steps = (data?.sku?.priceRange ?? []).map(([from, price]) => ({ from, price }));
    return {
      title: words("#mod-detail-title h1, h1.d-title"),
      price: text(first(steps[0]?.price, data?.sku?.price)),
      tiers: steps,
      min_quantity: config?.beginAmount,
      shop: { name: text(/name=([^;]+)/.exec(query('meta[property="og:product:nick"]')?.content ?? "")?.[1]), url: text(config?.companySiteLink) },
    };
  };

  const fromDom = () => {
    const steps = [...document.querySelectorAll(".module-od-main-price .step-price .price-comp, .step-price-item")].map((step) => ({
      from: Number(/\d+/.exec(step.querySelector(".unit, .step-amount")?.textContent ?? step.textContent.split(/[¥￥]/)[0])?.[0] ?? 1),
      price: /[¥￥]\s*([\d.]+)/.exec(step.textContent)?.[1],
    }));
    return { title: words(".title-content h1"), price: first(steps[0]?.price, words(".price-content .price-text")), tiers: steps, price_uncertain: true };
  };

  const adapter = {
    id: "1688",
    label: "1688",
    match: (url) => /^https?:\/\/([\w-]+\.)*1688\.com\//.test(url) && /offer\/\d+|offerId=\d+/.test(url),
    parse: () => {
      const found = fromDesktop() ?? fromMobile() ?? fromOldPage() ?? fromDom();
      return { ...found, title: first(found.title, text(document.title).replace(/\s*-\s*阿里巴巴.*$/, "")), currency: "CNY", marketplace: "1688", external_id: id(), url: id() && `https://detail.1688.com/offer/${id()}.html` };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
