/** Two JSON values that differ at a place, `a.b.0`; undefined: there was none, or is none. */
export type ValueDifference = { path: string; before: unknown; after: unknown }

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => JSON.stringify(value) ?? ''

/** Lists of another length are compared from both ends, so that one more item is one difference. */
function ofLists(before: unknown[], after: unknown[], path: string): ValueDifference[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && textOf(before[head]) === textOf(after[head])) head++
  let tail = 0
  while (tail < shorter - head && textOf(before.at(-1 - tail)) === textOf(after.at(-1 - tail)))
    tail++
  const olds = before.slice(head, before.length - tail)
  const news = after.slice(head, after.length - tail)
  return Array.from({ length: Math.max(olds.length, news.length) }, (_none, index) =>
    diffValues(olds[index], news[index], `${path === '' ? '' : `${path}.`}${head + index}`),
  ).flat()
}

/** The places at which two JSON values differ, with both values. */
export function diffValues(before: unknown, after: unknown, path = ''): ValueDifference[] {
  // Most of a large value is the same object: nothing of it is written out to be compared.
  if (before === after) return []
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (isPlain(before) && isPlain(after)) {
    const inner = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      diffValues(before[key], after[key], at(key)),
    )
    if (inner.length > 0 || textOf(before) === textOf(after)) return inner
    // Only the order of the keys differs: for a form that is the order of its fields.
    return [{ path: at('order'), before: Object.keys(before), after: Object.keys(after) }]
  }
  if (textOf(before) === textOf(after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, path)
  return [{ path, before, after }]
}
