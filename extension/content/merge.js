/** An adapter's value wins only if it is usable. */
(() => {
  if (window.__svcH.merge) return;
  const isEmpty = (value) =>
    value === undefined ||
    value === null ||
    value === 0 ||
    (typeof value === "number" && Number.isNaN(value)) ||
    (typeof value === "string" && !value.trim()) ||
    (Array.isArray(value) && !value.some((entry) => !isEmpty(entry))) ||
    (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isEmpty));

  const isAddress = (value) => /^(https?:)?\/\/[^\s]|^\/[^/\s]|^[\w.-]+\//.test(String(value).trim());
  const isPrice = (value) =>
    window.__svcH.money
      ? Boolean(window.__svcH.money.parse(value).amount || window.__svcH.money.parse(value, { currency: "KWD" }).amount)
      : /[1-9]/.test(String(value));
  /** Values that normalisation would refuse, by field. */
  const USABLE = {
    price: isPrice,
    currency: (value) => !window.__svcH.money || Boolean(window.__svcH.money.currency(value).code),
    url: isAddress,
    image_url: isAddress,
    external_id: (value) => !/^(0|null|undefined|NaN|\[object .*)$/.test(String(value).trim()),
    min_quantity: (value) => Number(value) > 0,
    weight_grams: (value) => Number(value) > 0,
    shop: (value) => typeof value !== "object" || !isEmpty(value.name),
    tiers: (value) => value.some((tier) => isPrice(tier?.price)),
  };
  const isUsable = (field, value) => !isEmpty(value) && (USABLE[field]?.(value) ?? true);
  /** They say one thing together, so they come from one source. */
  const MONEY = ["price", "price_per", "currency", "price_source", "price_path", "price_uncertain", "is_of_several"];

  const merge = (base, refined) => {
    const out = { ...base };
    for (const [key, value] of Object.entries(refined ?? {}))
      if (!MONEY.includes(key) && (value === false || isUsable(key, value))) out[key] = value;
    // A page can give every object a price by its prototype: only the parser's own values count.
    const says = Object.assign(Object.create(null), refined);
    if (isUsable("price", says.price)) {
      for (const key of MONEY)
        if (key !== "currency") {
          if (says[key] === undefined) delete out[key];
          else out[key] = says[key];
        }
      if (isUsable("currency", says.currency)) out.currency = says.currency;
    } else {
      if (says.price_uncertain === true) out.price_uncertain = true;
      if (isUsable("currency", says.currency) && !(isUsable("price", out.price) && isUsable("currency", out.currency)))
        out.currency = says.currency;
    }
    return out;
  };
  window.__svcH.merge = { merge, isEmpty, isUsable };
})();
