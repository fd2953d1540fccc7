import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { sqlScopes } from '#db/schema/organization-databases'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { newActor, type Actor } from '#lib/auth/actor'
import { nearestRule, type AccessBook } from '#lib/domain/access/decide'
import type { AccessRules } from '#lib/domain/access/rules'
import { tabulate } from '#lib/domain/access/scope'
import { log } from '#lib/log'
import { runsSeenBy, whereTable, type RunsSeen } from '../access/access-sql.ts'
import { bookOfOrganization } from '../access/book-of-organization.ts'

/** Rows of statements whose process died; no statement takes as long. */
const staleMs = 10 * 60_000

async function writeScope(tx: Tx, id: string, organizationId: string, seen: RunsSeen) {
  const stale = new Date(Date.now() - staleMs)
  await tx.delete(sqlScopes).where(sql`${sqlScopes.createdAt} < ${stale}`)
  await tx.execute(sql`insert into ${sqlScopes} (id, organization_id, workflows, runs)
    select ${id}::uuid, ${organizationId}::uuid, array(${seen.workflows}), array(${seen.runs})`)
}

/**
 * Does the work of one statement while a row says which runs it may read. The row's id is random,
 * and only the statement's session has it.
 */
async function withScope<T>(
  organizationId: string,
  seen: RunsSeen,
  work: (scope: string) => Promise<T>,
): Promise<T> {
  const id = randomUUID()
  await inOrganization(organizationId, (tx) => writeScope(tx, id, organizationId, seen))
  try {
    return await work(id)
  } finally {
    await inOrganization(organizationId, (tx) =>
      tx.delete(sqlScopes).where(eq(sqlScopes.id, id)),
    ).catch((error: unknown) => log.warn({ error }, 'a scope of SQL could not be removed'))
  }
}

/** The same for the runs that a caller sees. */
export const withScopeOf = async <T>(actor: Actor, work: (scope: string) => Promise<T>) =>
  await withScope(actor.organizationId, runsSeenBy(actor), work)

const hasRule = ({ organization, folders, workflows: own }: AccessBook): boolean =>
  [organization, ...folders.values(), ...own.values()].some(
    ({ rules }: { rules?: AccessRules | undefined }) => rules?.seeRuns !== undefined,
  )

/**
 * For a step of a run: its statement reads the runs of its own workflow, and of those whose runs no
 * rule gives to somebody. Else a workflow would show its readers what rules hide from them.
 * Undefined while no rule says who sees runs: then a step reads all.
 */
async function runsForStep(organizationId: string, runId: string): Promise<RunsSeen | undefined> {
  const book = await bookOfOrganization(organizationId)
  if (!hasRule(book)) return undefined
  const person = newActor({
    kind: 'public',
    id: runId,
    name: 'a step',
    organizationId,
    role: 'public',
  })
  const open = tabulate({ person: { ...person, workflows: null }, book }, (scope, target) => {
    return nearestRule(scope.book, 'seeRuns', target) === undefined
  })
  return {
    workflows: sql`select ${workflows.id} from ${workflows}
      where ${whereTable(open) ?? sql`true`}
        or ${workflows.id} = (select own.workflow_id from ${runs} own where own.id = ${runId})`,
    runs: sql`select null::uuid where false`,
  }
}

/** Does the work of a step's statement, with a scope where rules say who sees runs. */
export async function withScopeOfStep<T>(
  organizationId: string,
  runId: string,
  work: (scope: string | undefined) => Promise<T>,
): Promise<T> {
  const seen = await runsForStep(organizationId, runId)
  return seen ? await withScope(organizationId, seen, work) : await work(undefined)
}
