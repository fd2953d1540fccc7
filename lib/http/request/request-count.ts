import type { Actor } from '#lib/auth/actor'
import { requestCounts, type Left, type NamedLimit } from '#lib/auth/request-counts'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { env } from '#lib/env'

const seconds = 60
/** A request whose credential is dead or missing, in requests of its address. */
const refusedCost = 20

const limited = (name: string, of: string, most: number): NamedLimit[] =>
  most > 0 ? [{ name, of: ['requests', name, of], most, seconds }] : []

/** Tests and `next dev` do not know who asks; then addresses are not counted. */
function addressLimits(): NamedLimit[] {
  const address = clientAddress()
  return address === 'unknown'
    ? []
    : limited('address', networkOf(address), env().RATE_LIMITS.address)
}

/** A key's own limit is set by owners, so it cannot be above that of the installation. */
function ownLimit(most: number, own: number | null | undefined): number {
  if (own === null || own === undefined) return most
  return most > 0 ? Math.min(most, own) : own
}

/** The limits of a caller: of the key or the person, and of the organization. */
function limitsOf({ kind, id, organizationId, rate }: Actor): NamedLimit[] {
  if (kind === 'public') return []
  const most = env().RATE_LIMITS
  const own =
    kind === 'api-key'
      ? limited('key', id, ownLimit(most.key, rate?.own))
      : limited('person', id, most.person)
  return [
    ...own,
    ...limited('organization', organizationId, rate?.organization ?? most.organization),
  ]
}

const subjects: Record<string, string> = {
  key: 'This API key',
  person: 'You',
  organization: 'This organization',
  address: 'This address',
  directory: 'This directory',
}

function tooMany({ name, most }: Left, wait: number): ApiError {
  const subject = subjects[name] ?? name
  const may = `${subject} may make ${countOf(most, 'request')} a minute.`
  const again = `Try again in ${countOf(wait, 'second')}.`
  return new ApiError(
    'rate_limited',
    `${may} ${again}`,
    { limit: name, most, seconds, retryAfterSeconds: wait },
    { headers: { 'retry-after': String(wait) } },
  )
}

/** The counts of one request, and the headers that tell them. */
export class RequestCount {
  readonly #left: Left[] = []

  async #take(limits: NamedLimit[]): Promise<void> {
    if (limits.length === 0) return
    const counted = await requestCounts().take(limits)
    if (counted.refusedBy) {
      this.#left.push(counted.refusedBy)
      throw tooMany(counted.refusedBy, counted.wait)
    }
    this.#left.push(...counted.left)
  }

  /** Counts the request for its address. Throws 429. */
  async takeOfAddress(): Promise<void> {
    await this.#take(addressLimits())
  }

  /** Counts the request for its key or person and for the organization. Throws 429. */
  async takeOf(actor: Actor): Promise<void> {
    await this.#take(limitsOf(actor))
  }

  /**
   * Counts a SCIM request for its directory alone: a directory that sends everybody again must not
   * use up what its organization's people and systems may ask. Throws 429.
   */
  async takeOfDirectory(id: string): Promise<void> {
    await this.#take(limited('directory', id, env().RATE_LIMITS.directory))
  }

  /** Counts a dead credential, so that nobody can try many of them. */
  chargeRefusal(): void {
    for (const limit of addressLimits()) requestCounts().charge({ ...limit, cost: refusedCost })
  }

  /**
   * Writes `RateLimit-Policy` (all limits) and `RateLimit` (the one nearest to its end), as in
   * draft-ietf-httpapi-ratelimit-headers-11: `q` requests in `w` seconds; `r` are left, and all of
   * them are there again in `t` seconds.
   */
  sign(headers: Headers): void {
    const [first, ...others] = this.#left
    if (!first) return
    const share = ({ left, most }: Left): number => left / most
    const nearest = others.reduce((one, other) => (share(other) < share(one) ? other : one), first)
    const policies = this.#left.map(({ name, most, seconds: w }) => `"${name}";q=${most};w=${w}`)
    headers.set('ratelimit-policy', policies.join(', '))
    headers.set('ratelimit', `"${nearest.name}";r=${nearest.left};t=${nearest.restored}`)
  }
}
