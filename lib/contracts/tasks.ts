import { z } from 'zod'
import { taskSchema } from '../domain/run.ts'
import { contract } from './contract.ts'

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

export const cancelTaskContract = contract({
  id: 'cancelTask',
  method: 'POST',
  path: '/api/v2/task/{taskId}/cancel',
  summary: 'Cancel a task and every step that only follows it',
  tag: 'Tasks',
  params: taskParams,
  body: z.strictObject({ reason: z.string().trim().max(500).optional() }),
  bodyOptional: true,
  returns: {
    200: {
      description: 'The task is cancelled (also when it was before); `halted` are the tasks that were cancelled with it.',
      schema: z.object({ id: z.uuid(), status: z.literal('cancelled'), halted: z.array(z.uuid()) }),
    },
  },
  errorStatuses: [404, 409],
})

/** A task is suspended as `unknown-outcome` when a worker died in the middle of a call that must not be repeated. */
export const answerOutcomeContract = contract({
  id: 'answerUnknownOutcome',
  method: 'POST',
  path: '/api/v2/task/{taskId}/outcome',
  summary: 'Say what became of a call whose outcome is unknown',
  tag: 'Tasks',
  params: taskParams,
  body: z.discriminatedUnion('answer', [
    /** It took place; `output` is what the step would have answered. */
    z.strictObject({ answer: z.literal('happened'), output: z.unknown() }),
    /** It did not; call again. */
    z.strictObject({ answer: z.literal('try-again') }),
    /** The step fails, and its failure handler runs if it has one. */
    z.strictObject({ answer: z.literal('give-up'), reason: z.string().trim().max(500).optional() }),
  ]),
  returns: { 200: { description: 'The task after the answer.', schema: taskSchema } },
  errorStatuses: [404, 409],
})

export const tasksContracts = [getTaskContract, cancelTaskContract, answerOutcomeContract]
