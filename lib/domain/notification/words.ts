import type { NotificationKind } from './choices.ts'

/** What a mail or a message to a browser says of so many notifications; never about whom. */
const words: Record<NotificationKind, { one: string; many: string }> = {
  assigned: { one: 'A task was assigned to you', many: 'tasks were assigned to you' },
  'handed-over': { one: 'A task was handed over to you', many: 'tasks were handed over to you' },
  returned: { one: 'A task was returned to you', many: 'tasks were returned to you' },
  'stand-in': {
    one: 'You are asked to stand in for a colleague',
    many: 'colleagues ask you to stand in for them',
  },
  reminder: { one: 'A task needs you soon', many: 'tasks need you soon' },
  overdue: { one: 'A task of yours is overdue', many: 'tasks of yours are overdue' },
  escalated: { one: 'A task was escalated to you', many: 'tasks were escalated to you' },
  mentioned: { one: 'A comment mentions you', many: 'comments mention you' },
  commented: { one: 'There is a new comment', many: 'new comments for you' },
  'approval-asked': {
    one: 'A workflow waits for your approval',
    many: 'workflows wait for your approval',
  },
  'approval-decided': {
    one: 'There is news of an approval that you asked for',
    many: 'approvals that you asked for have news',
  },
  'published-unapproved': {
    one: 'A workflow was published without an approval',
    many: 'workflows were published without an approval',
  },
}

export function countedWords(kind: NotificationKind, count: number): string {
  const { one, many } = words[kind]
  return count === 1 ? one : `${count} ${many}`
}

/** What a notification is about: a screen, a run, a draft, a step of it, or an absence. */
export type Subject = {
  runId: string | null
  taskId: string | null
  workflowId: string | null
  stepId: string | null
  absenceId: string | null
}

/** Our page that a notification leads to. */
export function pathOfNotification({
  runId,
  taskId,
  workflowId,
  stepId,
  absenceId,
}: Subject): string {
  if (taskId) return `/inbox/${taskId}`
  if (runId) return `/runs/${runId}`
  if (absenceId) return '/inbox'
  if (stepId === null) return `/workflows/${workflowId}/review`
  return `/workflows/${workflowId}?step=${encodeURIComponent(stepId)}`
}
