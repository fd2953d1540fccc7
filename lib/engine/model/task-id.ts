import { createHash } from 'node:crypto'

/**
 * The id of a task that is created in memory and written later. It is always the same for the same
 * run and key, so creating it again changes nothing. It has the form of a UUID version 7 with the
 * run's time, so that the tasks of a run sort by their position. The SQL function is
 * `born_task_id`.
 */
export function deterministicTaskId(runId: string, key: string, position: number): string {
  const place = position.toString(16).padStart(6, '0').slice(-6)
  const own = createHash('sha256').update(`${runId}:${key}`).digest('hex').slice(0, 12)
  return `${runId.slice(0, 13)}-7${place.slice(0, 3)}-8${place.slice(3)}-${own}`
}
