import { z } from 'zod'
import { countsFrom } from '../deadlines/deadlines.ts'

const instant = z.iso.datetime({ offset: true })

const whens = z.enum([...countsFrom, 'follow-up', 'opening'])

/** Counts from these; `follow-up`: a person asked for it; `opening`: its step, at once. */
const planned = {
  at: instant,
  when: whens.default('after-opening'),
  /** The length as its step gave it: a changed due date plans anew by it. */
  length: z
    .object({
      workingDays: z.number().optional(),
      workingHours: z.number().optional(),
      at: z.string().optional(),
    })
    .optional(),
  /** How often it failed for a reason that may pass. */
  tries: z.int().optional(),
}

/**
 * What happens to an open screen at an instant without anybody's doing, as its step planned it. The
 * step computes the instants in working time when the screen opens.
 */
export const plannedActionSchema = z.discriminatedUnion('do', [
  z.object({
    ...planned,
    do: z.literal('remind'),
    to: z.enum(['assignee', 'group', 'people']).default('assignee'),
    people: z.array(z.string()).optional(),
  }),
  z.object({ ...planned, do: z.literal('assign'), person: z.string() }),
  z.object({ ...planned, do: z.literal('return') }),
  z.object({ ...planned, do: z.literal('priority'), priority: z.int() }),
  z.object({
    ...planned,
    do: z.literal('start'),
    workflow: z.string(),
    startData: z.record(z.string(), z.unknown()).default({}),
  }),
])
export type PlannedAction = z.input<typeof plannedActionSchema>

/**
 * What became of a planned action. `dropped`: it was not needed any more, or a later reminder to the
 * same people was due as well; `failed` has the reason, for people.
 */
export const pastActionSchema = z.object({
  at: instant,
  happenedAt: instant,
  do: z.enum(['remind', 'assign', 'return', 'priority', 'start']),
  when: whens,
  outcome: z.enum(['done', 'dropped', 'failed']),
  reason: z.string().optional(),
  /** The person who got the screen. */
  person: z.string().optional(),
  /** The absent person in whose place they got it. */
  for: z.string().optional(),
  /** How many were told. */
  told: z.int().optional(),
  priority: z.int().optional(),
  /** The run that was started. */
  runId: z.uuid().optional(),
})
export type PastAction = z.infer<typeof pastActionSchema>
