import { inOneTrip } from '#db/client'
import type { RunStatus } from '#lib/domain/statuses'

const statement = {
  name: 'find-run-statuses',
  text: 'select id, status from runs where id = any($1::uuid[])',
}

/** The statuses of those of the runs that the organization has, by their ids. */
export async function findRunStatuses(
  organizationId: string,
  runIds: string[],
): Promise<Map<string, RunStatus>> {
  const [rows = []] = await inOneTrip(organizationId, { statement, values: [runIds] })
  return new Map(rows.map(({ id, status }) => [id as string, status as RunStatus]))
}

/** The status of a run, or undefined when there is none of this id in the organization. */
export async function findRunStatus(
  runId: string,
  organizationId: string,
): Promise<RunStatus | undefined> {
  return (await findRunStatuses(organizationId, [runId])).get(runId)
}
