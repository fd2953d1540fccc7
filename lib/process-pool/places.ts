/** The data of a waiting or running request that decides its turn. */
export type Turn = {
  organizationId: string
  group: string
  /** It has run for long, now or before it gave up its place. */
  long: boolean
}

/**
 * `perOrganization`: running requests of one organization. `quick`: how many requests that are not
 * long may run; beyond that an organization may only have its first.
 */
export type Limits = { places: number; perOrganization: number; quick: number }

const count = (turns: Iterable<Turn>, fits: (turn: Turn) => boolean): number => {
  let found = 0
  for (const turn of turns) if (fits(turn)) found += 1
  return found
}

/** Places that long requests of one organization may use: one fewer than there are. */
const longPlaces = ({ places }: Limits) => Math.max(1, places - 1)

/**
 * Whether a request may start beside the running ones. There are `places`, and one more for a
 * request that is not long: when long requests use all places, or for an organization that has none
 * running.
 */
export function canStart(turn: Turn, running: ReadonlySet<Turn>, limits: Limits): boolean {
  const ofOwn = (other: Turn) => other.organizationId === turn.organizationId
  const ofOwnNow = count(running, ofOwn)
  if (ofOwnNow >= limits.perOrganization) return false
  const long = count(running, (other) => other.long)
  const full = running.size >= limits.places
  if (turn.long) {
    const own = count(running, (other) => other.long && ofOwn(other))
    return !full && own < longPlaces(limits)
  }
  if (running.size > limits.places) return false
  if (ofOwnNow === 0) return true
  return full ? long === running.size : running.size - long < limits.quick
}

/**
 * Whether a request that has just become long may continue. It may not when long requests use all
 * other places, or when its organization uses as many places as long requests may.
 */
export function canContinue(turn: Turn, running: ReadonlySet<Turn>, limits: Limits): boolean {
  const others = (other: Turn) => other !== turn && other.long
  const own = (other: Turn) => others(other) && other.organizationId === turn.organizationId
  return count(running, others) < limits.places && count(running, own) < longPlaces(limits)
}

/** A sleeping request is long after this many times `afterMs` by the clock. */
const asleep = 4

/**
 * Whether a request is long, by the CPU that it used, because on a busy machine a short one takes
 * long by the clock. Starting it again in another process would make the machine busier, and giving
 * its processor to others would delay it. By the clock when the CPU is unknown or the request
 * sleeps. All in milliseconds.
 */
export function isLong(
  used: { ageMs: number; cpuMs: number | undefined; isRunnable(): boolean },
  afterMs: number,
): boolean {
  const { ageMs, cpuMs = ageMs } = used
  return cpuMs >= afterMs || (ageMs >= afterMs * asleep && !used.isRunnable())
}
