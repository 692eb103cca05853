/** A product that is added by hand, prefilled with what the page shows. */

/** Returns a product to be completed by hand; all fields are uncertain. */
export function manualProduct(hints, tab, context) {
  const base = hints ?? {
    title: tab?.title ?? "",
    url: /^https?:/.test(tab?.url ?? "") ? tab.url : "",
    price: "",
    price_per: 1,
    currency: "",
    image_url: "",
    images: [],
    marketplace: "",
    external_id: "",
    sku_id: "",
    sku_param: "",
    variant: "",
    shop: null,
    price_uncertain: true,
    price_source: "",
    price_path: "",
    choices: { price: [], title: [] },
    uncertain: ["price", "currency", "title"],
    sold_out: false,
    min_quantity: 1,
    quantity: 0,
    weight_grams: 0,
    size_mm: [],
    tiers: [],
    axes: [],
    skus: [],
  };
  const picture = context?.picture && /^https?:/.test(context.picture) ? context.picture : "";
  return {
    ...base,
    ...(picture ? { image_url: picture, images: [...new Set([picture, ...base.images])].slice(0, 20) } : {}),
  };
}
