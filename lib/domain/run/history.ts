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
  'run.file-removed',
  'run.printed',
  'patient.read',
] as const
export type HistoryAction = (typeof historyActions)[number]

/** Why somebody removes a file from a case. Words of ours, because the audit log has them. */
export const fileRemovalReasons = [
  'other-case',
  'wrong-file',
  'duplicate',
  'unreadable',
  'not-needed',
] as const
export type FileRemovalReason = (typeof fileRemovalReasons)[number]

/** What somebody did, before the title of the screen or step; without one, with the case. */
export const historyWords: Record<HistoryAction, string> = {
  'run.started': 'started the case',
  'run.read': 'opened the case',
  'run.cancelled': 'cancelled the case',
  'run.retried': 'ran the case again',
  'screen.read': 'opened',
  'screen.claimed': 'took',
  'screen.released': 'gave back',
  'screen.prioritized': 'changed the priority of',
  'screen.assigned': 'assigned',
  'screen.handed-over': 'handed over',
  'screen.returned': 'returned',
  'screen.completed': 'completed',
  'task.cancelled': 'cancelled',
  'task.outcome-answered': 'said how it ended:',
  'comment.added': 'wrote a comment',
  'comment.changed': 'changed a comment',
  'comment.deleted': 'deleted a comment',
  'run.file-added': 'added a file',
  'run.file-removed': 'removed a file',
  'run.printed': 'made a PDF of the case',
  'patient.read': 'looked at the other cases of the patient',
}

/** The same of a removed file: why. */
export const removalWords: Record<FileRemovalReason, string> = {
  'other-case': 'of another case',
  'wrong-file': 'that was the wrong one',
  duplicate: 'that was there twice',
  unreadable: 'that cannot be read',
  'not-needed': 'that is not needed',
}
