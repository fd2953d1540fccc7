import type { Effect } from '#lib/domain/statuses'

/**
 * What a replay does otherwise than the run did.
 *
 * - `branch`: the step is left by another branch.
 * - `output`: the step computes something else.
 * - `input`: the step would ask, show, or send something else. It was not called.
 * - `answer`: what the person filled in does not fit the form any more.
 * - `failed`: the step fails now, and did not. `mended`: it failed, and does not now.
 * - `new`: the step runs now, and did not. `gone`: it ran, and does not now.
 * - `slower`: the step takes more than three times as long, and 50 ms more.
 */
export const differenceKinds = [
  'branch',
  'output',
  'input',
  'answer',
  'failed',
  'mended',
  'new',
  'gone',
  'slower',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * Names, never values: a difference may be stored and shown to who may not read the run.
 */
export type Difference = {
  kind: DifferenceKind
  stepId: string
  /** The numbers of the items in the loops around the step, from the outside in. */
  items: number[]
  effect: Effect
  /** The fields that changed, `a.b.0`, at most 20; the empty path is the whole value. */
  fields: string[]
  /** Branches of `branch`, codes of `failed` and `mended`. */
  before?: string | null
  after?: string | null
}

/**
 * Why the replay does not know what a step would give.
 *
 * - `not-recorded`: it would ask the outside, and the run has no answer.
 * - `other-question`: it would ask something else than the run did.
 * - `reads-unknown`: it reads a step whose output is not known.
 * - `comes-after`: it comes after a step of which it is not known whether it ends.
 * - `unstable`: the same code gives another value each time.
 */
export const unknownReasons = [
  'not-recorded',
  'other-question',
  'reads-unknown',
  'comes-after',
  'unstable',
] as const
export type UnknownReason = (typeof unknownReasons)[number]

/** A step whose output the replay does not know. */
export type UnknownStep = {
  stepId: string
  items: number[]
  why: UnknownReason
  /** The step that is to blame: itself, or one that it reads. */
  because: string
}

const maxFields = 20
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The places at which two JSON values differ, at most 20. */
export function changedFields(before: unknown, after: unknown): string[] {
  const found: string[] = []
  const walk = (one: unknown, other: unknown, path: string): void => {
    if (found.length >= maxFields || Object.is(one, other)) return
    const comparable =
      isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)
    if (!comparable) {
      found.push(path)
      return
    }
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      walk(one[name], other[name], path === '' ? name : `${path}.${name}`)
  }
  walk(before, after, '')
  return found
}
