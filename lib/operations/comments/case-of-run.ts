import { eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { can, type Actor } from '#lib/auth/actor'
import type { NamedPerson } from '#lib/contracts/runs/comments'
import { ApiError } from '#lib/domain/api-error'
import { requireRun, visibleAmong } from '../access/access-sql.ts'
import { actorOfMember } from '../access/actor-of-member.ts'

/**
 * The run to which comments and files belong: for an item of a loop the run around it. Throws 404
 * when the caller does not see it.
 */
export async function caseOfRun(tx: Tx, actor: Actor, runId: string): Promise<string> {
  await requireRun(tx, actor, runId)
  const [run] = await tx
    .select({ id: sql<string>`coalesce(${runs.scopeRunId}, ${runs.id})` })
    .from(runs)
    .where(eq(runs.id, runId))
  if (!run) throw ApiError.notFound('run', runId)
  return run.id
}

/** Throws 403 for systems: what colleagues write to each other is signed by a person. */
export function requirePerson(actor: Actor): void {
  if (actor.kind !== 'user')
    throw new ApiError(
      'forbidden',
      'Only a person can do this; an API key reads comments and files.',
    )
}

/** Those of these people who may see the run. Not for use inside a transaction. */
export async function readersAmong(
  organizationId: string,
  runId: string,
  people: readonly NamedPerson[],
): Promise<NamedPerson[]> {
  const readers: NamedPerson[] = []
  for (const person of people) {
    const member = await actorOfMember(organizationId, person.userId)
    if (!member || !can(member, 'runs:read')) continue
    const seen = await inOrganization(organizationId, (tx) => visibleAmong(tx, member, [runId]))
    if (seen.has(runId)) readers.push(person)
  }
  return readers
}
