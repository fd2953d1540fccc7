import { countOf } from '#lib/domain/count-of'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time that people chose, in seconds: `3 days`, `1 hour 30 minutes`. */
export function lengthWords(seconds: number): string {
  let rest = Math.round(seconds)
  const words = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count > 0 ? [countOf(count, unit)] : []
  })
  return words.join(' ') || countOf(0, 'second')
}
