/**
 * What TypeScript's declarations of the language have and the sandbox has not. The first list is of
 * globals, the second of members: `Array.fromAsync` of the constructor, `Array#at` of its objects.
 * `sandbox-lib.test.ts` runs every declared name in the sandbox, and every name of these lists.
 */
export const missingGlobals: readonly string[] = [
  'Atomics',
  'FinalizationRegistry',
  'Intl',
  'SharedArrayBuffer',
  'WeakRef',
]

/** The last match of any pattern; old names that nobody should use. */
const lastMatch =
  '$1 $2 $3 $4 $5 $6 $7 $8 $9 input $_ lastMatch $& lastParen $+ leftContext $` ' +
  "rightContext $'"

export const missingMembers: readonly string[] = [
  'Symbol.metadata',
  'Function#metadata',
  'Date#toTemporalInstant',
  ...lastMatch.split(' ').map((name) => `RegExp.${name}`),
]
