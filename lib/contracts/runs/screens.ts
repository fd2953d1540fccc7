import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { caseNameSchema } from '#lib/domain/run/case-name'
import {
  inboxFilterFields,
  inboxFiltersSchema,
  inboxSortFields,
} from '#lib/domain/run/inbox-filters'
import { screenStateSchema } from '#lib/domain/run/screen-state'
import { runTriggers, taskStatuses } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'
import { plannedViewSchema } from './deadlines.ts'

const instant = z.iso.datetime({ offset: true })
const taskParams = z.strictObject({ taskId: z.uuid('A screen has a UUID as its id.') })

/** Who works on a screen; `mine` is true for the caller. */
export const claimSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  at: instant,
  mine: z.boolean(),
})
export type Claim = z.infer<typeof claimSchema>

/** What became of screens that were given to somebody who is away. */
export const passedOnSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** The last day on which they are away. */
  until: z.iso.date(),
  /** Who stands in for them. */
  delegate: z.object({ userId: z.uuid(), name: z.string() }).nullable(),
  /** How many the delegate has now. */
  passed: z.int(),
  /** How many belong to nobody now, because nobody who may do them stands in. */
  released: z.int(),
})
export type PassedOn = z.infer<typeof passedOnSchema>

export const inboxItemSchema = z.object({
  taskId: z.uuid(),
  runId: z.uuid(),
  stepId: z.string(),
  title: z.string(),
  workflow: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  /** The name of its run; for a screen in a loop, of the run around it. */
  case: caseNameSchema,
  priority: z.int(),
  /** When the screen opened. */
  openedAt: instant,
  /** Who has it, by a claim or because it was given to them. */
  claim: claimSchema.nullable(),
  /** Who gave it to them, with a word; null: they took it themselves. */
  sender: z.object({ userId: z.uuid(), name: z.string(), note: z.string().nullable() }).nullable(),
  /** Who was to have it, but is away until this day; null: it is meant for who has it. */
  assignedFor: z.object({ userId: z.uuid(), name: z.string(), until: z.iso.date() }).nullable(),
  dueAt: instant.nullable(),
  /** How far that is in working time: less than 0 once it is over, by the calendar's clock. */
  dueIn: z.object({ minutes: z.int(), days: z.int(), timeZone: z.string() }).nullable(),
  /** The next reminder or escalation, as things are now. */
  nextAction: plannedViewSchema.nullable(),
  /** When somebody wants to look again. */
  followUpAt: instant.nullable(),
  /** Whether the caller has a draft here. */
  hasDraft: z.boolean(),
})
export type InboxItem = z.infer<typeof inboxItemSchema>

/** A file that belongs to the case of a screen, and that the caller may open. */
const screenDocumentSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.int(),
})
export type ScreenDocument = z.infer<typeof screenDocumentSchema>

export const screenSchema = inboxItemSchema
  .omit({ hasDraft: true, dueIn: true, nextAction: true })
  .extend({
    /** The status of its task: `suspended` while the screen is open. */
    status: z.enum(taskStatuses),
    /** Null when the screen is not open any more. */
    screen: screenStateSchema.nullable(),
    /** Files that the screen shows, then those of the start data, then the others of the run. */
    documents: z.array(screenDocumentSchema),
    /** What the caller typed and did not submit. */
    draft: z
      .object({
        data: z.unknown(),
        savedAt: instant,
        /** The number of saves; send it as `basedOn` of the next one. */
        revision: z.int(),
      })
      .nullable(),
    run: z.object({
      createdAt: instant,
      startedBy: z.string().nullable(),
      trigger: z.enum(runTriggers),
      version: z.int().nullable(),
    }),
    completedBy: z.string().nullable(),
    finishedAt: instant.nullable(),
    /** Who cancelled it, and why, in a sentence; null when it was not cancelled. */
    cancelled: z.string().nullable(),
    /** Another text as soon as somebody adds a file to the case or removes one. */
    filesRevision: z.string(),
  })
export type ScreenView = z.infer<typeof screenSchema>

export const listScreensContract = contract({
  id: 'listScreens',
  method: 'GET',
  path: '/api/v2/screens',
  summary: 'List the inbox: screens that wait for a person, by priority, then oldest first',
  tag: 'Screens',
  query: pageQuerySchema
    .extend({
      ...inboxFilterFields,
      ...inboxSortFields,
      /** The older form of `assignee`. */
      claim: z.enum(['mine', 'unclaimed', 'others', 'any']).optional(),
    })
    .strict(),
  returns: { 200: { description: 'One page of screens.', schema: pageOf(inboxItemSchema) } },
  errorStatuses: [404],
})

export const countScreensContract = contract({
  id: 'countScreens',
  method: 'GET',
  path: '/api/v2/screens/count',
  summary: 'Count the screens of the inbox that match',
  tag: 'Screens',
  query: inboxFiltersSchema,
  returns: { 200: { description: 'How many.', schema: z.object({ count: z.int() }) } },
  errorStatuses: [404],
})

