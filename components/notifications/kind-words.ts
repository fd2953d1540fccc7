import type { NotificationKind } from '#lib/domain/notification/choices'

/** What a notification says, and what its kind is called in the settings. */
export const kindWords: Record<NotificationKind, { says: string; title: string }> = {
  assigned: { says: 'Assigned to you', title: 'A screen is assigned to you' },
  'handed-over': { says: 'Handed over to you', title: 'A colleague hands a screen over to you' },
  returned: { says: 'Returned to you', title: 'A screen that you handed over comes back' },
  'stand-in': {
    says: 'You stand in',
    title: 'A colleague names you to stand in for an absence',
  },
  reminder: { says: 'Reminder', title: 'A reminder of a screen is due' },
  overdue: { says: 'Overdue', title: 'A screen of yours is overdue' },
  escalated: { says: 'Escalated to you', title: 'A screen is escalated to you' },
  mentioned: { says: 'You were mentioned', title: 'A comment mentions you' },
  commented: { says: 'New comment', title: 'Somebody writes where you took part' },
  'approval-asked': { says: 'Waits for your approval', title: 'A draft needs your approval' },
  'approval-decided': {
    says: 'News of your request for approval',
    title: 'Your request for approval is answered, or its draft was changed',
  },
  'published-unapproved': {
    says: 'Published without an approval',
    title: 'An owner publishes without the approval that you could give',
  },
}
