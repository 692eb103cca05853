/** Waiting for what another process does. */
const POLL_MS = 25;

/** Calls `check` until it returns a value other than `undefined`, and returns it. Throws with `describe` after `withinMs`. */
export async function eventually<T>(
  withinMs: number,
  check: () => T | undefined | Promise<T | undefined>,
  describe: () => string,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const found = await check();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(describe());
}
