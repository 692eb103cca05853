/** Prices of schema.org offers. */
(() => {
  if (window.__svcH.offers) return;
  const { text, first, list, spend } = window.__svcH;
  const { isOf, isHere, asked, ids, word, SOLD_OUT } = window.__svcH.schema;
  const money = window.__svcH.money;

  const isListPrice = (specification) =>
    /ListPrice|StrikethroughPrice|SRP|MSRP|RegularPrice|InvoicePrice/i.test(text(specification.priceType)) ||
    specification.validForMemberTier !== undefined ||
    (specification.referenceQuantity !== undefined &&
      specification.price !== undefined &&
      isOf(specification, "UnitPriceSpecification") &&
      Number(first(specification.referenceQuantity?.value, specification.referenceQuantity)) !== 1);
  /** Prices of one offer: amount, currency, whether it is the low end of a range, steps by quantity. */
  const ofOffer = (entry) => {
    const specifications = list(entry.priceSpecification).filter(
      (specification) => specification && typeof specification === "object" && !isListPrice(specification),
    );
    const step = (specification) =>
      Number(first(specification.eligibleQuantity?.minValue, specification.eligibleQuantity?.value, 0));
    const steps = specifications.filter((specification) => step(specification) > 0 && text(specification.price));
    const isWithoutTax = (one) => text(String(one.valueAddedTaxIncluded)) === "false";
    const priced = specifications.filter((one) => text(one.price));
    const specification = priced.find((one) => !isWithoutTax(one)) ?? priced[0] ?? specifications[0];
    const raw = first(
      ...[entry.price, specification?.price, entry.lowPrice, specification?.minPrice].map((amount) => list(amount)[0]),
    );
    const price = text(raw);
    return {
      price: typeof raw === "number" ? raw : (price ?? ""),
      currency: text(list(first(entry.priceCurrency, specification?.priceCurrency))[0]),
      ranged:
        new Set(list(entry.price).map(text)).size > 1 ||
        (text(list(entry.price)[0]) === "" &&
          ((text(first(entry.lowPrice, specification?.minPrice)) !== "" &&
            text(specification?.price) === "" &&
            text(first(entry.lowPrice, specification?.minPrice)) !==
              text(first(entry.highPrice, specification?.maxPrice))) ||
            Boolean(specification && isWithoutTax(specification)))),
      soldOut: SOLD_OUT.test(text(entry.availability)),
      tiers: new Set(steps.map(step)).size > 1 ? steps.map((one) => ({ from: step(one), price: one.price })) : [],
      least: Number(first(entry.eligibleQuantity?.minValue, steps[0] && step(steps[0]), 0)) || 0,
    };
  };

  const isLease = (entry) =>
    /LeaseOut|Rental/i.test(text(entry.businessFunction)) ||
    /month|MON\b|ANN\b/i.test(
      text(
        first(
          entry.priceSpecification?.unitText,
          entry.priceSpecification?.unitCode,
          entry.priceSpecification?.billingDuration,
        ),
      ),
    );
  /** Whether an offer ended more than a day ago. */
  const isExpired = (entry) => {
    const end = Date.parse(text(entry.priceValidUntil));
    return Number.isFinite(end) && end < Date.now() - 86_400_000;
  };
  const SUBSCRIPTION = /\bsubscri|\babonnement|\babo\b|подписк|定期/i;
  const value = (node) => money.parse(node.price, { currency: node.currency, machine: true }).amount;
  /** The price of several offers: one, if all agree; else the low end of the range. */
  const ofOffers = (offers, owner = null) => {
    const all = list(offers)
      .flat(3)
      .slice(0, 2000)
      .filter((entry) => entry && typeof entry === "object" && !isLease(entry))
      .flatMap((entry) => {
        spend();
        const below =
          isOf(entry, "AggregateOffer") && !text(entry.price)
            ? list(entry.offers).filter((one) => one && typeof one === "object")
            : [];
        const conditions = new Set(below.map((one) => /Used|Refurbished|Damaged/i.test(text(one.itemCondition))));
        const nested =
          below.length &&
          (conditions.size > 1 ||
            !text(entry.lowPrice) ||
            below.some((one) => isHere(first(one.url, one["@id"]), true)))
            ? below
            : [];
        return (nested.length ? nested : [entry]).map((one) => ({ ...ofOffer(one), node: one }));
      });
    const priced = all.filter((entry) => value(entry));
    const some = (kept, all) => (kept.length ? kept : all);
    const current = some(
      priced.filter((entry) => !isExpired(entry.node)),
      priced,
    );
    const counted = some(
      current.filter((entry) => !/Used|Refurbished|Damaged/i.test(text(entry.node.itemCondition))),
      current,
    );
    if (!counted.length)
      return {
        currency: all.find((entry) => entry.currency)?.currency ?? "",
        soldOut: all.length > 0 && all.every((entry) => entry.soldOut),
        all,
      };
    const values = asked();
    // A subscriber's price is not the price of one piece.
    const once = some(
      counted.filter((entry) => !SUBSCRIPTION.test(word(entry.node.name))),
      counted,
    );
    const available = some(
      once.filter((entry) => !entry.soldOut),
      once,
    );
    const byId = counted.filter((entry) => ids(entry.node).some((id) => values.includes(id)));
    const isOwn = (entry) =>
      byId.length ? byId.includes(entry) : isHere(first(entry.node.url, entry.node["@id"]), true);
    const chosen = counted.find(isOwn) ?? null;
    const low = available.reduce((least, entry) => (Number(value(entry)) < Number(value(least)) ? entry : least));
    const differ = new Set(once.map((entry) => `${value(entry)} ${entry.currency}`)).size > 1;
    // A pack's price goes with that pack's id: of offers with ids of their own the one of the product itself.
    const known = owner ? ids(owner) : [];
    const sameId =
      differ && known.length ? counted.filter((entry) => ids(entry.node).some((id) => known.includes(id))) : [];
    if (!chosen && sameId.length === 1 && counted.every((entry) => ids(entry.node).length))
      return { ...sameId[0], ranged: true, soldOut: sameId[0].soldOut, all };
    const one = differ && chosen && counted.filter(isOwn).length === 1 ? chosen : low;
    return {
      ...one,
      ranged: one.ranged || (differ && one !== chosen),
      mixed: new Set(counted.map((entry) => entry.currency)).size > 1,
      soldOut: counted.every((entry) => entry.soldOut),
      all,
    };
  };

  /** Offers of one product with names of their own. */
  function offersAsSkus(node) {
    const offers = list(node.offers)
      .flatMap((entry) => (isOf(entry, "AggregateOffer") && list(entry?.offers).length ? list(entry.offers) : [entry]))
      .filter((entry) => entry && typeof entry === "object" && !isLease(entry));
    const name = (entry) =>
      word(first(entry.name, entry.itemOffered?.name))
        .replace(text(node.name), "")
        .replace(/^[\s\-–—/,|]+/, "");
    const rows = offers
      .map((entry) => ({
        id: text(first(entry.sku, entry.itemOffered?.sku, entry.mpn)),
        values: [name(entry)],
        price: ofOffer(entry).price,
        sold_out: ofOffer(entry).soldOut,
      }))
      .filter((row) => row.values[0]);
    return rows.length > 1 &&
      rows.length === offers.length &&
      new Set(rows.map((row) => row.values[0])).size === rows.length
      ? rows
      : [];
  }

  window.__svcH.offers = { ofOffer, ofOffers, isLease, offersAsSkus };
})();
