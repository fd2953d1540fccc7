import { z } from 'zod'
import { workloadPeriods } from '#lib/domain/run/workload'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })

const openSchema = z.object({
  open: z.int(),
  overdue: z.int(),
  dueToday: z.int(),
  /** When the oldest of them opened; null: there is none. */
  oldestAt: instant.nullable(),
})

/** Half of them took at most the first, nine of ten at most the second. */
const timesSchema = z.object({
  /** Of how many the time is known. */
  known: z.int(),
  medianSeconds: z.number().nullable(),
  p90Seconds: z.number().nullable(),
})

const workloadSchema = z.object({
  /** The zone of the days, and which day it is there. */
  timeZone: z.string(),
  today: z.iso.date(),
  total: openSchema,
  /** Who has open screens, the most first, at most 500; null stands for nobody. */
  people: z.array(
    openSchema.extend({
      person: z.object({ userId: z.uuid(), name: z.string() }).nullable(),
      away: z.object({ until: z.iso.date(), delegate: z.string().nullable() }).nullable(),
    }),
  ),
  /** Groups that steps chose, also without the filter by group; a screen may count for several. */
  groups: z.array(
    openSchema.extend({
      groupId: z.string(),
      name: z.string(),
      /** How many of them nobody has. */
      unclaimed: z.int(),
    }),
  ),
  /** By how many working days ago they opened; `to` null: without end. */
  ages: z.array(
    z.object({
      from: z.int(),
      to: z.int().nullable(),
      openedFrom: instant.nullable(),
      openedBefore: instant.nullable(),
      count: z.int(),
    }),
  ),
  done: z.object({
    days: z.array(z.object({ day: z.iso.date(), completed: z.int() })),
    completed: z.int(),
    /** From opening until somebody had it, and until it was completed. */
    untilClaimed: timesSchema,
    untilCompleted: timesSchema,
    /** Of those that had a due date: all, and those that were completed by then. */
    withDueDate: z.int(),
    onTime: z.int(),
  }),
})
export type Workload = z.infer<typeof workloadSchema>

export const getWorkloadContract = contract({
  id: 'getWorkload',
  method: 'GET',
  path: '/api/v2/screens/workload',
  summary: 'Read who has which work, how old it is, and what was done',
  description:
    'Of the screens that the caller may do, as in the inbox. Ages are in working days of the ' +
    'calendar of the group, or of the organization. Days are those of the organization’s time ' +
    'zone. What is not known of older screens is left out and counted: `known`.',
  tag: 'Inbox',
  query: z.strictObject({
    /** A workflow's id or slug. */
    workflow: z.string().min(1).max(64).optional(),
    /** A group that the step chose. */
    group: z.string().min(1).max(100).optional(),
    /** Of how many days the done work is counted, today included. */
    days: z.enum(workloadPeriods).default('30').meta({ description: '14, 30 or 90.' }),
  }),
  returns: { 200: { description: 'The numbers.', schema: workloadSchema } },
  errorStatuses: [404],
})
