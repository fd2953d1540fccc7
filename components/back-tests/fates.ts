import type { ComparedStep } from '#lib/domain/back-test/comparison'

/** What becomes of a step of a run. */
export type Fate = 'same' | 'changed' | 'new' | 'gone' | 'unknown'

export function fateOf({ before, after, unknown, kinds, changes }: ComparedStep): Fate {
  if (unknown) return 'unknown'
  if (!after) return 'gone'
  if (!before) return 'new'
  const differs =
    kinds.length > 0 ||
    changes.length > 0 ||
    before.status !== after.status ||
    before.via !== after.via
  return differs ? 'changed' : 'same'
}
