/**
 * The comment in a condition of a form where something of a rule is not chosen yet. With the
 * operator behind it where only what it is compared with is missing.
 */
export const unfinishedComment = 'unfinished'

/** Whether a rule of a condition, the `if` of a schema, is not complete yet. */
export function isUnfinishedTest(test: unknown): boolean {
  if (typeof test !== 'object' || test === null) return false
  return Object.entries(test).some(([key, value]) =>
    key === '$comment'
      ? typeof value === 'string' && value.split(' ')[0] === unfinishedComment
      : isUnfinishedTest(value),
  )
}