export const getScreenContract = contract({
  id: 'getScreen',
  method: 'GET',
  path: '/api/v2/screens/{taskId}',
  summary: 'Read a screen with the draft of the caller',
  tag: 'Screens',
  params: taskParams,
  returns: { 200: { description: 'The screen.', schema: screenSchema } },
  errorStatuses: [404],
})

/** What changes on a screen while somebody looks at it. */
const screenEventSchema = screenSchema.pick({
  status: true,
  claim: true,
  completedBy: true,
  finishedAt: true,
  cancelled: true,
  filesRevision: true,
})
export type ScreenEvent = z.infer<typeof screenEventSchema>

export const screenEventsContract = contract({
  id: 'screenEvents',
  method: 'GET',
  path: '/api/v2/screens/{taskId}/events',
  summary: 'Watch a screen live (server-sent events)',
  description:
    'The first event `screen`, and one after each change, has `status`, `claim`, `completedBy`, ' +
    '`finishedAt`, `cancelled` and `filesRevision` as `GET /api/v2/screens/{taskId}` gives them. ' +
    'A comment every 15 seconds keeps the connection open. An event `end` follows the last one, then the stream ' +
    'closes.',
  tag: 'Screens',
  params: taskParams,
  returns: { 200: { description: 'The stream.', contentType: 'text/event-stream' } },
  errorStatuses: [404],
})

export const saveScreenDraftContract = contract({
  id: 'saveScreenDraft',
  method: 'PUT',
  path: '/api/v2/screens/{taskId}/draft',
  summary: 'Save the caller’s draft of a screen',
  description:
    '`basedOn` is the revision of the draft that the caller read last (null: there was none). ' +
    'When another tab has saved since, the answer is 409 `version_conflict`. ' +
    'Without it the last save wins.',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ data: z.unknown(), basedOn: z.int().min(0).nullable().optional() }),
  returns: {
    200: { description: 'Saved.', schema: z.object({ savedAt: instant, revision: z.int() }) },
  },
  errorStatuses: [404, 409, 413, 415],
})

export const claimScreenContract = contract({
  id: 'claimScreen',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/claim',
  summary: 'Claim a screen; owners and builders may take it from another person',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ takeOver: z.boolean().optional() }),
  bodyOptional: true,
  returns: { 200: { description: 'The claim.', schema: z.object({ claim: claimSchema }) } },
  errorStatuses: [404, 409],
})

export const claimNextScreenContract = contract({
  id: 'claimNextScreen',
  method: 'POST',
  path: '/api/v2/screens/next',
  summary: 'Claim the next screen of the inbox',
  description:
    'Of the screens that match: the first that the caller has already, or else the first that ' +
    'nobody has, which is claimed. With `sort` in that order; without it what is overdue comes ' +
    'first, then the highest priority. What somebody wants to look at again later is left out. ' +
    'Two people who ask at the same moment never get the same one. 409 for somebody who is away.',
  tag: 'Screens',
  body: z.strictObject({
    ...inboxFilterFields,
    ...inboxSortFields,
    /** Screens that the caller does not want now. */
    except: z.array(z.uuid()).max(100).optional(),
  }),
  bodyOptional: true,
  returns: {
    200: {
      description: 'The screen, now claimed by the caller; null when nothing waits for them.',
      schema: z.object({
        screen: z.object({ taskId: z.uuid(), title: z.string() }).nullable(),
      }),
    },
  },
  errorStatuses: [404, 409],
})

export const releaseScreenContract = contract({
  id: 'releaseScreen',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/release',
  summary: 'Give a claimed screen back',
  description:
    'With `claimedAt` only if nobody else has it since then: 409 otherwise. Who gave a screen to ' +
    'somebody may so take it back until they begin to work on it.',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ claimedAt: instant.optional() }),
  bodyOptional: true,
  returns: { 200: { description: 'Nobody has it now.', schema: z.object({ claim: z.null() }) } },
  errorStatuses: [404, 409],
})

export const completeScreenContract = contract({
  id: 'completeScreen',
  method: 'POST',
  path: '/api/v2/screens/{taskId}/complete',
  summary: 'Complete a screen',
  description:
    'The output is validated by the screen’s schema (400 with `issues`), then by the step’s ' +
    '`before_complete`: an `ApiError` thrown there is the answer, with its status, ' +
    'message and details and the code `hook_refused`; any other throw is 500 `hook_failed`. ' +
    'The screen then stays open, and the submitted values are saved as the caller’s draft.',
  tag: 'Screens',
  params: taskParams,
  body: z.strictObject({ output: z.unknown() }),
  returns: {
    200: {
      description:
        'The screen is completed and the run goes on. `next` is the next screen of the inbox ' +
        'for this person.',
      schema: z.object({
        taskId: z.uuid(),
        runId: z.uuid(),
        next: z.object({ taskId: z.uuid(), title: z.string() }).nullable(),
      }),
    },
  },
  errorStatuses: [404, 409, 413, 415, 422],
})
