/** Which product an address of a marketplace leads to, and the address without anything else. */
(() => {
  const MARKETPLACES = [
    {
      id: "tmall",
      host: /(^|\.)tmall\.(com|hk)$/,
      product: (url) => /item\.htm/.test(url.pathname) && url.searchParams.get("id"),
      address: (id) => `https://detail.tmall.com/item.htm?id=${id}`,
      sku: "skuId",
    },
    {
      id: "goofish",
      host: /(^|\.)goofish\.com$|^2\.taobao\.com$/,
      product: (url) =>
        /\/item(\.htm)?$/.test(url.pathname) && (url.searchParams.get("id") ?? url.searchParams.get("itemId")),
      address: (id) => `https://www.goofish.com/item?id=${id}`,
    },
    {
      id: "taobao",
      host: /(^|\.)taobao\.com$/,
      product: (url) => /item\.htm|\/detail/.test(url.pathname) && url.searchParams.get("id"),
      address: (id) => `https://item.taobao.com/item.htm?id=${id}`,
      sku: "skuId",
    },
    {
      id: "1688",
      host: /(^|\.)1688\.com$/,
      product: (url) => /\/offer\/(\d+)\.html/.exec(url.pathname)?.[1],
      address: (id) => `https://detail.1688.com/offer/${id}.html`,
      sku: "skuId",
    },
    {
      id: "jd",
      host: /(^|\.)jd\.(com|hk)$/,
      product: (url) => /item/.test(url.hostname) && /\/(?:product\/)?(\d{4,16})\.html/.exec(url.pathname)?.[1],
      address: (id, url) => `https://${/jd\.hk$/.test(url.hostname) ? url.hostname : "item.jd.com"}/${id}.html`,
    },
    {
      id: "pinduoduo",
      host: /(^|\.)(yangkeduo|pinduoduo)\.com$/,
      product: (url) => /\/goods\w*\.html/.test(url.pathname) && url.searchParams.get("goods_id"),
      address: (id) => `https://mobile.yangkeduo.com/goods.html?goods_id=${id}`,
      sku: "sku_id",
    },
    {
      id: "aliexpress",
      host: /(^|\.)aliexpress\.(com|us|ru)$/,
      product: (url) => /\/item\/(?:[^/]*\/)?(\d{8,20})\.html/.exec(url.pathname)?.[1],
      address: (id, url) => `${url.origin}/item/${id}.html`,
      sku: "sku_id",
    },
    {
      id: "weidian",
      host: /(^|\.)weidian\.com$/,
      product: (url) =>
        /\/item\w*\.html/.test(url.pathname) && (url.searchParams.get("itemID") ?? url.searchParams.get("itemId")),
      address: (id) => `https://weidian.com/item.html?itemID=${id}`,
      sku: "skuId",
    },
    {
      id: "poizon",
      host: /(^|\.)dewu\.com$/,
      product: (url) => /product-?detail/i.test(url.pathname) && url.searchParams.get("spuId"),
      address: (id) => `https://www.dewu.com/product-detail.html?spuId=${id}`,
    },
  ];

  const of = (host) => MARKETPLACES.find((marketplace) => marketplace.host.test(host));

  /** The product behind an address: its marketplace, its id, the SKU that it chooses, and its own address; null for everything else. */
  const product = (value) => {
    try {
      const url = new URL(String(value).replace(/^\/\//, "https://"), location.href);
      const marketplace = /^https?:$/.test(url.protocol) ? of(url.hostname) : undefined;
      const id = marketplace?.product(url);
      if (!id || !/^\d{3,20}$/.test(id)) return null;
      const sku = marketplace.sku ? (url.searchParams.get(marketplace.sku) ?? "") : "";
      const own = marketplace.address(id, url);
      const chosen = /^\d+$/.test(sku) ? sku : "";
      const parameter = chosen && `${own.includes("?") ? "&" : "?"}${marketplace.sku}=${chosen}`;
      return { marketplace: marketplace.id, external_id: id, url: `${own}${parameter}`, sku_id: chosen };
    } catch {
      return null;
    }
  };

  window.__svcH.products = { product, marketplace: () => of(location.hostname)?.id ?? "" };
})();
