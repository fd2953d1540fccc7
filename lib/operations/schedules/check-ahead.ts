import { eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { schedules } from '#db/schema/schedules'
import type { Actor } from '#lib/auth/actor'
import { jsonOf } from '#lib/large-json/write'
import type { CallInfo } from '../define-operation.ts'
import { startDataCheckOf } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'

type StartData = Record<string, unknown>

const schemaOf = async (tx: Tx, workflow: string) =>
  (await publishedVersionOrThrow(tx, await getWorkflowOrThrow(tx, workflow))).definition.startData

/**
 * Checks large start data for a schedule of the workflow before the transaction.
 */
export async function checkForWorkflow(
  { organizationId }: Actor,
  workflow: string,
  startData: StartData,
  { signal }: CallInfo,
): Promise<void> {
  await startDataCheckOf(startData, { organizationId, signal }, () =>
    inOrganization(organizationId, (tx) => schemaOf(tx, workflow)),
  )
}

/**
 * The same for an existing schedule: its start data, or the new data. Answers the checked data;
 * undefined when there is no such schedule.
 */
export async function checkForSchedule(
  actor: Actor,
  id: string,
  given: StartData | undefined,
  info: CallInfo,
): Promise<StartData | undefined> {
  const [row] = await inOrganization(actor.organizationId, (tx) =>
    tx
      .select({ workflowId: schedules.workflowId, startData: schedules.startData })
      .from(schedules)
      .where(eq(schedules.id, id)),
  )
  if (!row) return undefined
  const startData = given ?? row.startData
  await checkForWorkflow(actor, row.workflowId, startData, info)
  return startData
}

/** Answers the checked data if the row still has the same, so that it is not checked again. */
export const asChecked = (row: StartData, checked: StartData | undefined): StartData =>
  checked && jsonOf(checked) === jsonOf(row) ? checked : row
