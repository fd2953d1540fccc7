import type { RunStatus } from '../statuses.ts'

/** The states of runs as people read them, on pages and on paper. */
export const runStatusWords: Record<RunStatus, string> = {
  running: 'Running',
  suspended: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
