/** Waits for animations that end, such as dialogs that open. */
import type { Page } from "@playwright/test";

/**
 * Waits until no animation runs that ends by itself. Until then elements are transparent or off their place, and their contrast
 * is not the one that a person reads. On a busy machine an animation starts late.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    // A removed element cancels its animation, which rejects the promise.
    await Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
  });
}
