import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import { allPermissions, permissionsOf } from '#lib/auth/permissions'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { canKeyHave } from '#lib/domain/key-permissions'
import { builtInRoles, type BuiltInRole } from '#lib/domain/statuses'

type Mode = 'live' | 'test'
type Wanted = { workflows: string[] | null; mode: Mode }

const invalid = (path: string, message: string): ApiError => ApiError.invalid([{ path, message }])

/**
 * Checks the single permissions of a new key: that they exist, that such a key can have them, and
 * that its maker has them. Throws 400, or 403 with those that the maker lacks.
 */
export function requirePermissions(actor: Actor, asked: string[], wanted: Wanted): void {
  const known: readonly string[] = allPermissions
  const unknown = asked.find((permission) => !known.includes(permission))
  if (unknown !== undefined)
    throw invalid('permissions', `There is no permission "${unknown}". They are named at /docs.`)
  const impossible = asked.find((permission) => !canKeyHave(permission, wanted))
  if (impossible !== undefined)
    throw invalid(
      'permissions',
      wanted.mode === 'test' && !canKeyHave(impossible, { mode: 'test', workflows: null })
        ? `A test key cannot have ${impossible}. Leave it out, or create a live key.`
        : `A key for some workflows cannot have ${impossible}, which is for all of them.`,
    )
  const more = allPermissions.filter((one) => asked.includes(one) && !can(actor, one))
  if (more.length > 0)
    throw new ApiError(
      'forbidden',
      `You do not have ${more.join(', ')}, so a key of yours cannot have it. Ask an owner.`,
      { permissions: more },
    )
}

/** The built-in role with the fewest permissions that has all of these. */
export function weakestRoleWith(asked: readonly string[]): BuiltInRole {
  const having = builtInRoles.filter((role) => {
    const of: ReadonlySet<string> = permissionsOf(role)
    return asked.every((permission) => of.has(permission))
  })
  const [weakest = 'owner'] = having.toSorted(
    (one, other) => permissionsOf(one).size - permissionsOf(other).size,
  )
  return weakest
}

/**
 * Checks that the workflows exist, and that a key that is for some workflows gives away no others.
 * Answers them; those of the key when none are named. Throws 404 and 403.
 */
export async function requireWorkflows(
  tx: Tx,
  actor: Actor,
  asked: string[] | null,
): Promise<string[] | null> {
  if (asked === null) return actor.workflows ? [...actor.workflows] : null
  const foreign = actor.workflows && asked.find((id) => !actor.workflows?.includes(id))
  if (foreign)
    throw new ApiError(
      'forbidden',
      'This key may not touch all of these workflows, so it cannot give them to another key.',
      { workflows: [foreign] },
    )
  const rows = await tx
    .select({ id: workflows.id })
    .from(workflows)
    .where(inArray(workflows.id, asked))
  const missing = asked.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw ApiError.notFound('workflow', missing)
  return [...new Set(asked)]
}

const dayMs = 24 * 3_600_000
const usualDays = 365

/**
 * The end of a key: a year from now when left out, none when `null` is asked for. A key that makes
 * or changes one gives it no later end than its own. Throws 400 for an instant that is over.
 */
export async function endOfKey(
  tx: Tx,
  actor: Actor,
  asked: string | null | undefined,
): Promise<Date | null> {
  const usual = new Date(Date.now() + usualDays * dayMs)
  const wanted = typeof asked === 'string' ? new Date(asked) : asked
  if (wanted && wanted.getTime() <= Date.now())
    throw invalid('expiresAt', 'This instant is over. Choose a later one.')
  const own = actor.kind === 'api-key' ? await endOfActor(tx, actor) : null
  if (own === null) return wanted === undefined ? usual : wanted
  if (wanted === undefined) return own < usual ? own : usual
  if (wanted !== null && wanted <= own) return wanted
  throw new ApiError(
    'forbidden',
    `This key ends on ${own.toISOString()}, so it cannot give another key a later end.`,
    { expiresAt: own.toISOString() },
  )
}

async function endOfActor(tx: Tx, { id }: Actor): Promise<Date | null> {
  const [row] = await tx
    .select({ expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
  return row?.expiresAt ?? null
}

/** A key gives another one no higher limit than its own. Throws 403. */
export function requireRate(actor: Actor, asked: number | null | undefined): number | null {
  const own = actor.rate?.own ?? null
  if (actor.kind !== 'api-key' || own === null) return asked ?? null
  if (asked === undefined) return own
  if (asked !== null && asked <= own) return asked
  throw new ApiError(
    'forbidden',
    `This key may make ${countOf(own, 'request')} a minute, so it cannot give another key more.`,
    { ratePerMinute: own },
  )
}
