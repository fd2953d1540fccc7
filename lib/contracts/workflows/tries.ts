import { z } from 'zod'
import { runStatuses, taskStatuses } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'

/**
 * Where the answer of a tried step came from: `computed` now; the `record` of the chosen run; an
 * `example` of the shape of its kind of step; `pinned` by the caller; `disabled` by the caller, so
 * that it gave nothing.
 */
const answeredFrom = ['computed', 'record', 'example', 'pinned', 'disabled'] as const

export const triedStepSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  items: z.array(z.int()).meta({
    description: 'The numbers of the items in the loops around the step, from the outside in.',
  }),
  status: z.enum(taskStatuses),
  via: z.string().nullable().meta({ description: 'The branch by which the step was left.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  answered: z.enum(answeredFrom),
  askedOther: z.array(z.string()).meta({
    description:
      'The fields in which the step would ask or send something else than was recorded; its ' +
      'answer is that of the record all the same.',
  }),
  given: z.unknown().meta({ description: 'Its settings, computed.' }),
  gave: z.unknown(),
  tooLarge: z.boolean().meta({ description: 'A value was too large and is left out.' }),
})
export type TriedStep = z.infer<typeof triedStepSchema>

const stepId = z.string().min(1).max(64)

export const tryDraftContract = contract({
  id: 'tryDraft',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/workflows/{id}/draft/try',
  summary: 'Try the draft, or a part of it, without doing anything outside',
  description:
    'Plays the saved draft in memory. What only computes is computed; what asks a person, waits, ' +
    'or calls the outside is answered from the record of the chosen run, else by an example. ' +
    'Nothing is sent and nothing is stored. At most 20 seconds.',
  tag: 'Drafts',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    runId: z.uuid('A run has a UUID as its id.').optional().meta({
      description: 'A run that has ended, whose data and answers are taken.',
    }),
    startData: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Replaces the start data of the run; needed without one.',
    }),
    part: z
      .enum(['all', 'step', 'to', 'from'])
      .default('all')
      .meta({
        description:
          'All steps; `step` alone, with what was recorded before it; all up to it; or all from it ' +
          'on, with what was recorded before it.',
      }),
    step: stepId.optional(),
    pins: z
      .record(stepId, z.strictObject({ output: z.unknown(), via: z.string().max(200).optional() }))
      .optional()
      .meta({ description: 'Answers of steps, which are then not played.' }),
    disabled: z.array(stepId).max(200).optional().meta({
      description: 'Steps that do nothing. What follows them goes on, except by a branch.',
    }),
  }),
  returns: {
    200: {
      description: 'What each step was given and gave.',
      schema: z.object({
        revision: z.int().meta({ description: 'The revision of the draft that was tried.' }),
        status: z.enum(['completed', 'failed', 'cancelled']).nullable().meta({
          description: 'How the run would end; null when only a part was tried.',
        }),
        steps: z.array(triedStepSchema),
        more: z.boolean().meta({ description: 'There are more steps than are listed.' }),
      }),
    },
  },
  errorStatuses: [404, 409, 422],
  examples: {
    request: { startData: { name: 'Ada' }, part: 'all' },
    response: { revision: 8, status: 'completed', steps: [], more: false },
  },
})

export const doneEffectSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  type: z.string().meta({ description: 'The title of its kind of step.' }),
})
export type DoneEffect = z.infer<typeof doneEffectSchema>

export const doDraftPartContract = contract({
  id: 'doDraftPart',
  method: 'POST',
  path: '/api/v2/workflows/{id}/draft/test-runs',
  summary: 'Really do a step of the draft, or a part of it, in a test run',
  description:
    'The steps before it take over their answers from the chosen run, as far as they are not ' +
    'pinned or disabled. `effects` names each step that may send, change or ask something: when ' +
    'it names others, nothing is done, and the 409 lists them in `details.effects`.',
  tag: 'Drafts',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    part: z.enum(['step', 'to', 'from']).meta({
      description: 'The step alone, all up to it, or all from it on.',
    }),
    step: stepId,
    runId: z.uuid('A run has a UUID as its id.').optional().meta({
      description: 'An ended run, whose data and answers are taken.',
    }),
    startData: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Replaces the start data of the run; needed without one.',
    }),
    pins: z
      .record(stepId, z.strictObject({ output: z.unknown(), via: z.string().max(200).optional() }))
      .optional()
      .meta({ description: 'Answers of steps, which are then not executed.' }),
    disabled: z.array(stepId).max(200).optional(),
    effects: z.array(stepId).max(1000).meta({ description: 'The steps that may really act.' }),
  }),
  headers: { 'idempotency-key': 'The same key and body within 24 hours start one run only.' },
  returns: {
    202: {
      description: 'The test run.',
      schema: z.object({ id: z.uuid(), status: z.enum(runStatuses) }),
    },
  },
  errorStatuses: [404, 409, 422],
})
