import type { NotificationKind } from './choices.ts'

/** What a mail or a message to a browser says of so many notifications; never about whom. */
const words: Record<NotificationKind, { one: string; many: string }> = {
  assigned: { one: 'A task was assigned to you', many: 'tasks were assigned to you' },
  'handed-over': { one: 'A task was handed over to you', many: 'tasks were handed over to you' },
  returned: { one: 'A task was returned to you', many: 'tasks were returned to you' },
  reminder: { one: 'A task needs you soon', many: 'tasks need you soon' },
  overdue: { one: 'A task of yours is overdue', many: 'tasks of yours are overdue' },
  escalated: { one: 'A task was escalated to you', many: 'tasks were escalated to you' },
  mentioned: { one: 'A comment mentions you', many: 'comments mention you' },
  commented: { one: 'There is a new comment', many: 'cases have new comments' },
}

export function countedWords(kind: NotificationKind, count: number): string {
  const { one, many } = words[kind]
  return count === 1 ? one : `${count} ${many}`
}

/** Our page that a notification leads to. */
export const pathOfNotification = ({ runId, taskId }: { runId: string; taskId: string | null }) =>
  taskId ? `/inbox/${taskId}` : `/runs/${runId}`
