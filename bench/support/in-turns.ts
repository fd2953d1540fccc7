import { round } from './report.ts'

/**
 * Measures each side once a round, in turn and first the one, then the other first, so that what
 * else the machine does and what gets warmer with time is shared. A round before does not count: it
 * warms the process up.
 */
export async function inTurns<S extends string, M>(
  sides: Record<S, () => Promise<M>>,
  rounds: number,
): Promise<Record<S, M[]>> {
  const names = Object.keys(sides) as S[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<S, M[]>
  for (let index = -1; index < rounds; index++) {
    for (const name of index % 2 === 0 ? names : names.toReversed()) {
      const once = await sides[name]()
      if (index >= 0) measured[name].push(once)
    }
  }
  return measured
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return round(middle.reduce((sum, number) => sum + number, 0) / middle.length)
}

/** The ratio of each round, and the median of them. */
export function ratios(parts: number[], wholes: number[]): { median: number; rounds: number[] } {
  const all = parts.map((part, index) => round(part / (wholes[index] ?? 0)))
  return { median: median(all), rounds: all }
}
