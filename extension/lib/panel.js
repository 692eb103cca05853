/** The panel next to the page: Chromium's side panel, Firefox's sidebar. */
const [CHROMIUM, FIREFOX] = ["sidePanel", "sidebarAction"];

export const hasPanel = () => Boolean(globalThis.chrome[CHROMIUM]?.open ?? globalThis.chrome[FIREFOX]?.open);

/** Opens the panel; called from a click, with nothing awaited before. */
export async function openPanel(tab) {
  if (globalThis.chrome[CHROMIUM]?.open) return globalThis.chrome[CHROMIUM].open({ windowId: tab.windowId });
  return globalThis.chrome[FIREFOX]?.open?.();
}
