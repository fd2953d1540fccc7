/** Counts work; throws when there is too much of it. */
export type Spend = (steps: number) => void

/** Writing a value as text takes about as long as ten keywords on it. */
const perValue = 10

/**
 * A text that two JSON values share if and only if they are equal: keys in order, numbers as
 * JavaScript writes them. Takes time linear in the value (except for the sorting of keys).
 */
function canonicalText(value: unknown, spend: Spend): string {
  if (typeof value === 'string') {
    spend(perValue + value.length / 4)
    return JSON.stringify(value)
  }
  spend(perValue)
  if (typeof value !== 'object' || value === null) return String(value === 0 ? 0 : value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, spend)).join(',')}]`
  const entries = value as Record<string, unknown>
  const fields = Object.keys(entries)
    .filter((key) => entries[key] !== undefined)
    .sort()
  const write = (key: string) => `${JSON.stringify(key)}:${canonicalText(entries[key], spend)}`
  return `{${fields.map((key) => (spend(key.length / 4), write(key))).join(',')}}`
}

const free: Spend = () => undefined

/** Values for many comparisons: a look-up takes time linear in the value that is compared. */
export class ValueSet {
  readonly #plain = new Set<unknown>()
  readonly #texts = new Set<string>()

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (typeof value === 'object' && value !== null) this.#texts.add(canonicalText(value, free))
      else this.#plain.add(value)
    }
  }

  has(value: unknown, spend: Spend): boolean {
    if (typeof value !== 'object' || value === null) return this.#plain.has(value)
    return this.#texts.size > 0 && this.#texts.has(canonicalText(value, spend))
  }
}

/** True when no two entries are equal. Linear, while comparing each with each is quadratic. */
export function allDifferent(values: readonly unknown[], spend: Spend): boolean {
  const plain = new Set<unknown>()
  const texts = new Set<string>()
  for (const value of values) {
    const isPlain = typeof value !== 'object' || value === null
    if (isPlain) spend(1)
    const seen: Set<unknown> = isPlain ? plain : texts
    const key = isPlain ? value : canonicalText(value, spend)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}
