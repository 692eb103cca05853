/** 1688 (wholesale); its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, query, words, param, stateAfter, decode, entries } = window.__svcH;

  const state = () =>
    attempt(() => window.context?.result) ??
    stateAfter("(window.contextPath,")?.result ??
    stateAfter("window.context=")?.result;
  const mobile = () => attempt(() => window.__INIT_DATA ?? window.__INIT_DATA__) ?? stateAfter("window.__INIT_DATA");
  const id = () => /offer\/(\d{6,14})/.exec(location.pathname)?.[1] ?? param("offerId");

  const ROWS = "#skuSelection .feature-item, .sku-prop-row";
  const VALUES = "button, .expand-view-item, .sku-value";
  const optionRows = () => [...document.querySelectorAll(ROWS)].map((row) => [...row.querySelectorAll(VALUES)]);
  const isChosen = (entry) =>
    /\b(active|selected)\b/.test(entry.className) || entry.getAttribute("aria-checked") === "true";
  /** The chosen SKU's place in each option row, read from marks of choice: immune to a translated page. */
  const chosenIndexes = () => optionRows().map((row) => row.findIndex(isChosen));

  /** Quantities typed next to the values of the last option, by place. */
  const typedQuantities = () => {
    const rows = [...document.querySelectorAll("#skuSelection .expand-view-item, .sku-item-wrapper, .obj-sku tr")];
    return rows.map((row) => Math.floor(Number(row.querySelector("input")?.value)) || 0);
  };

  const skuRows = (map) =>
    Array.isArray(map)
      ? map.filter((sku) => sku && typeof sku === "object")
      : entries(map).map(([specAttrs, sku]) => ({ specAttrs, ...sku }));
  const ownPriceOf = (sku) =>
    text(first(Number(sku?.discountPrice) > 0 ? sku.discountPrice : "", Number(sku?.price) > 0 ? sku.price : ""));
  /** Of several SKU maps the one that has prices; else the first that has SKUs. */
  const bestMap = (...maps) => {
    const filled = maps.map(skuRows).filter((rows) => rows.length);
    return filled.find((rows) => rows.some(ownPriceOf)) ?? filled[0] ?? [];
  };

  /** The values of a SKU in the order of the options; values may contain the sign that joins them. */
  const valuesOf = (sku, props) => {
    const key = decode(sku.specAttrs);
    if (props.length < 2) return key ? [key] : [];
    const names = props.map((prop) => list(prop.value).map((value) => decode(value.name)));
    const read = (rest, level) => {
      if (level === names.length) return rest === "" ? [] : null;
      for (const name of names[level]) {
        if (!rest.startsWith(name)) continue;
        const after = rest.slice(name.length);
        const tail =
          level === names.length - 1
            ? after === ""
              ? []
              : null
            : after.startsWith(">")
              ? read(after.slice(1), level + 1)
              : null;
        if (tail) return [name, ...tail];
      }
      return null;
    };
    return read(key, 0) ?? key.split(">");
  };

  const chosenSku = (props, skus) => {
    const asked = param("skuId");
    const byId = asked && skus.find((sku) => text(sku.skuId) === asked);
    if (byId) return byId;
    if (skus.length === 1) return skus[0];
    const indexes = chosenIndexes();
    if (!props.length || indexes.length < props.length || indexes.some((index) => index < 0)) return undefined;
    const names = props.map((prop, row) => decode(prop.value?.[indexes[row]]?.name));
    return skus.find((sku) => valuesOf(sku, props).join(">") === names.join(">"));
  };

  const weights = (model, fields) => {
    const byId = new Map(
      entries(at(model, "detailDescription.freightInfo.skuWeight")).map(([sku, kilograms]) => [
        sku,
        Math.round(Number(kilograms) * 1000),
      ]),
    );
    const rows = list(at(fields, "productPackInfo.fields.pieceWeightScale.pieceWeightScaleInfo"));
    for (const row of rows) if (Number(row?.weight) > 0) byId.set(text(row.skuId), Math.round(Number(row.weight)));
    return byId;
  };

  const parseState = (model, root, fields) => {
    const props = list(first(at(model, "offerDetail.skuProps"), at(root, "skuModel.skuProps"))).filter(
      (prop) => prop && typeof prop === "object",
    );
    const skus = bestMap(
      at(model, "tradeModel.skuMap"),
      at(root, "skuModel.skuInfoMapOriginal"),
      at(root, "skuModel.skuInfoMap"),
    );
    const sku = chosenSku(props, skus);
    const order = at(root, "orderParamModel.orderParam");
    const ranges = list(
      first(
        at(fields, "mainPrice.fields.finalPriceModel.tradeWithoutPromotion.offerPriceRanges"),
        at(model, "tradeModel.offerPriceModel.currentPrices"),
        at(order, "skuParam.skuRangePrices"),
      ),
    );
    const kind = text(
      first(
        at(order, "skuParam.skuPriceType"),
        at(model, "tradeModel.skuPriceType"),
        at(model, "tradeModel.offerPriceModel.skuPriceType"),
      ),
    );
    const begins = ranges.map((range) => Number(range?.beginAmount));
    // Two entries with the same beginning are the cheapest and the dearest SKU, not steps.
    const isLadder = kind !== "skuPrice" && begins.every((begin, index) => index === 0 || begin > begins[index - 1]);
    const ownPrice = sku && ownPriceOf(sku);
    const values = sku ? valuesOf(sku, props) : [];
    const pictured = props
      .flatMap((prop) => list(prop.value))
      .find((value) => value.imageUrl && values.includes(decode(value.name)));
    const low = first(
      ranges[0]?.price,
      at(model, "tradeModel.minPrice"),
      at(model, "tradeModel.priceDisplay"),
      at(root, "skuModel.skuPriceScale"),
    );
    const hidden = at(root, "isPricePrivate") === true || at(root, "isPricePrivate") === "true";
    const differing = new Set(skus.map(ownPriceOf).filter(Boolean)).size > 1 || (!isLadder && ranges.length > 1);
    const typed = typedQuantities();
    const last = props.at(-1);
    const indexes = chosenIndexes();
    const quantityOf = (own) => {
      const place = list(last?.value).findIndex((value) => decode(value.name) === own.at(-1));
      const others = own.slice(0, -1).every((name, row) => decode(props[row]?.value?.[indexes[row]]?.name) === name);
      return typed.length === list(last?.value).length && place >= 0 && others ? typed[place] : 0;
    };
    const weightOf = weights(model, fields);
    const sameWeight = new Set(weightOf.values());
    const scale = list(at(fields, "productPackInfo.fields.pieceWeightScale.pieceWeightScaleInfo")).find(
      (row) => sku && text(row?.skuId) === text(sku.skuId),
    );
    return {
      offer_id: text(first(at(model, "offerDetail.offerId"), at(root, "tempModel.offerId"))),
      title: text(
        first(
          at(model, "offerDetail.subject"),
          at(model, "offerTitleModel.subject"),
          at(fields, "productTitle.fields.title"),
          at(root, "tempModel.offerTitle"),
        ),
      ),
      price: hidden ? "" : text(first(ownPrice, low)),
      price_uncertain: hidden || (!ownPrice && differing),
      price_source: "state",
      price_path: ownPrice
        ? `skuMap[skuId=${text(sku.skuId)}].${Number(sku.discountPrice) > 0 ? "discountPrice" : "price"}`
        : ranges.length
          ? "currentPrices[0].price"
          : "tradeModel.minPrice",
      tiers:
        isLadder && !ownPrice && !hidden
          ? ranges.map((range) => ({ from: range?.beginAmount, price: range?.price }))
          : [],
      min_quantity: first(at(order, "beginNum"), at(model, "tradeModel.beginAmount")),
      variant: values.join(" / "),
      sku_id: text(sku?.skuId),
      image_url: text(
        first(
          pictured?.imageUrl,
          at(model, "offerDetail.mainImageList.0.fullPathImageURI"),
          at(model, "offerDetail.imageList.0.fullPathImageURI"),
          at(fields, "gallery.fields.offerImgList.0"),
          at(fields, "gallery.fields.mainImage.0"),
          at(root, "images.0.fullPathImageURI"),
          typeof at(root, "images.0") === "string" ? at(root, "images.0") : "",
        ),
      ),
      images: list(
        first(
          at(model, "offerDetail.mainImageList"),
          at(model, "offerDetail.imageList"),
          at(fields, "gallery.fields.offerImgList"),
          at(root, "images"),
        ),
      ).map((image) => text(typeof image === "object" ? first(image?.fullPathImageURI, image?.imageURI) : image)),
      shop: {
        name: text(
          first(
            at(model, "sellerModel.companyName"),
            at(root, "tempModel.companyName"),
            at(model, "sellerModel.loginId"),
          ),
        ),
        url: text(at(model, "sellerModel.winportUrl")),
      },
      sold_out: Number(first(sku?.canBookCount, at(order, "canBookedAmount"), 1)) === 0,
      weight_grams: (sku && weightOf.get(text(sku.skuId))) || (sameWeight.size === 1 ? [...sameWeight][0] : 0),
      size_mm: scale ? [scale.length, scale.width, scale.height].map((side) => Math.round(Number(side) * 10)) : [],
      axes: props.map((prop) => ({
        name: text(prop.prop),
        values: list(prop.value).map((value) => ({ name: decode(value?.name), image: text(value?.imageUrl) })),
      })),
      skus:
        skus.length > 1
          ? skus.map((entry) => {
              const own = valuesOf(entry, props);
              const picture = props
                .flatMap((prop) => list(prop.value))
                .find((value) => value.imageUrl && own.includes(decode(value.name)));
              return {
                id: text(entry.skuId),
                values: own,
                price: hidden ? "" : ownPriceOf(entry),
                stock: first(entry.canBookCount),
                image: text(picture?.imageUrl),
                quantity: quantityOf(own),
              };
            })
          : [],
    };
  };

  const fromDesktop = () => {
    const result = state();
    if (!result) return null;
    return parseState(
      at(result, "global.globalData.model") ?? {},
      at(result, "data.Root.fields.dataJson") ?? {},
      result.data ?? {},
    );
  };

  const fromMobile = () => {
    const data = mobile();
    if (!data) return null;
    const component = Object.values(data.data ?? {}).map((entry) => first(at(entry, "data"), entry));
    const pictures = component.map((entry) => entry?.offerImgList).find(Array.isArray);
    const prices = component.map((entry) => at(entry, "priceModel.currentPrices")).find(Array.isArray);
    const parsed = parseState(
      { tradeModel: { offerPriceModel: { currentPrices: prices } } },
      data.globalData ?? {},
      {},
    );
    return {
      ...parsed,
      image_url: first(parsed.image_url, text(pictures?.[0])),
      images: first(parsed.images, pictures),
    };
  };

  const fromOldPage = () => {
    const data = attempt(() => window.iDetailData) ?? stateAfter("var iDetailData");
    const config = attempt(() => window.iDetailConfig) ?? stateAfter("var iDetailConfig");
    if (!data?.sku && !config) return null;
    const steps = list(data?.sku?.priceRange).map((range) => ({ from: range?.[0], price: range?.[1] }));
    const props = list(data?.sku?.skuProps);
    const skus = skuRows(data?.sku?.skuMap);
    return {
      offer_id: text(config?.offerid),
      title: words("#mod-detail-title h1, h1.d-title"),
      price: text(first(steps[0]?.price, data?.sku?.price)),
      price_source: "state",
      price_path: "iDetailData.sku.priceRange",
      tiers: steps,
      min_quantity: config?.beginAmount,
      shop: {
        name: text(/name=([^;]+)/.exec(query('meta[property="og:product:nick"]')?.content ?? "")?.[1]),
        url: text(config?.companySiteLink),
      },
      axes: props.map((prop) => ({
        name: text(prop?.prop),
        values: list(prop?.value).map((value) => ({ name: decode(value?.name), image: text(value?.imageUrl) })),
      })),
      skus:
        skus.length > 1
          ? skus.map((sku) => ({
              id: text(sku.skuId),
              values: valuesOf(sku, props),
              price: ownPriceOf(sku),
              stock: sku.canBookCount,
            }))
          : [],
    };
  };

  const fromDom = () => {
    const steps = [...document.querySelectorAll(".module-od-main-price .step-price .price-comp, .step-price-item")].map(
      (step) => ({
        from: Number(
          /\d+/.exec(
            step.querySelector(".unit, .step-amount")?.textContent ?? step.textContent.split(/[¥￥]/)[0],
          )?.[0] ?? 1,
        ),
        price: /[¥￥]\s*([\d.]+)/.exec(step.textContent)?.[1],
      }),
    );
    return {
      title: words(".title-content h1"),
      price: first(steps[0]?.price, words(".price-content .price-text")),
      price_source: "page",
      price_path: ".step-price",
      tiers: steps,
      price_uncertain: true,
    };
  };

  const adapter = {
    id: "1688",
    label: "1688",
    hosts: /(^|\.)1688\.com$/,
    match: (url) => /^https?:\/\/([\w-]+\.)*1688\.com\//.test(url) && /\/offer\/\d+|[?&]offerId=\d+/.test(url),
    parse: () => {
      // A state of another offer is left over from the page before.
      const found =
        [fromDesktop, fromMobile, fromOldPage]
          .map((read) => attempt(read))
          .find((parsed) => parsed && (!parsed.offer_id || !id() || parsed.offer_id === id())) ?? fromDom();
      delete found.offer_id;
      const sku = param("skuId");
      return {
        ...found,
        title: first(found.title, text(document.title).replace(/\s*-\s*阿里巴巴.*$/, "")),
        currency: "CNY",
        marketplace: "1688",
        external_id: id(),
        sku_param: "skuId",
        url: id() && `https://detail.1688.com/offer/${id()}.html${/^\d+$/.test(sku) ? `?skuId=${sku}` : ""}`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
