import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { runSchema, runSummarySchema, runTaskSchema } from '#lib/domain/run/run'
import { patientFilterSchema } from '../../domain/run/inbox-filters.ts'
import { runStatuses, runTriggers } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const runParams = z.strictObject({ id: z.uuid('A run has a UUID as its id.') })

/**
 * A task on the run's page. Inputs, outputs, states and logs over about 2 MB in all are left out,
 * and `outputTruncated` says so: GET /api/v2/task/{taskId} has the whole.
 */
export const runPageTaskSchema = runTaskSchema.extend({
  /** The step's id; `<failed step>!<handler>` for the task of an on_failure handler. */
  key: z.string(),
  handlesStepId: z.string().nullable(),
  priority: z.int(),
  /** When the retry or the timer is due. */
  dueAt: instant.nullable(),
  completedBy: z.string().nullable(),
  /**
   * True when input, output, state and logs of this task were left out because the run's are too
   * large for one answer.
   */
  outputTruncated: z.boolean(),
})
export type RunPageTask = z.infer<typeof runPageTaskSchema>

/**
 * A run that a task of this run started and waits for: a sub-workflow's, or one that does the items
 * `from` to `from + items - 1` of a loop.
 */
const childRunSchema = z.object({
  id: z.uuid(),
  taskId: z.uuid(),
  status: z.enum(runStatuses),
  workflowName: z.string(),
  from: z.int(),
  /** Null for a sub-workflow. */
  items: z.int().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type ChildRunView = z.infer<typeof childRunSchema>

/** A run with its definition. */
export const runPageSchema = runSchema.extend({
  /** Rises with every change; the id of the events of the live view. */
  revision: z.int(),
  tasks: z.array(runPageTaskSchema),
  truncated: z
    .boolean()
    .describe(
      'Start data and output together are larger than 5 MB, so there is no large output here. ' +
        'Each task has its own, at /api/v2/task/{taskId}.',
    ),
  startDataTruncated: z
    .boolean()
    .describe('The start data alone is larger than 5 MB: only its short fields are here.'),
  /** The run whose task started this one and waits for it. */
  parent: z.object({ runId: z.uuid(), taskId: z.uuid(), workflowName: z.string() }).nullable(),
  /**
   * Set when this run does items of a loop: which loop of its definition, the first item's number
   * and how many.
   */
  loop: z.object({ stepId: z.string(), from: z.int(), items: z.int() }).nullable(),
  /** The runs that its tasks started, the newest 200. */
  children: z.array(childRunSchema),
})
export type RunPage = z.infer<typeof runPageSchema>

/**
 * What the live view sends: the run without the start data and the definition, because these never
 * change.
 */
export const runEventSchema = runPageSchema.omit({ definition: true, startData: true })
export type RunEvent = z.infer<typeof runEventSchema>

export const startedRunSchema = z.object({ id: z.uuid(), status: z.enum(runStatuses) })

/**
 * Answers 200 with the finished run when `Prefer: wait` is given and the run ends in that time,
 * else 202.
 */
export const startRunContract = contract({
  id: 'startRun',
  method: 'POST',
  path: '/api/v2/workflows/{id}/runs',
  summary: 'Start a run of a workflow',
  description:
    'Runs the published version. `id` is the workflow’s id or its slug. With `Prefer: wait=10` ' +
    'the answer waits until the run is finished, at most that many seconds (at most 60): ' +
    '200 with the run and its output, else 202 with its address in `Location`. ' +
    'A run that waits for a person is not finished.',
  tag: 'Runs',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    startData: z.unknown().optional(),
    idempotencyKey: z.string().min(1).max(255).optional(),
    /** A test run of the draft; for builders and owners. */
    draft: z.boolean().optional(),
  }),
  bodyOptional: true,
  headers: {
    prefer: '`wait=N`: seconds (1 to 60) to wait for the finished run.',
    'idempotency-key': 'The same key and body within 24 hours start one run only.',
  },
  returns: {
    200: { description: 'The run is finished.', schema: runPageSchema },
    202: {
      description:
        'The run is accepted; `status` says whether it has already ended. ' +
        'Read it at the address in `Location`.',
      schema: startedRunSchema,
    },
  },
  errorStatuses: [404, 409, 413, 415],
  examples: {
    request: { startData: {} },
    response: { id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', status: 'running' },
  },
})

const knownFilters = new Set([
  'limit',
  'cursor',
  'workflow',
  'status',
  'failing',
  'trigger',
  'from',
  'to',
  'q',
  'patient',
])

export const listRunsContract = contract({
  id: 'listRuns',
  method: 'GET',
  path: '/api/v2/runs',
  summary: 'List runs, newest first',
  description:
    'Any field of the start data is a filter: `startData.patientId=4711` or, inside an object, ' +
    '`startData.patient.id=4711`, gives the runs in which that field has this value. ' +
    'Several filters must all match.',
  tag: 'Runs',
  query: pageQuerySchema
    .extend({
      /** A workflow's id or slug. */
      workflow: z.string().min(1).max(64).optional(),
      status: z.enum(runStatuses).optional(),
      failing: z
        .literal('true')
        .optional()
        .describe(
          'Failed runs that nobody has retried; without runs that another run started, and test ' +
            'runs of drafts.',
        ),
      trigger: z.enum(runTriggers).optional(),
      from: instant.optional().describe('Started at this instant or later.'),
      to: instant.optional().describe('Started at this instant or before.'),
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe(
          'Searches the values of the start data and the title for words that begin with this ' +
            'text; case does not matter. A reference (R7K-2M9-4TQ-8WX) finds its run.',
        ),
      patient: patientFilterSchema.optional(),
    })
    .catchall(z.unknown())
    .superRefine((query, { addIssue }) => {
      for (const [name, value] of Object.entries(query)) {
        if (knownFilters.has(name)) continue
        if (!/^startData(\.[^.]+){1,8}$/.test(name))
          addIssue({ code: 'unrecognized_keys', keys: [name], input: query, path: [] })
        else if (typeof value !== 'string' || value.length > 500 || value.includes('\0'))
          addIssue({
            code: 'custom',
            path: [name],
            message: 'The value of a field, at most 500 characters, given once.',
          })
      }
    }),
  returns: { 200: { description: 'One page of runs.', schema: pageOf(runSummarySchema) } },
  errorStatuses: [404],
})

export const getRunContract = contract({
  id: 'getRun',
  method: 'GET',
  path: '/api/v2/runs/{id}',
  summary: 'Read a run with its tasks and the definition it runs',
  tag: 'Runs',
  params: runParams,
  returns: { 200: { description: 'The run.', schema: runPageSchema } },
  errorStatuses: [404],
})

export const readCasePdfContract = contract({
  id: 'readCasePdf',
  method: 'GET',
  path: '/api/v2/runs/{id}/pdf',
  summary: 'Read a run as a PDF: what it is about, its data, decisions, documents and history',
  description:
    'Times are by the clock of the organization’s zone, which is named. What is too much is left ' +
    'out, and the PDF says so. An item of a loop gives the run around it.',
  tag: 'Runs',
  params: runParams,
  query: z.strictObject({
    comments: z.enum(['true', 'false']).optional().describe('Whether it has the comments, too.'),
  }),
  returns: { 200: { description: 'The PDF.', contentType: 'application/pdf' } },
  errorStatuses: [404, 422],
})

export const cancelRunContract = contract({
  id: 'cancelRun',
  method: 'POST',
  path: '/api/v2/runs/{id}/cancel',
  summary: 'Cancel a run with all its unfinished tasks',
  tag: 'Runs',
  params: runParams,
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  bodyOptional: true,
  returns: {
    200: {
      description: 'The run is cancelled (also when it already was).',
      schema: z.object({ id: z.uuid(), status: z.enum(runStatuses), cancelled: z.array(z.uuid()) }),
    },
  },
  errorStatuses: [404, 409],
})

export const cancelWorkflowRunsContract = contract({
  id: 'cancelWorkflowRuns',
  method: 'POST',
  path: '/api/v2/workflows/{id}/cancel-runs',
  summary: 'Cancel all tasks of all runs of a workflow',
  tag: 'Runs',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  bodyOptional: true,
  returns: {
    200: {
      description:
        'How many runs were cancelled, and how many of the workflow go on because one call ' +
        'cancels at most 1000.',
      schema: z.object({ cancelled: z.int(), remaining: z.int() }),
    },
  },
  errorStatuses: [404],
})

export const retryRunContract = contract({
  id: 'retryRun',
  method: 'POST',
  path: '/api/v2/runs/{id}/retry',
  summary: 'Run a run again as a new run, whole or from one of its steps',
  description:
    'With `stepId` the steps before it keep their outputs, and the step and all that follow run ' +
    'again; the run must have ended. Without it all steps run again. `startData` replaces the ' +
    'start data and is validated against the version that runs.',
  tag: 'Runs',
  params: runParams,
  body: z.strictObject({
    stepId: z.string().min(1).max(64).optional(),
    /** `same`: the version of the old run; `newest`: the one published now. */
    version: z.enum(['same', 'newest']).default('same'),
    startData: z.unknown().optional(),
  }),
  headers: { 'idempotency-key': 'The same key and body within 24 hours start one run only.' },
  returns: { 202: { description: 'The new run.', schema: startedRunSchema } },
  errorStatuses: [404, 409],
})

const failedStepSchema = z.object({
  stepId: z.string(),
  title: z.string().describe('As the newest of these runs names it.'),
  runs: z.int().describe('Failed runs that nobody has retried.'),
  newestRunId: z.uuid(),
  newestAt: instant,
  /** Whether the version that is published now has this step. */
  published: z.boolean(),
})
export type FailedStep = z.infer<typeof failedStepSchema>

export const listFailedStepsContract = contract({
  id: 'listFailedSteps',
  method: 'GET',
  path: '/api/v2/workflows/{id}/failed-steps',
  summary: 'List the steps at which runs of a workflow failed that nobody has retried',
  description: 'Those with the most runs first. Test runs and items of loops do not count.',
  tag: 'Runs',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  returns: {
    200: {
      description: 'The steps, at most 100.',
      schema: z.object({ items: z.array(failedStepSchema) }),
    },
  },
  errorStatuses: [404],
})

export const retryFailedRunsContract = contract({
  id: 'retryFailedRuns',
  method: 'POST',
  path: '/api/v2/workflows/{id}/retry-failed',
  summary: 'Retry all runs of a workflow that failed at a step, from that step',
  description:
    'Each becomes a new run; the steps before keep their results. A run that was retried before ' +
    'is left as it is, so that the same call twice, or by two people, retries each run once. ' +
    'One call takes at most 500 runs: repeat it with `after`, the `next` of the answer, until ' +
    '`next` is null.',
  tag: 'Runs',
  repeat: 'harmless',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    stepId: z.string().min(1).max(64),
    /** `newest`: the version published now; `same`: the version of each run. */
    version: z.enum(['same', 'newest']).default('newest'),
    after: z.uuid().optional().describe('Begins with the runs after this one, oldest first.'),
  }),
  returns: {
    200: {
      description:
        'How many new runs have started, why others were refused, and where another call goes on.',
      schema: z.object({
        retried: z.int(),
        refused: z.array(z.object({ runId: z.uuid(), message: z.string() })),
        next: z.uuid().nullable(),
      }),
    },
  },
  errorStatuses: [404, 409],
})

export const runEventsContract = contract({
  id: 'runEvents',
  method: 'GET',
  path: '/api/v2/runs/{id}/events',
  summary: 'Watch a run live (server-sent events)',
  description:
    'Each change is an event `run`, whose id is the run’s revision and whose data is the run as ' +
    '`GET /api/v2/runs/{id}` gives it without `definition` and `startData`. ' +
    'At most ten a second; a comment every 15 seconds keeps the connection open. ' +
    'An event `end` follows the last one, then the stream closes.',
  tag: 'Runs',
  params: runParams,
  headers: {
    'last-event-id': 'The revision seen last; nothing is sent until there is a newer one.',
  },
  returns: { 200: { description: 'The stream.', contentType: 'text/event-stream' } },
  errorStatuses: [404],
})
