import { canStart, type Limits, type Turn } from './places.ts'

/** Beyond this many entries, the one with the oldest start counts as never served. */
const maxRemembered = 10_000

const groupKey = ({ organizationId, group }: Turn): string =>
  `${organizationId.length}:${organizationId}${group}`

/** When organizations and groups last started a request, counted in requests. */
class Served {
  readonly #last = new Map<string, number>()
  #count = 0

  note(turn: Turn): void {
    this.#count += 1
    for (const key of [turn.organizationId, groupKey(turn)]) {
      this.#last.delete(key)
      this.#last.set(key, this.#count)
    }
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= maxRemembered) return
      this.#last.delete(oldest)
    }
  }

  last(key: string): number {
    return this.#last.get(key) ?? 0
  }
}

/** Long requests have started before, so each is older than those that are not long. */
type Group<T> = { key: string; long: T[]; short: T[] }
type Organization<T> = { id: string; size: number; groups: Map<string, Group<T>> }
type Rank = [running: number, served: number]

const isBefore = (one: Rank, other: Rank): boolean =>
  one[0] === other[0] ? one[1] < other[1] : one[0] < other[0]

/**
 * The waiting requests. Finding the next one costs the number of waiting organizations and of one's
 * waiting groups, independent of the number of requests.
 */
export class WaitQueue<T extends Turn> {
  readonly #organizations = new Map<string, Organization<T>>()
  readonly #served = new Served()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of waiting requests of an organization. */
  sizeOf(organizationId: string): number {
    return this.#organizations.get(organizationId)?.size ?? 0
  }

  add(turn: T): void {
    const id = turn.organizationId
    const found = this.#organizations.get(id)
    const organization: Organization<T> = found ?? { id, size: 0, groups: new Map() }
    this.#organizations.set(id, organization)
    const key = groupKey(turn)
    const group = organization.groups.get(key) ?? { key, long: [], short: [] }
    organization.groups.set(key, group)
    ;(turn.long ? group.long : group.short).push(turn)
    organization.size += 1
    this.#size += 1
  }

  /** False when it does not wait. */
  remove(turn: T): boolean {
    const organization = this.#organizations.get(turn.organizationId)
    const group = organization?.groups.get(groupKey(turn))
    if (!organization || !group) return false
    const turns = turn.long ? group.long : group.short
    const at = turns.indexOf(turn)
    if (at < 0) return false
    turns.splice(at, 1)
    if (group.long.length + group.short.length === 0) organization.groups.delete(group.key)
    organization.size -= 1
    this.#size -= 1
    if (organization.size === 0) this.#organizations.delete(organization.id)
    return true
  }

  /** Removes and returns all waiting requests. */
  clear(): T[] {
    const groups = [...this.#organizations.values()].flatMap((each) => [...each.groups.values()])
    const all = groups.flatMap(({ long, short }) => [...long, ...short])
    this.#organizations.clear()
    this.#size = 0
    return all
  }

  /** Records that a request has started, after it was removed. */
  began(turn: T): void {
    this.#served.note(turn)
  }

  /**
   * The next request. Of those that may start: the organization with the fewest running requests,
   * among equals the one whose last start is oldest; within it the group, in the same way; then the
   * oldest request. It stays in the queue.
   */
  next(running: ReadonlySet<Turn>, limits: Limits): T | undefined {
    const counts = new Map<string, number>()
    for (const turn of running) {
      for (const key of [turn.organizationId, groupKey(turn)])
        counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const rank = (key: string): Rank => [counts.get(key) ?? 0, this.#served.last(key)]
    let best: { rank: Rank; turn: T } | undefined
    for (const organization of this.#organizations.values()) {
      const own = rank(organization.id)
      if (best && !isBefore(own, best.rank)) continue
      const turn = this.#nextOf(organization, rank, running, limits)
      if (turn) best = { rank: own, turn }
    }
    return best?.turn
  }

  #nextOf(
    { id, groups }: Organization<T>,
    rank: (key: string) => Rank,
    running: ReadonlySet<Turn>,
    limits: Limits,
  ): T | undefined {
    const own = { organizationId: id, group: '' }
    const long = canStart({ ...own, long: true }, running, limits)
    const short = canStart({ ...own, long: false }, running, limits)
    if (!long && !short) return undefined
    let best: { rank: Rank; turn: T } | undefined
    for (const group of groups.values()) {
      const turn = (long ? group.long[0] : undefined) ?? (short ? group.short[0] : undefined)
      if (!turn) continue
      const served = rank(group.key)
      if (!best || isBefore(served, best.rank)) best = { rank: served, turn }
    }
    return best?.turn
  }
}
