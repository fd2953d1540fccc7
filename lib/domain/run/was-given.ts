import type { TaskStatus } from '../statuses.ts'

type Task = { status: TaskStatus; attempt?: number }

/**
 * Whether a step of a test run was not done: its answer was pinned, or it was disabled. What follows
 * it goes on as if it had completed.
 */
export const wasGiven = ({ status, attempt }: Task): boolean =>
  status === 'completed' && attempt === 0

/** The status as people read it: what was not done is not completed. */
export const shownStatus = (task: Task): TaskStatus => (wasGiven(task) ? 'skipped' : task.status)
