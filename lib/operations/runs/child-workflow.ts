import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflowVersions } from '#db/schema/workflows'
import { nearestRule, type AccessBook } from '#lib/domain/access/decide'
import { ApiError } from '#lib/domain/api-error'
import { caseNameOf, type CaseName } from '#lib/domain/run/case-name'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { retryWhileDisconnected } from '#lib/engine/store/connection-retry'
import { bookOfOrganization } from '../access/book-of-organization.ts'
import { targetOf } from '../access/scope-of.ts'
import { getWorkflowOrThrow, type WorkflowRow } from '../workflows/find-workflow.ts'
import { workflowsNamedIn } from '../workflows/used-by.ts'
import { startDataCheckOf, readStartData } from './start-data.ts'
import { publishedVersionOrThrow } from './start-run.ts'

type Wanted = {
  /** The run whose step starts it. */
  runId: string
  workflow: string
  version: number | undefined
  startData: unknown
  signal: AbortSignal
}
type Caller = { runId: string; book: AccessBook }
type Child = { workflowId: string; versionId: string; startData: unknown; name: CaseName }

/**
 * A workflow that rules give to somebody is run only by a step that names it: who published that
 * step was allowed to start it (`findProblems`). Nobody checked a name that a run computes.
 */
async function requireNamed(tx: Tx, { runId, book }: Caller, workflow: WorkflowRow, named: string) {
  if (!nearestRule(book, 'run', targetOf(workflow))) return
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId))
  if (run && workflowsNamedIn(await definitionOfRun(tx, run)).has(named)) return
  throw new ApiError(
    'forbidden',
    `Access rules say who may start the workflow "${named}". A step can run it only when it names ` +
      'it; this step computes the name.',
  )
}

async function versionOrThrow(tx: Tx, caller: Caller, named: string, number: number | undefined) {
  const workflow = await getWorkflowOrThrow(tx, named)
  await requireNamed(tx, caller, workflow, named)
  const { id: workflowId } = workflow
  if (number === undefined) return { workflowId, ...(await publishedVersionOrThrow(tx, workflow)) }
  const wanted = and(
    eq(workflowVersions.workflowId, workflowId),
    eq(workflowVersions.number, number),
  )
  const [fixed] = await tx.select().from(workflowVersions).where(wanted)
  if (!fixed) throw ApiError.notFound('version', `${named} ${number}`)
  return fixed
}

/**
 * Reads what a `sub-workflow` step needs to start its child run (the service `childWorkflow` of
 * steps). Waits while the database cannot be reached.
 */
export async function childWorkflow(
  organizationId: string,
  { runId, workflow: named, version: number, startData, signal }: Wanted,
): Promise<Child> {
  signal.throwIfAborted()
  const checkFor = { organizationId, signal }
  return await retryWhileDisconnected(async () => {
    const caller = { runId, book: await bookOfOrganization(organizationId) }
    await startDataCheckOf(startData, checkFor, () =>
      inOrganization(organizationId, async (tx) => {
        return (await versionOrThrow(tx, caller, named, number)).definition.startData
      }),
    )
    return await inOrganization(organizationId, async (tx) => {
      const { workflowId, id, definition } = await versionOrThrow(tx, caller, named, number)
      const schema = definition.startData
      const data = await readStartData(tx, schema, startData, 'startData', checkFor)
      return { workflowId, versionId: id, startData: data, name: caseNameOf(definition, data) }
    })
  })
}
