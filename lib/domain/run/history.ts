/** What people do with a run and its screens, by the words of the audit log. */
export const historyActions = [
  'run.started',
  'run.read',
  'run.cancelled',
  'run.retried',
  'screen.read',
  'screen.claimed',
  'screen.released',
  'screen.prioritized',
  'screen.assigned',
  'screen.handed-over',
  'screen.returned',
  'screen.completed',
  'task.cancelled',
  'task.outcome-answered',
  'comment.added',
  'comment.changed',
  'comment.deleted',
  'run.file-added',
  'patient.read',
] as const
export type HistoryAction = (typeof historyActions)[number]
