import { z } from 'zod'
import { pastActionSchema } from '#lib/domain/run/planned-action'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const taskParams = z.strictObject({ taskId: z.uuid('A screen has a UUID as its id.') })

export const plannedViewSchema = z.object({
  at: instant,
  do: z.enum(['remind', 'assign', 'return', 'priority', 'start']),
  when: pastActionSchema.shape.when,
  /** Whom a reminder goes to. */
  to: z.enum(['assignee', 'group', 'people']).optional(),
  /** The people that it names, or who gets the screen. */
  people: z.array(z.string()).optional(),
  priority: z.int().optional(),
  /** The name of the workflow that is started. */
  workflow: z.string().optional(),
})
export type PlannedView = z.infer<typeof plannedViewSchema>

export const deadlinesSchema = z.object({
  dueAt: instant.nullable(),
  followUpAt: instant.nullable(),
  /** What happens by itself while the screen is open, in its order. */
  planned: z.array(plannedViewSchema),
  /** What became of that which was due. */
  past: z.array(pastActionSchema),
  /** Whether the caller may change the dates. */
  mayChange: z.boolean(),
  /** The zone of the calendar by which the screen counts. */
  timeZone: z.string(),
  /** The beginnings of the next working days. */
  workingDays: z.array(instant),
})
export type ScreenDeadlines = z.infer<typeof deadlinesSchema>

export const getScreenDeadlinesContract = contract({
  id: 'getScreenDeadlines',
  method: 'GET',
  path: '/api/v2/screens/{taskId}/deadlines',
  summary: 'Read when an open screen is due, and which reminders and escalations are planned',
  tag: 'Screens',
  params: taskParams,
  returns: { 200: { description: 'Its dates.', schema: deadlinesSchema } },
  errorStatuses: [404, 409],
})

export const changeScreenDatesContract = contract({
  id: 'changeScreenDates',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/dates',
  summary: 'Change when an open screen is due, or when its assignee looks at it again',
  description:
    'A field that is left out stays; null removes the date. Reminders and escalations that count ' +
    'from the due date move with it. Who has the screen may do this, and who may control runs.',
  tag: 'Screens',
  params: taskParams,
  body: z
    .strictObject({
      dueAt: instant.nullable().optional(),
      followUpAt: instant.nullable().optional(),
    })
    .refine(({ dueAt, followUpAt }) => dueAt !== undefined || followUpAt !== undefined, {
      error: 'Give dueAt or followUpAt.',
    }),
  returns: { 200: { description: 'Its dates now.', schema: deadlinesSchema } },
  errorStatuses: [404, 409],
})
