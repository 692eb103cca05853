/** Runs the parsers in order. */
(() => {
  const { attempt, isWall, isBroken, isDelisted, isSpent, startBudget, text } = window.__svcH;
  startBudget();
  window.__svcH.choice.forget();
  window.__svcH.shown.forget();
  if (attempt(isWall)) return { ok: false, code: "wall" };
  const adapters = Object.values(window.__SVC_ADAPTERS ?? {});
  const adapter = adapters.find((candidate) => attempt(() => candidate.match(location.href)));
  // Searches, shops and other pages of a shop that an adapter knows are not products.
  if (!adapter && adapters.some((candidate) => attempt(() => candidate.hosts?.test(location.hostname))))
    return { ok: false, code: "no_product" };
  const isMarketplace = Boolean(adapter?.hosts);
  const base = attempt(() => window.__svcH.universal(isMarketplace)) ?? {};
  // An adapter that throws costs nothing but its refinement.
  const refined = adapter ? attempt(() => adapter.parse(base)) : undefined;
  if (refined?.delisted || (attempt(isDelisted) && !refined?.price && !base.price))
    return { ok: false, code: "delisted" };
  if (attempt(isBroken) && !refined?.price) return { ok: false, code: "no_product" };
  if (refined?.unreadable) return { ok: false, code: "unreadable" };
  const merged = window.__svcH.merge.merge(base, refined);
  // The name of a marketplace is not the name of a shop in it.
  if (!merged.shop && !isMarketplace && text(base.site)) merged.shop = { name: text(base.site) };
  if (!merged.price_per) merged.price_per = attempt(() => window.__svcH.shown.lot(merged.price));
  const item = window.__svcH.normalize.normalize(merged);
  if (item.price && attempt(() => window.__svcH.shown.isOpen(item.price))) item.price_uncertain = true;
  if (item.price_uncertain) item.uncertain = [...new Set(["price", ...item.uncertain])];
  const incomplete = isSpent() ? { incomplete: true } : {};
  const confident = base.confident || Boolean(refined?.title || (refined?.external_id && refined?.price));
  if (!confident || !item.title || !item.url) return { ok: false, code: "no_product", ...incomplete };
  return { ok: true, item: JSON.parse(JSON.stringify(item)), adapter: adapter?.id ?? "universal", ...incomplete };
})();
