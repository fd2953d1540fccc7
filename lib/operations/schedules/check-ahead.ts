import { inOrganization, type Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { jsonOf } from '#lib/large-json/write'
import type { CallInfo } from '../define-operation.ts'
import { startDataCheckOf } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowFor, type WorkflowRow } from '../workflows/find-workflow.ts'
import { lockScheduleFor } from './schedule-view.ts'

type StartData = Record<string, unknown>

const schemaOf = async (tx: Tx, workflow: WorkflowRow) =>
  (await publishedVersionOrThrow(tx, workflow)).definition.startData

/**
 * Checks large start data for a schedule of the workflow before the transaction.
 */
export async function checkForWorkflow(
  actor: Actor,
  workflow: string,
  startData: StartData,
  { signal }: CallInfo,
): Promise<void> {
  const { organizationId } = actor
  await startDataCheckOf(startData, { organizationId, signal }, () =>
    inOrganization(organizationId, async (tx) =>
      schemaOf(tx, await getWorkflowFor(tx, actor, workflow, 'run')),
    ),
  )
}

/**
 * The same for an existing schedule: its start data, or the new data. Answers the checked data;
 * undefined when the caller may not change the schedule, which the transaction then says.
 */
export async function checkForSchedule(
  actor: Actor,
  id: string,
  given: StartData | undefined,
  info: CallInfo,
): Promise<StartData | undefined> {
  const { organizationId } = actor
  const row = await inOrganization(organizationId, (tx) => lockScheduleFor(tx, actor, id)).catch(
    (error: unknown) => {
      if (error instanceof ApiError && [403, 404].includes(error.statusCode)) return undefined
      throw error
    },
  )
  if (!row) return undefined
  const startData = given ?? row.startData
  await checkForWorkflow(actor, row.workflowId, startData, info)
  return startData
}

/** Answers the checked data if the row still has the same, so that it is not checked again. */
export const asChecked = (row: StartData, checked: StartData | undefined): StartData =>
  checked && jsonOf(checked) === jsonOf(row) ? checked : row
