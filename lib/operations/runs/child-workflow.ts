import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import { withPatience } from '#lib/engine/patience'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { readStartData } from './start-data.ts'
import { publishedVersionOrThrow } from './start-run.ts'

type Wanted = { workflow: string; version: number | undefined; startData: unknown; signal: AbortSignal }
type Child = { workflowId: string; versionId: string; startData: unknown }

/** What a `sub-workflow` step needs to start its child run (`childWorkflow` of the services that steps may ask). Waits while the database is away. */
export async function childWorkflow(organizationId: string, { workflow: named, version: number, startData, signal }: Wanted): Promise<Child> {
  signal.throwIfAborted()
  return await withPatience(() =>
    inOrganization(organizationId, async (tx) => {
      const workflow = await getWorkflowOrThrow(tx, named)
      const [fixed] = number
        ? await tx.select().from(workflowVersions).where(and(eq(workflowVersions.workflowId, workflow.id), eq(workflowVersions.number, number)))
        : [await publishedVersionOrThrow(tx, workflow)]
      if (!fixed) throw ApiError.notFound('version', `${named} ${number}`)
      const schema = fixed.definition.startData
      const checkFor = { organizationId, signal }
      const data = await readStartData(tx, schema, startData, 'startData', checkFor)
      return { workflowId: workflow.id, versionId: fixed.id, startData: data }
    }),
  )
}
