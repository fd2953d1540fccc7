import { z } from 'zod'
import { maxBulk, skipReasons, undoMinutes } from '#lib/domain/run/bulk-change'
import { inboxFiltersSchema } from '#lib/domain/run/inbox-filters'
import { contract } from '../contract.ts'
import { claimSchema, passedOnSchema } from './screens.ts'

const taskParams = z.strictObject({ taskId: z.uuid('A screen has a UUID as its id.') })

const instant = z.iso.datetime({ offset: true })

/** What the sender wants to say. It may name a patient. */
const note = z.string().trim().max(1000, 'A note has at most 1,000 characters.').optional()

/** `away` when the person is away: who has it now, or nobody, so that its group sees it. */
const givenSchema = z.object({
  claim: claimSchema.nullable(),
  away: passedOnSchema.nullable(),
})

export const assignScreenContract = contract({
  id: 'assignScreen',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/assign',
  summary: 'Give a screen to a person',
  description:
    'The person must be one who may do the screen. What somebody else has, only owners and ' +
    'builders give to another. Whoever gets it can return it with `return`. While the person is ' +
    'away their delegate gets it, if they may do it; else it belongs to nobody (`away`). With ' +
    '`claimedAt` it is given only if nobody else has it since then (null: if nobody has it), and ' +
    'who gave it to somebody may so take it back until they begin.',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ userId: z.uuid(), note, claimedAt: instant.nullable().optional() }),
  returns: { 200: { description: 'Who has it now.', schema: givenSchema } },
  errorStatuses: [404, 409],
})

export const returnScreenContract = contract({
  id: 'returnScreen',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/return',
  summary: 'Give a screen back to the person who sent it',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ note }),
  bodyOptional: true,
  returns: { 200: { description: 'Who has it now.', schema: givenSchema } },
  errorStatuses: [404, 409],
})

export const listAssigneesContract = contract({
  id: 'listAssignees',
  method: 'GET',
  path: '/api/v2/screens/assignees',
  summary: 'List people to whom screens can be given, at most twenty',
  tag: 'Screens',
  query: z.strictObject({
    /** Only people who may do this screen. */
    taskId: z.uuid().optional(),
    /** Part of a name or an e-mail address. */
    q: z.string().trim().max(100).optional(),
  }),
  returns: {
    200: {
      description: 'People, by name.',
      schema: z.object({
        items: z.array(
          z.object({
            userId: z.uuid(),
            name: z.string(),
            email: z.string(),
            /** Until which day they are away, and who stands in for them now. */
            away: z.object({ until: z.iso.date(), delegate: z.string().nullable() }).nullable(),
          }),
        ),
      }),
    },
  },
  errorStatuses: [404],
})

const skippedSchema = z.array(z.object({ reason: z.enum(skipReasons), count: z.int() }))

export const changeScreensContract = contract({
  id: 'changeScreens',
  method: 'POST',
  path: '/api/v2/screens/bulk',
  summary: 'Assign, release or reprioritize many screens, or set their dates',
  description:
    'Of `taskIds`, or of all screens that match `filters` when the request begins, as many as ' +
    `${maxBulk}. They are changed by the hundred, and the answer says how many were changed, how ` +
    'many were not and why, and how many more match. Only owners and builders change what ' +
    'somebody else has, or the priority and the dates of what they do not have themselves.',
  tag: 'Screens',
  body: z.strictObject({
    change: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('assign'), userId: z.uuid(), note }),
      z.strictObject({ act: z.literal('release') }),
      z.strictObject({
        act: z.literal('prioritize'),
        priority: z.int().min(-1_000_000).max(1_000_000),
      }),
      z.strictObject({
        act: z.literal('dates'),
        dueAt: instant.nullable().optional(),
        followUpAt: instant
          .nullable()
          .optional()
          .describe('When whoever has them looks again; null removes the date.'),
      }),
    ]),
    taskIds: z.array(z.uuid()).min(1).max(500).optional(),
    filters: inboxFiltersSchema.optional(),
  }),
  returns: {
    200: {
      description: 'What was done.',
      schema: z.object({
        changed: z.int(),
        skipped: skippedSchema,
        /** How many that match were not looked at, because one request changes so many. */
        remaining: z.int(),
        /** When the person is away: who has them now. */
        away: passedOnSchema.nullable(),
        /** Undoes it, by `undoScreenChanges`; null: there is nothing to undo. */
        undo: z.uuid().nullable(),
      }),
    },
  },
  errorStatuses: [404, 409],
})

export const undoScreenChangesContract = contract({
  id: 'undoScreenChanges',
  method: 'POST',
  path: '/api/v2/screens/bulk/undo',
  summary: 'Undo a change of many screens',
  description:
    `For ${undoMinutes} minutes, by who made the change. Each screen goes back to who had it, or ` +
    'gets its priority or its dates again, unless somebody changed that since or has begun to ' +
    'work on it. ' +
    'Whoever got it is told nothing more. The word of an earlier sender does not come back.',
  tag: 'Screens',
  body: z.strictObject({ undo: z.uuid().describe('Of the answer to the change.') }),
  returns: {
    200: {
      description: 'What was undone.',
      schema: z.object({ changed: z.int(), skipped: skippedSchema }),
    },
  },
  errorStatuses: [409],
})
