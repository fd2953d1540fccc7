import type { PassResult } from './calculate-pass.ts'

/** One way to take the assumptions, with what is missing at either end. */
export type Ends = { against: PassResult; inFavour: PassResult }

/** An amount is known when it does not depend on what is missing. */
export function knownIn(
  pairs: readonly Ends[],
  of: (result: PassResult) => number | undefined,
): number | null {
  const [likely] = pairs
  const amount = likely ? of(likely.against) : undefined
  const stands = pairs.every(({ against, inFavour }) => of(against) === of(inFavour))
  return amount === undefined || !stands ? null : amount
}
