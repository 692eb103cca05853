/**
 * Taobao and Tmall. Pages: item.taobao.com/item.htm, detail.tmall.com/item.htm, their mobile and world variants.
 * Sources in order: __ICE_APP_CONTEXT__ (SSR), the mobile state, g_config and TShop of the older pages, DOM by class prefixes.
 * Changes often: hashed classes, the key under loaderData. Last seen to work: 2026-10.
 */
(() => {
  const { at, first, text, attempt, words, stateAfter, query } = window.__svcH;

  const id = () => new URL(location.href).searchParams.get("id") ?? new URL(location.href).searchParams.get("itemId") ?? /\/(\d{9,20})\.htm/.exec(location.pathname)?.[1] ?? "";

  const state = () => {
    const context = attempt(() => window.__ICE_APP_CONTEXT__) ?? stateAfter("var b =") ?? stateAfter("__ICE_APP_CONTEXT__ =");
    const loaders = context?.loaderData ?? {};
    const candidates = [at(loaders, "home.data.res"), at(loaders, "home.data"), at(loaders, "pcdetail.data.res"), ...Object.values(loaders).map((entry) => at(entry, "data.res"))];
    return candidates.find((candidate) => candidate?.item || candidate?.skuBase) ?? attempt(() => window.__INITIAL_DATA__?.data) ?? null;
  };

  /** What the mobile page keeps as a text inside its state. */
  const stacked = (res) => attempt(() => JSON.parse(res.apiStack[0].value)) ?? {};

  const chosenPath = (props) => {
    const rows = [...document.querySelectorAll('[class*="skuItem--"], #J_isku .tb-prop, .tm-sale-prop')];
    if (rows.length < props.length) return null;
    const picked = props.map((prop, index) => {
      const values = [...rows[index].querySelectorAll('[class*="valueItem--"], li[data-value]')];
      const place = values.findIndex((entry) => /isSelected|tb-selected/.test(entry.className) || entry.getAttribute("aria-checked") === "true");
      const value = prop.values?.[place];
      return value && `${prop.pid}:${value.vid}`;
    });
    return picked.every(Boolean) ? picked.join(";") : null;
  };

  const money = (price) => {
    if (!price || price.hiddenPrice === "true" || price.hiddenPrice === true) return "";
    // priceMoney is fen as a text.
    const fen = /^\d+$/.test(text(price.priceMoney)) ? text(price.priceMoney).padStart(3, "0") : "";
    return first(text(price.priceText), fen && `${fen.slice(0, -2)}.${fen.slice(-2)}`, "");
  };

  const fromState = () => {
    const res = state();
    if (!res) return null;
    const core = res.skuCore ?? stacked(res).skuCore ?? {};
    const props = res.skuBase?.props ?? [];
    const skus = res.skuBase?.skus ?? [];
    const asked = new URL(location.href).searchParams.get("skuId");
    const path = chosenPath(props);
    const sku = skus.find((entry) => asked && text(entry.skuId) === asked) ?? (path && skus.find((entry) => entry.propPath === path)) ?? (skus.length === 1 ? skus[0] : undefined);
    const info = core.sku2info ?? {};
    const own = sku && info[sku.skuId];
    const values = sku ? text(sku.propPath).split(";").map((pair) => {
      const [pid, vid] = pair.split(":");
      return props.find((prop) => text(prop.pid) === pid)?.values?.find((value) => text(value.vid) === vid);
    }).filter(Boolean) : [];
    // sku2info["0"] is the floor of the item, no SKU's price, unless there are no SKUs.
    const floor = money(info["0"]?.price);
    const shown = at(res, "componentsVO.priceVO.price") ?? at(res, "price.price") ?? at(stacked(res), "price.price");
    const price = first(own && money(own.price), skus.length ? undefined : floor, money(shown), floor);
    const ranged = /起/.test(text(shown?.priceDesc)) || new Set(Object.entries(info).filter(([key]) => key !== "0").map(([, entry]) => money(entry.price))).size > 1;
    // Renders without a channel token carry decoy prices: they lack the final price altogether.
    const decoy = Boolean(res.componentsVO && !res.componentsVO.priceVO?.price && !own?.price);
    return {
      title: text(first(res.item?.title, at(res, "componentsVO.titleVO.title.title"))),
      price,
      price_uncertain: decoy || (!own && skus.length > 1 && ranged),
      image_url: text(first(values.find((value) => value.image)?.image, res.item?.images?.[0])),
      external_id: text(res.item?.itemId),
      variant: values.map((value) => text(value.name)).join(" / "),
      shop: { name: text(first(res.seller?.shopName, at(res, "componentsVO.storeCardVO.shopName"), res.seller?.sellerNick)) },
      sold_out: own ? Number(own.quantity) === 0 : info["0"] !== undefined && Number(info["0"].quantity) === 0,
    };
  };

  const fromOldPage = () => {
    const config = attempt(() => window.g_config) ?? stateAfter("var g_config");
    const shop = stateAfter("TShop.Setup(");
    if (!config?.idata && !shop?.itemDO) return null;
    const picture = query("#J_ImgBooth");
    return {
      title: text(first(config?.idata?.item?.title, shop?.itemDO?.title, words("#J_Title h3"))),
      price: first(words("#J_PromoPriceNum"), words("em.tb-rmb-num"), text(shop?.detail?.defaultItemPrice), text(shop?.itemDO?.reservePrice)),
      price_uncertain: !words("#J_PromoPriceNum"),
      image_url: text(first(config?.idata?.item?.pic, picture?.getAttribute("data-src"), picture?.getAttribute("src"))),
      external_id: text(first(config?.itemId, shop?.itemDO?.itemId)),
      shop: { name: text(config?.idata?.shop?.title) },
    };
  };

  const fromDom = () => ({
    title: first(words('[class*="mainTitle--"]'), words("h1")),
    price: words('[class*="priceText"]'),
    price_uncertain: true,
    shop: { name: words('[class*="ShopHeader"] [class*="name"]') },
  });

  const adapter = {
    id: "taobao",
    label: "Taobao / Tmall",
    match: (url) => /^https?:\/\/([\w-]+\.)*(taobao\.com|tmall\.com|tmall\.hk)\//.test(url) && /[?&](id|itemId|item_id)=\d+|\/\d{9,20}\.htm/.test(url),
    parse: () => {
      const found = fromState() ?? fromOldPage() ?? fromDom();
      const tmall = /tmall/.test(location.hostname);
      const item = id() || found.external_id;
      const sku = new URL(location.href).searchParams.get("skuId");
      const page = `https://${tmall ? "detail.tmall.com" : "item.taobao.com"}/item.htm?id=${item}${sku ? `&skuId=${sku}` : ""}`;
      const title = first(found.title, text(document.title)).replace(/\s*-\s*(tmall\.com天猫|淘宝网|天猫Tmall\.com)$/, "");
      return { ...found, title, currency: "CNY", marketplace: tmall ? "tmall" : "taobao", external_id: item, url: item && page };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
