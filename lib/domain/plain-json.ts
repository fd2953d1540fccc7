/** Values in one result; more than any honest mapping makes, less than what would fill a worker's memory. */
const maxValues = 2_000_000
const maxDepth = 500

const isFunction = (value: object): boolean =>
  typeof value === 'function' || '_jsonata_function' in value || '_jsonata_lambda' in value

/**
 * A copy that holds only what JSON can: lists lose the marks of JSONata, functions and undefined become null (fields of them are left out),
 * numbers that JSON does not know become null. Throws RangeError when the value is nested deeper than 500 levels or has more parts than `budget` has left, two
 * million by default; what it has is taken from the budget.
 */
export function toPlainJson(value: unknown, budget = { values: maxValues }): unknown {
  const copy = (from: unknown, depth: number): unknown => {
    if (--budget.values < 0) throw new RangeError('The result has more than two million values.')
    if (depth > maxDepth) throw new RangeError(`The result is nested deeper than ${maxDepth} levels.`)
    if (typeof from === 'number') return Number.isFinite(from) ? from : null
    if (typeof from === 'string' || typeof from === 'boolean' || from === null) return from
    if (typeof from !== 'object' || isFunction(from)) return null
    if (Array.isArray(from)) return from.map((child) => copy(child, depth + 1))
    const entries = Object.entries(from).filter(([, child]) => child !== undefined && !(typeof child === 'object' && child !== null && isFunction(child)) && typeof child !== 'function')
    return Object.fromEntries(entries.map(([key, child]) => [key, copy(child, depth + 1)]))
  }
  return copy(value, 0)
}
