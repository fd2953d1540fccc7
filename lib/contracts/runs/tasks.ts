import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { taskSchema } from '#lib/domain/run/run'
import { taskProgressSchema } from '#lib/domain/run/task-progress'
import { contract } from '../contract.ts'

const taskParams = z.strictObject({ taskId: z.uuid('A task has a UUID as its id.') })

export const getTaskContract = contract({
  id: 'getTask',
  method: 'GET',
  path: '/api/v2/task/{taskId}',
  summary: 'Read a task',
  tag: 'Tasks',
  params: taskParams,
  returns: { 200: { description: 'The task.', schema: taskSchema } },
  errorStatuses: [404],
})

export const getTaskProgressContract = contract({
  id: 'getTaskProgress',
  method: 'GET',
  path: '/api/v2/task/{taskId}/progress',
  summary: 'Read how far a task is that reads documents',
  tag: 'Tasks',
  params: taskParams,
  returns: {
    200: {
      description: 'How far it is; null for other tasks, and when it does not work now.',
      schema: z.object({ progress: taskProgressSchema.nullable() }),
    },
  },
  errorStatuses: [404],
})

export const cancelTaskContract = contract({
  id: 'cancelTask',
  method: 'POST',
  path: '/api/v2/task/{taskId}/cancel',
  summary: 'Cancel a task and all steps that can follow only it',
  tag: 'Tasks',
  params: taskParams,
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  bodyOptional: true,
  returns: {
    200: {
      description:
        'The task is cancelled (also when it already was); `halted` lists the tasks that were ' +
        'cancelled with it.',
      schema: z.object({ id: z.uuid(), status: z.literal('cancelled'), halted: z.array(z.uuid()) }),
    },
  },
  errorStatuses: [404, 409],
})

/**
 * A task is suspended as `unknown-outcome` when it is unknown whether a call that must not be
 * repeated happened: its worker died, or no answer came.
 */
export const answerOutcomeContract = contract({
  id: 'answerUnknownOutcome',
  method: 'POST',
  path: '/api/v2/task/{taskId}/outcome',
  summary: 'Answer whether a call with an unknown outcome happened',
  tag: 'Tasks',
  params: taskParams,
  body: z.discriminatedUnion('answer', [
    /** It happened; `output` is what the step would have answered. */
    z.strictObject({ answer: z.literal('happened'), output: z.unknown() }),
    /** It did not happen; call again. */
    z.strictObject({ answer: z.literal('try-again') }),
    /** The step fails, and its failure handler runs if it has one. */
    z.strictObject({ answer: z.literal('give-up'), reason: z.string().trim().max(500).optional() }),
  ]),
  returns: { 200: { description: 'The task after the answer.', schema: taskSchema } },
  errorStatuses: [404, 409],
})

export const unknownOutcomeSchema = z.object({
  taskId: z.uuid(),
  runId: z.uuid(),
  stepId: z.string(),
  stepType: z.string(),
  title: z.string(),
  workflow: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  /** When the call began. */
  calledAt: z.iso.datetime({ offset: true }),
  /** Why its outcome is not known. */
  reason: z.string(),
})
export type UnknownOutcome = z.infer<typeof unknownOutcomeSchema>

export const listUnknownOutcomesContract = contract({
  id: 'listUnknownOutcomes',
  method: 'GET',
  path: '/api/v2/unknown-outcomes',
  summary: 'List the calls with an unknown outcome, oldest first',
  description:
    'Their runs wait until a person answers whether the call happened: ' +
    'see `POST /api/v2/task/{taskId}/outcome`.',
  tag: 'Tasks',
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page of tasks.', schema: pageOf(unknownOutcomeSchema) } },
})
