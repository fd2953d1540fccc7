import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import { retryWhileDisconnected } from '#lib/engine/store/connection-retry'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { startDataCheckOf, readStartData } from './start-data.ts'
import { publishedVersionOrThrow } from './start-run.ts'

type Wanted = {
  workflow: string
  version: number | undefined
  startData: unknown
  signal: AbortSignal
}
type Child = { workflowId: string; versionId: string; startData: unknown }

async function versionOrThrow(tx: Tx, named: string, number: number | undefined) {
  const workflow = await getWorkflowOrThrow(tx, named)
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
  { workflow: named, version: number, startData, signal }: Wanted,
): Promise<Child> {
  signal.throwIfAborted()
  const checkFor = { organizationId, signal }
  return await retryWhileDisconnected(async () => {
    await startDataCheckOf(startData, checkFor, () =>
      inOrganization(organizationId, async (tx) => {
        return (await versionOrThrow(tx, named, number)).definition.startData
      }),
    )
    return await inOrganization(organizationId, async (tx) => {
      const { workflowId, id, definition } = await versionOrThrow(tx, named, number)
      const schema = definition.startData
      const data = await readStartData(tx, schema, startData, 'startData', checkFor)
      return { workflowId, versionId: id, startData: data }
    })
  })
}
