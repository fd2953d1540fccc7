import { eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import type { RunStatus } from '#lib/domain/statuses'
import { retryFromStep } from '#lib/engine/commands/retry-from-step'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireRun } from '../access/access-sql.ts'
import { startDataCheckOf, readStartData } from './start-data.ts'

type Retry = {
  id: string
  stepId?: string | undefined
  version: 'same' | 'newest'
  startData?: unknown
}
type Retried = { id: string; status: RunStatus }

/** Finds the start form's schema of the version that the retry will run. Throws 404. */
async function startSchemaOf(
  tx: Tx,
  { id, version: wanted }: Retry,
): Promise<Definition['startData']> {
  const [row] = await tx
    .select({ run: runs, published: workflows.publishedVersionId, draft: workflows.draft })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(eq(runs.id, id))
  if (!row) throw ApiError.notFound('run', id)
  const versionId = wanted === 'newest' && row.run.versionId ? row.published : row.run.versionId
  const [version] = versionId
    ? await tx
        .select({ definition: workflowVersions.definition })
        .from(workflowVersions)
        .where(eq(workflowVersions.id, versionId))
    : []
  return (version?.definition ?? row.run.draftDefinition ?? row.draft).startData
}

const start = defineOperation<Retry, Retried>({
  name: 'retryRun',
  permission: 'runs:control',
  audit: ({ input, output }) => ({
    action: 'run.retried',
    objectKind: 'run',
    objectId: output.id,
    details: {
      retriedFrom: input.id,
      stepId: input.stepId ?? null,
      startData: input.startData === undefined ? 'same' : 'changed',
      version: input.version,
    },
  }),
  async run({ actor, input, tx, info: { signal } }) {
    const { organizationId } = actor
    await requireRun(tx, actor, input.id)
    const schema = await startSchemaOf(tx, input)
    const checkFor = { organizationId, signal }
    const startData =
      input.startData === undefined
        ? undefined
        : await readStartData(tx, schema, input.startData, 'startData', checkFor)
    const { runId } = await retryFromStep(tx, {
      organizationId,
      runId: input.id,
      stepId: input.stepId,
      version: input.version,
      by: actor.name,
      byUserId: actor.kind === 'user' ? actor.id : null,
      sandbox: actor.sandbox === true,
      ...(startData ? { startData } : {}),
    })
    return { id: runId, status: 'running' }
  },
})

/**
 * Retries a run as a new run, whole or from one of its steps. New start data is validated by the
 * version that it will run; large data before the transaction.
 */
export const retryRun = asOperation(
  { name: start.keyScope, permission: start.permission },
  async (actor: Actor, input: Retry, info: CallInfo = {}): Promise<Retried> => {
    requirePermission(actor, start.permission)
    const { organizationId } = actor
    await startDataCheckOf(input.startData, { organizationId, signal: info.signal }, () =>
      inOrganization(organizationId, async (tx) => {
        await requireRun(tx, actor, input.id)
        return await startSchemaOf(tx, input)
      }),
    )
    return await start(actor, input, info)
  },
)
