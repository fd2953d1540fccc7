import { isDeepStrictEqual } from 'node:util'
import type { Step } from '#lib/domain/workflow/definition'

/** What decides about what a step does; its title and place do not. */
const essence = ({ type, typeVersion, config, before_complete, timeoutSeconds }: Step) => ({
  type,
  typeVersion: typeVersion ?? 1,
  config,
  before_complete,
  timeoutSeconds,
})

/** Definitions do not change while they are replayed, so each pair is compared once. */
const known = new WeakMap<Step, WeakMap<Step, boolean>>()

/** Whether two versions of a step do the same when they read the same. */
export function sameStep(one: Step, other: Step): boolean {
  const ofOne = known.get(one) ?? new WeakMap<Step, boolean>()
  known.set(one, ofOne)
  const before = ofOne.get(other)
  if (before !== undefined) return before
  const same = isDeepStrictEqual(essence(one), essence(other))
  ofOne.set(other, same)
  return same
}
