/** Goofish / Xianyu (second hand); its pages and sources: docs/adapters.md. */
(() => {
  const { first, list, text, attempt, param, words, search, stateAfter } = window.__svcH;

  const id = () => param("id", "itemId");
  const states = () => [
    attempt(() => window.__INITIAL_DATA__) ?? stateAfter("window.__INITIAL_DATA__"),
    attempt(() => window.__INIT_DATA__),
    attempt(() => window.__ICE_APP_CONTEXT__?.loaderData),
    attempt(() => window.__STORE__),
  ];

  const fromState = () => {
    const holder = states()
      .filter(Boolean)
      .map((state) => attempt(() => search(state, (node) => node.itemDO && typeof node.itemDO === "object", 8)))
      .find(Boolean);
    const item = holder?.itemDO;
    if (!item || (text(item.itemId) && id() && text(item.itemId) !== id())) return null;
    const [low, high] = [text(item.minPrice), text(item.maxPrice)];
    return {
      title: text(first(item.title, text(item.desc).slice(0, 60))),
      price: text(first(item.soldPrice, item.price, low)),
      price_uncertain: Boolean(low && high && low !== high),
      price_source: "state",
      price_path: "itemDO.soldPrice",
      image_url: text(list(item.imageInfos)[0]?.url),
      images: list(item.imageInfos).map((image) => text(image?.url)),
      shop: { name: text(first(holder.sellerDO?.nick, holder.sellerDO?.uniqueName)) },
      sold_out: ["1", "2", "6"].includes(text(item.itemStatus)) || /卖掉|已售|下架/.test(text(item.itemStatusStr)),
    };
  };

  const fromDom = () => {
    const description = words('[class*="desc--"], [class*="main--"] [class*="title--"]');
    const title = text(document.title).replace(/[_\-–|]\s*(闲鱼|goofish).*$/i, "");
    if (!description && !title) return null;
    return {
      title: first(title && !/^闲鱼/.test(title) ? title : "", description.slice(0, 60)),
      image_url: text(
        first(
          ...[...document.querySelectorAll('[class*="item-main-window"] img, [class*="carousel"] img')].map((image) =>
            image.getAttribute("src"),
          ),
        ),
      ),
      shop: { name: words('[class*="item-user-info-nick--"], [class*="nick--"]') },
      sold_out: /卖掉了|已卖出/.test(words('[class*="item-main-info--"], [class*="soldOut"]')),
    };
  };

  const adapter = {
    id: "goofish",
    label: "Goofish",
    hosts: /(^|\.)(goofish\.com|idle\.taobao\.com)$|^2\.taobao\.com$/,
    match: (url) =>
      /^https?:\/\/([\w-]+\.)*goofish\.com\/(?:[^?#]*\/)?item(\.htm)?\?(?:[^#]*&)?(id|itemId)=\d+/.test(url) ||
      /^https?:\/\/2\.taobao\.com\/item\.htm\?(?:[^#]*&)?id=\d+/.test(url),
    parse: () => {
      const found = attempt(fromState) ?? fromDom();
      if (!found) return { unreadable: true };
      return {
        ...found,
        currency: "CNY",
        marketplace: "goofish",
        external_id: id(),
        url: `https://www.goofish.com/item?id=${id()}`,
      };
    },
  };
  (window.__SVC_ADAPTERS ??= {})[adapter.id] = adapter;
})();
