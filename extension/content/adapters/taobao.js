/** Taobao and Tmall; its pages and sources: docs/adapters.md. */
(() => {
  const { at, first, list, text, attempt, words, param, stateAfter, query, hundredths, entries } = window.__svcH;

  const id = () => param("id", "itemId", "item_id") || (/\/(\d{9,20})\.htm/.exec(location.pathname)?.[1] ?? "");

  const states = () => {
    const context =
      attempt(() => window.__ICE_APP_CONTEXT__) ?? stateAfter("var b =") ?? stateAfter("__ICE_APP_CONTEXT__ =");
    const loaders = context?.loaderData ?? {};
    return [
      at(loaders, "home.data.res"),
      at(loaders, "home.data"),
      at(loaders, "pcdetail.data.res"),
      ...entries(loaders).map(([, entry]) => at(entry, "data.res")),
      attempt(() => window.__INITIAL_DATA__?.data),
      attempt(() => window.__INIT_DATA?.data),
      stateAfter("window.__INITIAL_DATA__")?.data,
    ];
  };
  /** The state that describes this product; one of another product is left over from the page before. */
  const state = () =>
    states().find(
      (candidate) =>
        (candidate?.item || candidate?.skuBase) &&
        (!id() || !text(candidate.item?.itemId) || text(candidate.item.itemId) === id()),
    ) ?? null;

  /** Data that the mobile page keeps as text inside its state. */
  const stacked = (res) => attempt(() => JSON.parse(res.apiStack[0].value)) ?? {};

  const ROWS = '[class*="skuItem--"], #J_isku .tb-prop, .tm-sale-prop';
  const chosenPath = (props) => {
    const rows = [...document.querySelectorAll(ROWS)];
    if (rows.length < props.length) return null;
    const picked = props.map((prop, index) => {
      const values = [...rows[index].querySelectorAll('[class*="valueItem--"], li[data-value]')];
      const place = values.findIndex(
        (entry) => /isSelected|tb-selected/.test(entry.className) || entry.getAttribute("aria-checked") === "true",
      );
      const value = prop.values?.[place];
      return value && `${prop.pid}:${value.vid}`;
    });
    return picked.length && picked.every(Boolean) ? picked.join(";") : null;
  };

  const money = (price) => {
    if (!price || price.hiddenPrice === "true" || price.hiddenPrice === true) return "";
    // priceMoney is fen as a text.
    return first(text(price.priceText), hundredths(price.priceMoney), "");
  };
  /** Of several SKU tables the one that has prices. */
  const bestCore = (...cores) =>
    cores.find((core) => entries(core?.sku2info).some(([key, entry]) => key !== "0" && money(entry?.price))) ??
    cores.find((core) => core?.sku2info) ??
    {};

  /** Tables of properties: in the generations of the state, and in the page. */
  const properties = () => {
    const { measures, shownPairs, cellPairs } = window.__svcH.properties;
    const res = state();
    const infos = list(at(res, "componentsVO.extensionInfoVO.infos")).flatMap((info) => list(info?.items));
    const groups = list(at(res, "props.groupProps")).flatMap((group) =>
      entries(group).flatMap(([, rows]) => list(rows)),
    );
    return measures([
      ...infos.map((info) => [text(info?.title), list(info?.text).map(text).join(" ")]),
      ...groups.flatMap((row) => entries(row)).map(([name, value]) => [name, text(value)]),
      ...shownPairs("#J_AttrUL li, .attributes-list li"),
      ...cellPairs('[class*="infoItem--"]', '[class*="infoItemTitle--"]', '[class*="infoItemContent--"]'),
    ]);
  };

  const fromState = () => {
    const res = state();
    if (!res) return null;
    const core = bestCore(res.skuCore, stacked(res).skuCore);
    const props = list(res.skuBase?.props);
    const skus = list(res.skuBase?.skus);
    const asked = param("skuId");
    const path = chosenPath(props);
    const sku =
      skus.find((entry) => asked && text(entry.skuId) === asked) ??
      (path && skus.find((entry) => entry.propPath === path)) ??
      (skus.length === 1 ? skus[0] : undefined);
    const info = core.sku2info ?? {};
    const own = sku && info[sku.skuId];
    const valuesOf = (entry) =>
      text(entry.propPath)
        .split(";")
        .map((pair) => {
          const [pid, vid] = pair.split(":");
          return props.find((prop) => text(prop.pid) === pid)?.values?.find((value) => text(value.vid) === vid);
        })
        .filter(Boolean);
    const values = sku ? valuesOf(sku) : [];
    // sku2info["0"] is the floor of the item, no SKU's price, unless there are no SKUs.
    const floor = money(info["0"]?.price);
    const shown = at(res, "componentsVO.priceVO.price") ?? at(res, "price.price") ?? at(stacked(res), "price.price");
    const ownPrice = own && money(own.price);
    const price = first(ownPrice, skus.length ? undefined : floor, money(shown), floor);
    const prices = new Set(
      entries(info)
        .filter(([key]) => key !== "0")
        .map(([, entry]) => money(entry?.price))
        .filter(Boolean),
    );
    const ranged = /起/.test(text(shown?.priceDesc)) || prices.size > 1;
    // Renders without a channel token carry decoy prices: they lack the final price altogether.
    const decoy = Boolean(res.componentsVO && !res.componentsVO.priceVO?.price && !own?.price);
    return {
      title: text(first(res.item?.title, at(res, "componentsVO.titleVO.title.title"))),
      price,
      price_uncertain:
        decoy || (!ownPrice && skus.length > 1 && ranged) || Boolean(sku && !ownPrice && skus.length > 1),
      price_source: "state",
      price_path: ownPrice
        ? `sku2info[${text(sku.skuId)}].price`
        : money(shown)
          ? "priceVO.price"
          : 'sku2info["0"].price',
      image_url: text(first(values.find((value) => value.image)?.image, res.item?.images?.[0])),
      images: list(res.item?.images).map(text),
      external_id: text(res.item?.itemId),
      sku_id: text(sku?.skuId),
      variant: values.map((value) => text(value.name)).join(" / "),
      shop: {
        name: text(first(res.seller?.shopName, at(res, "componentsVO.storeCardVO.shopName"), res.seller?.sellerNick)),
      },
      sold_out: own ? Number(own.quantity) === 0 : info["0"] !== undefined && Number(info["0"].quantity) === 0,
      axes: props.map((prop) => ({
        name: text(prop.name),
        values: list(prop.values).map((value) => ({ name: text(value?.name), image: text(value?.image) })),
      })),
      skus:
        skus.length > 1
          ? skus.map((entry) => ({
              id: text(entry.skuId),
              values: valuesOf(entry).map((value) => text(value.name)),
              price: money(info[entry.skuId]?.price),
              stock: first(info[entry.skuId]?.quantity),
              image: text(valuesOf(entry).find((value) => value.image)?.image),
            }))
          : [],
    };
  };

  /** SKU maps of the older pages: `;pid:vid;pid:vid;` → price, stock, id. */
  const oldSkus = (map) => {
    const labels = new Map(
      [...document.querySelectorAll("#J_isku li[data-value], .tm-sale-prop li[data-value]")].map((entry) => [
        entry.dataset.value,
        text(entry.title || entry.textContent),
      ]),
    );
    const rows = entries(map).map(([key, sku]) => ({
      id: text(sku?.skuId),
      values: key
        .split(";")
        .filter(Boolean)
        .map((pair) => labels.get(pair) ?? ""),
      price: text(sku?.price),
      stock: first(sku?.stock),
    }));
    return rows.every((row) => row.values.length && row.values.every(Boolean)) ? rows : [];
  };

  const fromOldPage = () => {
    const config = attempt(() => window.g_config) ?? stateAfter("var g_config");
    const shop = stateAfter("TShop.Setup(");
    if (!config?.idata && !shop?.itemDO) return null;
    if (
      id() &&
      text(first(config?.itemId, shop?.itemDO?.itemId)) &&
      text(first(config?.itemId, shop?.itemDO?.itemId)) !== id()
    )
      return null;
    const picture = query("#J_ImgBooth");
    const skus = oldSkus(first(stateAfter("Hub.config.set('sku',")?.valItemInfo?.skuMap, shop?.valItemInfo?.skuMap));
    const asked = param("skuId");
    const chosenValues = [
      ...document.querySelectorAll("#J_isku li.tb-selected[data-value], .tm-sale-prop li.tb-selected[data-value]"),
    ].map((entry) => text(entry.title || entry.textContent));
    const sku = skus.find(
      (row) => (asked && row.id === asked) || (chosenValues.length && row.values.join("|") === chosenValues.join("|")),
    );
    const shown = first(
      words("#J_PromoPriceNum"),
      words("em.tb-rmb-num"),
      text(shop?.detail?.defaultItemPrice),
      text(shop?.itemDO?.reservePrice),
    );
    return {
      title: text(first(config?.idata?.item?.title, shop?.itemDO?.title, words("#J_Title h3"))),
      price: first(words("#J_PromoPriceNum"), sku?.price, shown),
      price_uncertain: !words("#J_PromoPriceNum") && !sku?.price,
      price_source: sku?.price && !words("#J_PromoPriceNum") ? "state" : "page",
      price_path: sku?.price ? `skuMap[${sku.id}].price` : "#J_PromoPriceNum",
      image_url: text(first(config?.idata?.item?.pic, picture?.getAttribute("data-src"), picture?.getAttribute("src"))),
      images: list(config?.idata?.item?.auctionImages).map(text),
      external_id: text(first(config?.itemId, shop?.itemDO?.itemId)),
      sku_id: text(sku?.id),
      variant: sku ? sku.values.join(" / ") : "",
      shop: { name: text(config?.idata?.shop?.title) },
      ...window.__svcH.table(
        (skus[0]?.values ?? []).map((_, index) =>
          text(document.querySelectorAll("#J_isku .tb-property-type, .tm-sale-prop .tb-metatit")[index]?.textContent),
        ),
        skus,
      ),
    };
  };

  const adapter = {
    id: "taobao",
    label: "Taobao / Tmall",
    hosts: /(^|\.)(taobao\.com|tmall\.(com|hk))$/,
    match: (url) =>
      /^https?:\/\/([\w-]+\.)*(taobao\.com|tmall\.com|tmall\.hk)\//.test(url) &&
      /\/(item|detail|awp\/core\/detail)[^?]*\?(?:[^#]*&)?(id|itemId|item_id)=\d+|\/\d{9,20}\.htm/.test(url) &&
      !/^https?:\/\/(2\.taobao|s\.taobao|shop\d+\.|list\.tmall)/.test(url),
    parse: () => {
      const found = fromState() ?? fromOldPage() ?? {};
      const host = /tmall\.hk$/.test(location.hostname)
        ? "detail.tmall.hk"
        : /tmall/.test(location.hostname)
          ? "detail.tmall.com"
          : "item.taobao.com";
      const item = id() || found.external_id;
      const sku = param("skuId");
      const page = `https://${host}/item.htm?id=${item}${/^\d+$/.test(sku) ? `&skuId=${sku}` : ""}`;
      const title = text(first(found.title, document.title)).replace(
        /\s*-\s*(tmall\.com天猫|淘宝网|天猫Tmall\.com|淘寶)$/,
        "",
      );
      const typed = Math.floor(
        Number(
          query('[class*="countValue"] input, [class*="countInput"] input, #J_IptAmount, input[class*="countValue"]')
            ?.value,
        ),
      );
      return {
        ...attempt(properties),
        ...found,
        title,
        currency: window.__svcH.yuanUnless(found?.price),
        marketplace: /tmall/.test(location.hostname) ? "tmall" : "taobao",
        external_id: item,
        sku_param: "skuId",
        url: item && page,
        quantity: typed > 1 ? typed : 0,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
