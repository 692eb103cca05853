/** Runs the parsers in order: universal, then the matching adapter, then normalisation. Its value is what the popup gets. */
(() => {
  const { attempt, isWall } = window.__svcH;
  if (attempt(isWall)) return { ok: false, code: "wall" };
  const base = attempt(window.__svcUniversal) ?? {};
  const adapter = Object.values(window.__SVC_ADAPTERS ?? {}).find((candidate) => attempt(() => candidate.match(location.href)));
  // An adapter that throws costs nothing but its refinement.
  const refined = adapter ? attempt(() => adapter.parse(base)) : undefined;
  if (refined?.unreadable) return { ok: false, code: "unreadable" };
  const item = window.__svcNormalize.normalize(window.__svcMerge.merge(base, refined));
  const confident = base.confident || Boolean(refined?.title || refined?.external_id);
  if (!confident || !item.title || !item.url) return { ok: false, code: "no_product" };
  return { ok: true, item: JSON.parse(JSON.stringify(item)), adapter: adapter?.id ?? "universal" };
})();
