/** A request that waits or runs, as far as turns are concerned. */
export type Turn = {
  organizationId: string
  group: string
  /** It has run for long, now or before it gave up its place. */
  long: boolean
}

type Limits = { places: number; perOrganization: number }

const count = (turns: Iterable<Turn>, fits: (turn: Turn) => boolean): number => {
  let found = 0
  for (const turn of turns) if (fits(turn)) found += 1
  return found
}

/** Places that long requests of one organization may hold: one fewer than there are. */
const longPlaces = ({ places }: Limits) => Math.max(1, places - 1)

/**
 * Whether a request may begin beside those that run. There are `places`, and one more for a request
 * that is not long while all of them are held by long ones.
 */
export function mayBegin(turn: Turn, running: ReadonlySet<Turn>, limits: Limits): boolean {
  const ofOwn = (other: Turn) => other.organizationId === turn.organizationId
  if (count(running, ofOwn) >= limits.perOrganization) return false
  const long = count(running, (other) => other.long)
  const full = running.size >= limits.places
  if (!turn.long) return !full || (long === running.size && long === limits.places)
  const own = count(running, (other) => other.long && ofOwn(other))
  return !full && own < longPlaces(limits)
}

/**
 * Whether a request that has just become long may go on. It may not when long requests hold all
 * places without it, or its organization holds as many of them as it may.
 */
export function mayGoOn(turn: Turn, running: ReadonlySet<Turn>, limits: Limits): boolean {
  const others = (other: Turn) => other !== turn && other.long
  const own = (other: Turn) => others(other) && other.organizationId === turn.organizationId
  return count(running, others) < limits.places && count(running, own) < longPlaces(limits)
}

const groupKey = (turn: Turn) => JSON.stringify([turn.organizationId, turn.group])
const organizationKey = (turn: Turn) => JSON.stringify([turn.organizationId])

/** Beyond so many, whoever began longest ago counts as never served. */
const mostRemembered = 10_000

/** When organizations and groups last began a request, counted in requests. */
export class Served {
  readonly #last = new Map<string, number>()
  #count = 0

  note(turn: Turn): void {
    this.#count += 1
    for (const key of [organizationKey(turn), groupKey(turn)]) {
      this.#last.delete(key)
      this.#last.set(key, this.#count)
    }
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= mostRemembered) return
      this.#last.delete(oldest)
    }
  }

  last(key: string): number {
    return this.#last.get(key) ?? 0
  }
}

/** Compares two rows of numbers like words: the first difference decides. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/**
 * Whose turn it is. Of those that may begin: the organization with the fewest running requests, or
 * among equals the one that began longest ago; within it the group, in the same way; then who came
 * first. `waiting` is in order of arrival.
 */
export function nextTurn<T extends Turn>(
  waiting: readonly T[],
  running: ReadonlySet<Turn>,
  limits: Limits,
  served: Served,
): T | undefined {
  const only = waiting.length === 1 ? waiting[0] : undefined
  if (only) return mayBegin(only, running, limits) ? only : undefined
  const counts = new Map<string, number>()
  for (const turn of running) {
    for (const key of [organizationKey(turn), groupKey(turn)])
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const rank = (key: string) => [counts.get(key) ?? 0, served.last(key)]
  let best: { turn: T; rank: number[] } | undefined
  for (const turn of waiting) {
    const own = [...rank(organizationKey(turn)), ...rank(groupKey(turn))]
    if (best && !isBefore(own, best.rank)) continue
    if (mayBegin(turn, running, limits)) best = { turn, rank: own }
  }
  return best?.turn
}
