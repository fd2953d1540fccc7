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
import { requireAccess } from '../access/scope-of.ts'
import { requireFiles } from '../files/require-files.ts'
import { startDataCheckOf, readStartData } from './start-data.ts'

type Retry = {
  id: string
  stepId?: string | undefined
  version: 'same' | 'newest'
  startData?: unknown
  /** Refuses a run that was retried before. */
  onlyOnce?: boolean
}
type Retried = { id: string; status: RunStatus }

/**
 * Finds the start form's schema of the version that the retry will run. Throws 404 for a run that
 * the caller does not see, and 403 when they may not start its workflow: a retry is a start.
 */
async function startSchemaFor(
  tx: Tx,
  actor: Actor,
  { id, version: wanted }: Retry,
): Promise<Definition['startData']> {
  await requireRun(tx, actor, id)
  const [row] = await tx
    .select({
      run: runs,
      published: workflows.publishedVersionId,
      draft: workflows.draft,
      folderId: workflows.folderId,
    })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(eq(runs.id, id))
  if (!row) throw ApiError.notFound('run', id)
  requireAccess(actor, 'run', { workflowId: row.run.workflowId, folderId: row.folderId })
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
    const schema = await startSchemaFor(tx, actor, input)
    await requireFiles(tx, actor, input.startData, 'startData')
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
      onlyOnce: input.onlyOnce === true,
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
      inOrganization(organizationId, (tx) => startSchemaFor(tx, actor, input)),
    )
    return await start(actor, input, info)
  },
)
