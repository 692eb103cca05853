/** The state of shop software. */
(() => {
  if (window.__svcH.platforms) return;
  const { text, first, list, entries, attempt, param, json, search, hundredths, stateAfter, query } = window.__svcH;

  /** A text inside the quotes of a selector. */
  const quoted = (value) => value.replace(/["\\]/g, "\\$&");

  /** Chosen values by the page's own form controls, by position of the axis. */
  const chosenBy = (sku, asked) => asked && [sku.id, sku.sku].some((id) => text(id) === asked);

  const shopify = () => {
    const isShopify =
      attempt(() => Boolean(window.Shopify || window.ShopifyAnalytics)) ||
      Boolean(query('script[src*="cdn.shopify.com"], link[href*="cdn.shopify.com"], [data-shopify]'));
    const scriptsOfProduct = [
      ...document.querySelectorAll(
        ["script[data-product-json]", 'script[id^="ProductJson"]', "script[data-product]", "variant-selects script"]
          .concat("variant-radios script")
          .map((selector) => `${selector}[type="application/json"]`)
          .join(", "),
      ),
    ];
    const read = scriptsOfProduct
      .map((script) => attempt(() => JSON.parse(script.textContent)))
      .map((value) => value?.product ?? value)
      .find((value) => list(value?.variants).length && value.title);
    // Themes keep the variants alone next to their controls.
    const alone = scriptsOfProduct
      .map((script) => attempt(() => JSON.parse(script.textContent)))
      .find(
        (value) =>
          Array.isArray(value) &&
          value.length &&
          value.every(
            (variant) =>
              variant &&
              typeof variant === "object" &&
              text(variant.id) &&
              (variant.option1 !== undefined || variant.options),
          ),
      );
    const controls = [
      ...document.querySelectorAll("variant-selects legend, variant-radios legend, variant-selects label.form__label"),
    ].map((element) => text(element.textContent).replace(/:$/, ""));
    const product =
      read ??
      (alone && { variants: alone, options: controls }) ??
      attempt(() => window.meta?.product) ??
      attempt(() => window.ShopifyAnalytics.meta.product);
    const variants = list(product?.variants).filter((variant) => variant && typeof variant === "object");
    if (!isShopify && !read) return null;
    if (!variants.length) return null;
    const currency = text(
      first(
        attempt(() => window.Shopify.currency.active),
        attempt(() => window.ShopifyAnalytics.meta.currency),
        product.currency,
      ),
    );
    // Storefront JSON has cents as whole numbers, the Admin's format has decimal texts.
    const amount = (value) => (typeof value === "string" && /[.,]/.test(value) ? value : hundredths(value));
    const names = list(product.options).map((option) => text(typeof option === "object" ? option?.name : option));
    const valuesOf = (variant) => {
      const own = list(variant.options).length
        ? list(variant.options)
        : [variant.option1, variant.option2, variant.option3];
      const values = own.map(text).filter(Boolean);
      return values.length
        ? values
        : text(first(variant.public_title, variant.title)).split(" / ").map(text).filter(Boolean);
    };
    const isPlain = variants.length === 1 && /^(default title|default|)$/i.test(valuesOf(variants[0]).join(""));
    const asked =
      param("variant", "variantId") || (query('form[action*="/cart/add"] [name="id"]:checked')?.value ?? "");
    const chosen = isPlain ? variants[0] : variants.find((variant) => chosenBy(variant, asked));
    const prices = new Set(variants.map((variant) => amount(variant.price)).filter(Boolean));
    const values = chosen && !isPlain ? valuesOf(chosen) : [];
    return {
      title: text(product.title),
      price: chosen ? amount(chosen.price) : prices.size === 1 ? [...prices][0] : amount(product.price_min),
      price_uncertain: !chosen && prices.size > 1,
      price_source: "state",
      price_path: chosen ? `variants[id=${text(chosen.id)}].price` : "variants[].price",
      currency,
      variant: values.join(" / "),
      sku_id: isPlain ? "" : text(chosen?.id),
      sku_param: "variant",
      external_id: text(product.id),
      images: list(product.images).map((image) =>
        text(typeof image === "object" ? first(image?.src, image?.url) : image),
      ),
      image_url: text(
        first(
          chosen?.featured_image?.src,
          chosen?.image?.src,
          typeof chosen?.featured_image === "string" ? chosen.featured_image : "",
        ),
      ),
      sold_out: chosen ? chosen.available === false : variants.every((variant) => variant.available === false),
      weight_grams: chosen ? Number(chosen.weight) || 0 : 0,
      axes: isPlain
        ? []
        : valuesOf(variants[0]).map((value, index) => ({
            name: names[index] ?? "",
            values: [...new Set(variants.map((variant) => valuesOf(variant)[index]))].map((name) => ({ name })),
          })),
      skus: isPlain
        ? []
        : variants.map((variant) => ({
            id: variant.id,
            values: valuesOf(variant),
            price: amount(variant.price),
            image: text(variant.featured_image?.src),
            stock:
              variant.inventory_management &&
              Number.isInteger(variant.inventory_quantity) &&
              variant.inventory_quantity >= 0
                ? variant.inventory_quantity
                : undefined,
            sold_out: variant.available === false,
          })),
    };
  };

  const wooCommerce = () => {
    const form = query("form.variations_form[data-product_variations]");
    if (!form) return null;
    const variations = list(attempt(() => JSON.parse(form.getAttribute("data-product_variations")))).filter(
      (entry) => entry && typeof entry === "object",
    );
    if (!variations.length) return null;
    const selects = [...form.querySelectorAll("select[name^='attribute_']")];
    const keys = selects.length ? selects.map((select) => select.name) : Object.keys(variations[0].attributes ?? {});
    const label = (key, value) =>
      text(
        selects.find((select) => select.name === key)?.querySelector(`option[value="${quoted(value)}"]`)?.textContent,
      ) || value;
    const names = keys.map(
      (key) =>
        text(form.querySelector(`label[for="${quoted(key.replace("attribute_", ""))}"]`)?.textContent) ||
        key.replace(/^attribute_(pa_)?/, "").replace(/[-_]/g, " "),
    );
    const asked = keys.map((key) => text(param(key)) || text(selects.find((select) => select.name === key)?.value));
    const fits = (variation) =>
      keys.every(
        (key, index) =>
          asked[index] && (variation.attributes?.[key] === "" || variation.attributes?.[key] === asked[index]),
      );
    const chosen = variations.find(fits);
    const valuesOf = (variation) =>
      keys.map((key, index) =>
        label(key, text(variation.attributes?.[key]) || (variation === chosen ? asked[index] : "")),
      );
    const prices = new Set(variations.map((variation) => text(variation.display_price)));
    return {
      price: chosen
        ? text(chosen.display_price)
        : prices.size === 1
          ? [...prices][0]
          : String(Math.min(...[...prices].map(Number).filter((value) => value > 0))),
      price_uncertain: !chosen && prices.size > 1,
      price_source: "state",
      price_path: "data-product_variations[].display_price",
      variant: chosen ? valuesOf(chosen).filter(Boolean).join(" / ") : "",
      sku_id: text(chosen?.variation_id),
      external_id: text(form.dataset.product_id),
      image_url: text(chosen?.image?.full_src ?? chosen?.image?.src),
      sold_out: chosen
        ? chosen.is_in_stock === false
        : variations.every((variation) => variation.is_in_stock === false),
      weight_grams:
        /^\d+(\.\d+)?$/.test(text(chosen?.weight)) && /kg/i.test(text(chosen?.weight_html))
          ? Number(chosen.weight) * 1000
          : 0,
      axes: keys.map((key, index) => ({
        name: names[index],
        values: [...new Set(variations.map((variation) => valuesOf(variation)[index]).filter(Boolean))].map((name) => ({
          name,
        })),
      })),
      skus: variations.map((variation) => ({
        id: variation.variation_id,
        values: valuesOf(variation),
        price: text(variation.display_price),
        image: text(variation.image?.src),
        stock: Number.isInteger(variation.max_qty) ? variation.max_qty : undefined,
        sold_out: variation.is_in_stock === false,
      })),
    };
  };

  const magento = () => {
    const configs = [...document.querySelectorAll('script[type="text/x-magento-init"]')].map((script) =>
      attempt(() => JSON.parse(script.textContent)),
    );
    const config =
      configs
        .flatMap((entry) => entries(entry))
        .flatMap(([, widgets]) => [
          widgets?.["Magento_Swatches/js/swatch-renderer"]?.jsonConfig,
          widgets?.configurable?.spConfig,
        ])
        .find((entry) => entry?.attributes) ?? attempt(() => window.spConfig?.config);
    if (!config?.attributes) return null;
    const attributes = entries(config.attributes)
      .map(([id, attribute]) => ({
        id: text(first(attribute.id, id)),
        name: text(attribute.label),
        options: list(attribute.options),
      }))
      .filter((attribute) => attribute.options.length);
    const products = [
      ...new Set(
        attributes.flatMap((attribute) => attribute.options.flatMap((option) => list(option.products).map(text))),
      ),
    ];
    const priceOf = (id) =>
      text(first(config.optionPrices?.[id]?.finalPrice?.amount, config.optionPrices?.[id]?.basePrice?.amount));
    const valuesOf = (id) =>
      attributes.map((attribute) =>
        text(attribute.options.find((option) => list(option.products).map(text).includes(id))?.label),
      );
    const asked = attributes.map(
      (attribute) =>
        text(query(`[name="super_attribute[${attribute.id}]"]`)?.value) ||
        text(
          query(`.swatch-attribute[data-attribute-id="${attribute.id}"] .swatch-option.selected`)?.getAttribute(
            "data-option-id",
          ),
        ),
    );
    const chosen = products.find((id) =>
      attributes.every(
        (attribute, index) =>
          asked[index] &&
          attribute.options.some(
            (option) => text(option.id) === asked[index] && list(option.products).map(text).includes(id),
          ),
      ),
    );
    const prices = new Set(products.map(priceOf).filter(Boolean));
    const lowest = [...prices]
      .map(Number)
      .filter((value) => value > 0)
      .sort((one, other) => one - other)[0];
    return {
      price: chosen ? priceOf(chosen) : lowest ? String(lowest) : "",
      price_uncertain: !chosen && prices.size > 1,
      price_source: "state",
      price_path: "jsonConfig.optionPrices",
      currency: text(config.currencyFormat).replace(/%s|\s/g, ""),
      variant: chosen ? valuesOf(chosen).filter(Boolean).join(" / ") : "",
      sku_id: text(chosen),
      external_id: text(config.productId),
      axes: attributes.map((attribute) => ({
        name: attribute.name,
        values: attribute.options.map((option) => ({ name: text(option.label) })),
      })),
      skus: products.map((id) => ({
        id,
        values: valuesOf(id),
        price: priceOf(id),
        image: text(list(config.images?.[id])[0]?.full),
      })),
    };
  };

  const NAME = ["title", "name", "productName", "displayName", "goodsName", "fullTitle"];
  const AMOUNT = ["salePrice", "currentPrice", "sellingPrice", "finalPrice", "price", "priceValue", "value", "amount"];
  const CODE = ["currencyUnit", "currency", "currencyCode", "priceCurrency", "currencyIsoCode", "currencyISO"];
  const NOT_CURRENT = /was|list|original|old|regular|rrp|msrp|unit|shipping|monthly|save|saving|discount|tax|max|min/i;
  const read = (node, keys) => {
    for (const key of keys) {
      const value = node?.[key];
      if (text(value)) return value;
      if (value && typeof value === "object" && !Array.isArray(value)) {
        const below = keys.map((inner) => value[inner]).find((inner) => text(inner));
        if (below !== undefined) return below;
      }
    }
    return undefined;
  };

  /** A product in the state of a page's framework, under a key that says so. */
  const framework = () => {
    const props = first(
      json("#__NEXT_DATA__")?.props?.pageProps,
      attempt(() => window.__NUXT__),
      json("#__NUXT_DATA__"),
      attempt(() => window.__PRELOADED_STATE__),
      attempt(() => window.__INITIAL_STATE__),
      stateAfter("__INITIAL_STATE__"),
      stateAfter("__PRELOADED_STATE__"),
    );
    if (!props || typeof props !== "object") return null;
    const holder = search(
      props,
      (node) =>
        entries(node, 400).some(
          ([key, value]) =>
            /^(selected|current|initial)?(product|item|goods)(data|details?|info)?$/i.test(key) &&
            value &&
            typeof value === "object" &&
            !Array.isArray(value) &&
            read(value, NAME),
        ),
      6,
    );
    const [key, product] =
      entries(holder).find(
        ([name, value]) =>
          /^(selected|current|initial)?(product|item|goods)(data|details?|info)?$/i.test(name) &&
          value &&
          typeof value === "object" &&
          read(value, NAME),
      ) ?? [];
    if (!product) return null;
    const places = [
      product,
      product.price,
      product.prices,
      product.pricing,
      product.priceInfo,
      product.offer,
      list(product.offers)[0],
    ].filter((node) => node && typeof node === "object");
    // An object that contains an amount and a code is more certain than two distant values.
    const together = places
      .flatMap((node) => [
        node,
        ...entries(node, 100)
          .filter(([name]) => !NOT_CURRENT.test(name))
          .map(([, value]) => value),
      ])
      .find(
        (node) =>
          node &&
          typeof node === "object" &&
          !Array.isArray(node) &&
          text(read(node, CODE)) &&
          text(read(node, AMOUNT)),
      );
    const amount = together
      ? read(together, AMOUNT)
      : places.map((node) => read(node, AMOUNT)).find((value) => value !== undefined);
    const currency = text(
      together ? read(together, CODE) : places.map((node) => read(node, CODE)).find((value) => value !== undefined),
    );
    // A whole number can be cents: only the visible page decides.
    const shown = new Set(window.__svcH.shown().prices?.map((price) => price.amount));
    const isShown = (value) => shown.has(String(Number(value)));
    const cents = /^\d+$/.test(text(amount)) ? hundredths(amount) : "";
    const asCents = cents && isShown(cents.replace(/\.00$/, "")) && !isShown(text(amount));
    const confirmed = asCents || isShown(text(amount)) || /[.,]\d\d$/.test(text(amount));
    const variants = list(first(product.variants, product.skus, product.sizes)).filter(
      (entry) => entry && typeof entry === "object",
    );
    return {
      title: text(read(product, NAME)),
      price: confirmed ? (asCents ? cents : text(amount)) : "",
      price_source: "state",
      price_path: `${key}.price`,
      price_uncertain: new Set(variants.map((variant) => text(read(variant, AMOUNT))).filter(Boolean)).size > 1,
      currency,
      external_id: text(first(product.id, product.productId, product.sku, product.code, product.styleColor)),
      images: list(first(product.images, product.gallery, product.media)).map((image) =>
        text(typeof image === "object" ? first(image?.url, image?.src, image?.href) : image),
      ),
      weak: true,
    };
  };

  const readers = [shopify, wooCommerce, magento, framework];
  window.__svcH.platforms = () => readers.reduce((found, reader) => found ?? attempt(reader) ?? null, null);
})();
