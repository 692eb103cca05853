/** The seed of random test data: fixed, or `KARAVAN_SEED`. */
const DEFAULT_SEED = 20_261_121;

let drawn = 0;

/** A seed that differs for each call and is the same in each run. */
export function nextSeed(): number {
  const seed = Number(process.env.KARAVAN_SEED ?? DEFAULT_SEED);
  if (!Number.isInteger(seed)) throw new Error(`KARAVAN_SEED is not a whole number: ${process.env.KARAVAN_SEED}`);
  drawn += 1;
  return seed + drawn;
}
