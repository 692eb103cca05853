/** Waiting for what another process does. */
const POLL_MS = 25;

/** Looks until `look` returns a value other than `undefined`, and returns it. Throws with `describe` after `withinMs`. */
export async function eventually<T>(withinMs: number, look: () => T | undefined | Promise<T | undefined>, describe: () => string): Promise<T> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(describe());
}
