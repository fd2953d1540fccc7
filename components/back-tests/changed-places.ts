import { diffValues, type ValueDifference } from '#lib/domain/differences/diff-values'

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The places at which a value of a step changes. Where there was none or is none, its fields are new
 * or gone, each by its name.
 */
export function changedPlaces(before: unknown, after: unknown): ValueDifference[] {
  if (after === null && isObject(before)) return diffValues(before, {})
  if (before === null && isObject(after)) return diffValues({}, after)
  return diffValues(before, after)
}

function wordOf(value: unknown): string | undefined {
  if (typeof value !== 'boolean') return undefined
  return value ? 'Yes' : 'No'
}

/** Says what is true or false as the branches of a condition do; the rest is shown as it is. */
export function yesOrNo({ before, after }: ValueDifference) {
  const was = wordOf(before)
  const is = wordOf(after)
  return {
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
  }
}
