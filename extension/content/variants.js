/** Groups of variants in schema.org. */
(() => {
  if (window.__svcH.variants) return;
  const { text, first, list } = window.__svcH;
  const { images, isHere, asked, askedVariant, askedOptions, ids, word } = window.__svcH.schema;
  const { ofOffers } = window.__svcH.offers;

  /** The options of a variant: by `variesBy`, else colour, size and the like, else additional properties. */
  const optionsOf = (node, names) => {
    const known = {
      color: node.color,
      size: node.size,
      material: node.material,
      pattern: node.pattern,
      suggestedAge: node.suggestedAge,
      suggestedGender: node.suggestedGender,
    };
    const own = list(node.additionalProperty)
      .filter((property) => property && typeof property === "object")
      .map((property) => [word(property.name), text(property.value)]);
    return names.map(
      (name) => word(known[name]) || own.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] || "",
    );
  };

  const axisNames = (group, variants) => {
    const declared = list(group.variesBy)
      .map((name) => text(name).replace(/^https?:\/\/schema\.org\//, ""))
      .filter(Boolean);
    const differing = ["color", "size", "material", "pattern"].filter(
      (name) =>
        new Set(variants.map((variant) => word(variant[name])).filter(Boolean)).size > 1 ||
        (variants.length === 1 && word(variants[0][name])),
    );
    const extra =
      declared.length || differing.length
        ? []
        : [
            ...new Set(
              variants.flatMap((variant) => list(variant.additionalProperty).map((property) => word(property?.name))),
            ),
          ]
            .filter(Boolean)
            .slice(0, 3);
    return [...new Set([...declared, ...differing, ...extra])];
  };

  const variantsOf = (group, variants, names) => {
    const isSilent = variants.every((variant) => !optionsOf(variant, names).some(Boolean));
    // Variants that tell their options by their names only.
    const byName = (variant) => [
      text(variant.name)
        .replace(text(group.name), "")
        .replace(/^[\s\-–—/,|:]+|[\s\-–—/,|:]+$/g, ""),
    ];
    if (isSilent) names = [""];
    const rows = variants
      .map((variant) => {
        const offer = ofOffers(variant.offers);
        return {
          id: text(first(variant.sku, variant.productID, variant.mpn, variant.gtin13, variant.gtin)),
          values: isSilent ? byName(variant) : optionsOf(variant, names),
          price: offer.price,
          currency: offer.currency,
          image: images(variant.image)[0],
          sold_out: Boolean(offer.soldOut),
        };
      })
      .filter((row) => row.values.some(Boolean));
    const axes = names.map((name, index) => ({
      name,
      values: [...new Set(rows.map((row) => row.values[index]).filter(Boolean))].map((entry) => ({ name: entry })),
    }));
    return rows.length > 1 ? { axes, skus: rows } : {};
  };
  /** The variant of a group that the address names; the group's own facts fill what it leaves open. */
  const ofGroup = (group, all) => {
    const byId = new Map(all.map((node) => [text(node["@id"]), node]).filter(([id]) => id));
    const variants = list(group.hasVariant)
      .slice(0, 2000)
      .map((variant) =>
        variant && typeof variant === "object" ? { ...byId.get(text(variant["@id"])), ...variant } : null,
      )
      .filter(Boolean);
    const addresses = (variant) => [variant.url, variant["@id"], ...list(variant.offers).map((entry) => entry?.url)];
    const exact = variants.filter((variant) => addresses(variant).some((address) => isHere(address, true)));
    const own = variants.filter((variant) =>
      addresses(variant).some((address) => address && isHere(address) && !isHere(group.url)),
    );
    const values = asked();
    const byIds = variants.filter((variant) => ids(variant).some((id) => values.includes(id)));
    const parts = askedVariant();
    const byPart = variants.filter((variant) =>
      ids(variant).some((id) =>
        id
          .toLowerCase()
          .split(/[-_/#?=&]/)
          .some((part) => part.length > 2 && parts.includes(part)),
      ),
    );
    const options = askedOptions();
    const byOptions = options.length
      ? variants.filter((variant) =>
          options.every((content) =>
            optionsOf(variant, axisNames(group, variants)).some((value) => value.toLowerCase() === content),
          ),
        )
      : [];
    const named =
      [exact, byIds, byOptions, own.length < variants.length ? own : [], byPart].find((found) => found.length) ?? [];
    const chosen = named.length === 1 ? named[0] : variants.length === 1 ? variants[0] : null;
    const names = axisNames(group, variants);
    const partly = !chosen && named.length > 1 ? named : variants;
    const offers = partly.flatMap((variant) => list(variant.offers));
    const shared =
      !chosen && named.length > 1
        ? names
            .map((name, index) => [...new Set(named.map((variant) => optionsOf(variant, names)[index]))])
            .map((found) => (found.length === 1 ? found[0] : ""))
        : [];
    const node = chosen
      ? { ...group, ...chosen, image: first(chosen.image, group.image) }
      : { ...group, offers: offers.length ? offers : group.offers, image: first(group.image, partly[0]?.image) };
    return {
      node: {
        ...node,
        name: first(group.name, chosen?.name, variants[0]?.name),
        productID: first(group.productGroupID, group.productID),
      },
      variant: chosen
        ? [...new Set([...optionsOf(chosen, names), word(chosen.color), word(chosen.size)].filter(Boolean))].join(" / ")
        : shared.filter(Boolean).join(" / "),
      isOpen: !chosen && variants.length > 1,
      sku: chosen ? text(first(chosen.sku, chosen.productID, chosen.mpn)) : "",
      ...variantsOf(group, variants, names),
    };
  };

  window.__svcH.variants = { ofGroup };
})();
