/** The universal parser: what structured data, shop software, meta elements and the page itself say. */
(() => {
  if (window.__svcH.universal) return;
  const { text, first, attempt, query, words } = window.__svcH;
  const { here } = window.__svcH.schema;
  const { fromMeta, plainTitle } = window.__svcH.pageMeta;
  const money = window.__svcH.money;

  /** The one price that the page shows near its heading, or "". */
  const shownPrice = () => {
    const { candidates } = window.__svcH.hints?.() ?? { candidates: [] };
    const best = candidates[0];
    if (!best) return {};
    // Amounts that are as likely as each other leave the price open; their currency can be known all the same.
    const rivals = candidates.filter((candidate) => candidate.score >= best.score - 10);
    if (rivals.some((candidate) => candidate.amount !== best.amount)) {
      const codes = new Set(rivals.map((candidate) => money.currency(candidate.text).code));
      return codes.size === 1 ? { currency: best.text } : {};
    }
    return {
      price: best.text,
      currency: best.text,
      price_uncertain: true,
      price_source: "page",
      price_path: best.path,
    };
  };
  /** Whether the page shows prices near its heading, and none of them is this one. */
  const contradicts = (found) => {
    const digits = (amount) => amount.replace(/\.0+$/, "").replace(".", "");
    const own = money.parse(found.price, { currency: money.currency(found.currency).code, machine: true }).amount;
    const { candidates } = window.__svcH.hints();
    const likely = candidates.filter((candidate) => candidate.score >= candidates[0].score - 25);
    return (
      own &&
      likely.length > 0 &&
      !candidates.some((candidate) =>
        [own, `${own}0`, `${own}00`].some((spelling) => digits(candidate.amount) === digits(spelling)),
      )
    );
  };
  /** Whether the prices near the heading are in other currencies than this one. */
  const contradictsCurrency = (found) => {
    const own = money.currency(found.currency).code;
    const { candidates } = window.__svcH.hints();
    const likely = candidates.filter((candidate) => candidate.score >= candidates[0].score - 25);
    const named = likely.map((candidate) => money.currency(candidate.text));
    return own && named.length > 0 && named.every(({ code, guessed }) => code && !guessed && code !== own);
  };
  /** The currency of the prices near the heading, if they have one; certain where one of them is this price. */
  const shownCurrency = (found) => {
    const { candidates } = window.__svcH.hints();
    const codes = new Set(candidates.map((candidate) => money.currency(candidate.text).code));
    if (codes.size !== 1 || codes.has("")) return {};
    const { amount } = money.parse(found.price, { currency: [...codes][0], machine: true });
    const same = candidates.find((candidate) => candidate.amount === amount);
    return { currency: (same ?? candidates[0]).text, currency_uncertain: !same };
  };
  /** Data about the product that any page can have. */
  window.__svcH.universal = () => {
    const { merge } = window.__svcH.merge;
    const linked = attempt(window.__svcH.jsonLd) ?? {};
    const micro = attempt(window.__svcH.microdata) ?? {};
    const structured =
      linked.found && micro.found ? merge(micro, linked) : linked.found ? linked : micro.found ? micro : {};
    const social = attempt(fromMeta) ?? {};
    const isList = Boolean(linked.list || (micro.list && !linked.found)) && !structured.found;
    const software = isList ? null : attempt(window.__svcH.platforms);
    const heading = words("h1") || text(document.title);
    const meant = software?.weak ? { ...software } : software;
    let found = merge(merge({ title: heading }, social), structured);
    if (meant) {
      const own = { ...meant };
      // Structured data that name one variant's price know better than a state that is not sure of it.
      if (
        structured.price &&
        (meant.weak || (!meant.variant && meant.price_uncertain) || !first(meant.currency, found.currency))
      )
        for (const key of ["price", "price_source", "price_path", "price_uncertain", "currency"]) delete own[key];
      if (structured.title || social.title) delete own.title;
      if (structured.variant && !own.variant) delete own.variant;
      if (structured.external_id) delete own.external_id;
      if (structured.skus?.length > 1) {
        delete own.skus;
        delete own.axes;
      }
      delete own.weak;
      if (own.price && !own.currency) own.currency = found.currency;
      found = merge(found, own);
      if (meant.skus?.length > 1 && meant.price_uncertain && !meant.variant && !structured.variant)
        found.price_uncertain = true;
    }
    const layer = isList ? null : attempt(window.__svcH.choice.tagged);
    const sold =
      !isList &&
      !structured.found &&
      !social.is_product &&
      !(software && !software.weak) &&
      !social.is_other &&
      (attempt(window.__svcH.choice.sellsOne) ?? false);
    if (layer && !window.__svcH.merge.isUsable("price", found.price))
      found = merge(found, structured.title || social.title ? { ...layer, title: "" } : layer);
    // The choice on the page is a SKU with a price of its own.
    const pageSku =
      found.skus?.length > 1 && !found.sku_id ? attempt(() => window.__svcH.choice.chosenSku(found.skus)) : null;
    if (pageSku)
      found = {
        ...found,
        variant: pageSku.values.filter(Boolean).join(" / "),
        sku_id: pageSku.id,
        variant_uncertain: pageSku.isDefault,
        sold_out: Boolean(pageSku.sold_out),
        ...(pageSku.price ? { price: pageSku.price, price_uncertain: false, price_path: "skus[chosen].price" } : {}),
        ...(pageSku.image ? { image_url: pageSku.image } : {}),
      };
    const confident =
      sold ||
      Boolean(layer?.title && words("h1")) ||
      (!isList &&
        !(social.is_other && !(structured.found && structured.price)) &&
        Boolean(
          structured.title ||
          social.is_product ||
          (software && !software.weak && found.title) ||
          (software?.weak && software.price && !social.is_other && words("h1")),
        ));
    if (confident && !window.__svcH.merge.isUsable("price", found.price))
      found = merge(found, attempt(shownPrice) ?? {});
    if (confident && found.price && !money.currency(found.currency, text(found.price)).code)
      found = { ...found, ...(attempt(() => shownCurrency(found)) ?? {}) };
    if (confident && found.price && found.price_source !== "page") {
      if (attempt(() => contradicts(found) || window.__svcH.hints().isOnRequest)) found.price_uncertain = true;
      // Who has to be asked for the price writes nines where a number belongs.
      if (/^9{5,}(\.[09]+)?$/.test(text(found.price)) && attempt(() => window.__svcH.hints().isOnRequest))
        found.price = "";
      if (attempt(() => contradictsCurrency(found))) found.currency_uncertain = true;
    }
    if (confident && !window.__svcH.merge.isUsable("image_url", found.image_url) && !(found.images ?? []).some(Boolean))
      found = { ...found, image_url: attempt(() => window.__svcH.hints().picture) ?? "" };
    if (confident && !structured.found && attempt(() => window.__svcH.hints().isSoldOut)) found.sold_out = true;
    const typed =
      attempt(() =>
        Math.floor(
          Number(
            query(
              'input[name="quantity" i], input[name="qty" i], input[id="quantity" i], input[name="quantite" i], input[name="menge" i]',
            )?.value,
          ),
        ),
      ) || 0;
    if (typed > 1) found = { ...found, quantity: typed };
    const site = first(structured.site, linked.site, social.site, "");
    return {
      ...found,
      title: plainTitle(found.title, site),
      url: here() + (/^#!?\/|(sku|variant|color|colour|size)/i.test(location.hash) ? location.hash : ""),
      shop: structured.shop?.name ? structured.shop : null,
      site: text(first(social.site, linked.site, "")),
      confident,
    };
  };
})();
