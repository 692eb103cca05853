/** Counts what of a page is built again, by a MutationObserver. */
import type { Page } from "@playwright/test";

export type Rebuilt = {
  /** Elements that were added or removed. */
  elements: number;
  /** Rows that were added or removed. */
  replaced: number;
  /** Texts of the rows in which something has changed. */
  rows: string[];
};

/** Watches the elements of a selector from now on. The function that it returns reads what has changed since. */
export async function watchRebuilt(page: Page, root: string, row: string): Promise<() => Promise<Rebuilt>> {
  await page.evaluate(
    ([root, row]) => {
      const watched = { elements: 0, replaced: 0, rows: new Set<Element>() };
      const observer = new MutationObserver((records) => {
        for (const { target, addedNodes, removedNodes } of records) {
          const nodes = [...addedNodes, ...removedNodes].filter((node) => node instanceof Element);
          watched.elements += nodes.length;
          watched.replaced += nodes.filter((node) => node.matches(row!)).length;
          const element = target instanceof Element ? target : target.parentElement;
          const changed = element?.closest(row!);
          if (changed) watched.rows.add(changed);
          for (const added of addedNodes) if (added instanceof Element && added.matches(row!)) watched.rows.add(added);
        }
      });
      const options = { childList: true, characterData: true, subtree: true };
      observer.observe(document.querySelector(root!)!, options);
      Object.assign(globalThis, { rebuilt: watched });
    },
    [root, row],
  );
  return () =>
    page.evaluate(() => {
      type Watched = { elements: number; replaced: number; rows: Set<Element> };
      const { elements, replaced, rows } = (globalThis as unknown as { rebuilt: Watched }).rebuilt;
      return { elements, replaced, rows: [...rows].map((element) => element.textContent ?? "") };
    });
}
