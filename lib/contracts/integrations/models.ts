import { z } from 'zod'
import { modelLimitsSchema } from '../../domain/ask/model-limits.ts'
import { markKinds } from '../../domain/deidentify/kinds.ts'
import { contract } from '../contract.ts'

export const usedSchema = z.object({
  calls: z.int(),
  /** Of input and output; of a call whose answer was lost the most that it may have used. */
  tokens: z.int(),
  /** Of the calls whose prices are known. */
  dollars: z.number(),
  /** How many calls had no prices. */
  unpriced: z.int(),
})
export type ModelUsed = z.infer<typeof usedSchema>

const modelUseSchema = z.object({
  limits: modelLimitsSchema,
  today: usedSchema,
  month: usedSchema,
  /** This month, the most tokens first; deleted connections have no slug. */
  connections: z.array(usedSchema.extend({ connectionId: z.uuid(), slug: z.string().nullable() })),
})
export type ModelUseView = z.infer<typeof modelUseSchema>

export const getModelUseContract = contract({
  id: 'getModelUse',
  method: 'GET',
  path: '/api/v2/models/use',
  summary: 'Read what language models used today and this month, and their limits',
  description:
    'Days and months are those of the organization’s time zone. A call counts with the most that ' +
    'it may use until its answer is there, and stays so when the answer is lost.',
  tag: 'Connections',
  returns: { 200: { description: 'What was used.', schema: modelUseSchema } },
})

const modelCallSchema = z.object({
  id: z.uuid(),
  /** The run itself, or one that a step of it started. */
  runId: z.uuid(),
  taskId: z.uuid().nullable(),
  /** The title of the step; null when its task is no longer there. */
  step: z.string().nullable(),
  attempt: z.int(),
  begunAt: z.iso.datetime({ offset: true }),
  /** Null while the call lasts, and when its process died. */
  endedAt: z.iso.datetime({ offset: true }).nullable(),
  model: z.string(),
  prompt: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Null when the connection had no prices. */
  dollars: z.number().nullable(),
  /** Our code of what went wrong. */
  error: z.string().nullable(),
})
export type ModelCallView = z.infer<typeof modelCallSchema>

const runModelUseSchema = usedSchema.extend({
  /** The newest 200, the newest first. */
  byCall: z.array(modelCallSchema),
})
export type RunModelUse = z.infer<typeof runModelUseSchema>

export const getRunModelUseContract = contract({
  id: 'getRunModelUse',
  method: 'GET',
  path: '/api/v2/runs/{id}/model-use',
  summary: 'Read what a run used of language models',
  description:
    'Counts the calls of the run and of the runs that its steps started, as far as the caller ' +
    'sees them.',
  tag: 'Runs',
  params: z.strictObject({ id: z.uuid('A run has a UUID as its id.') }),
  returns: { 200: { description: 'What it used.', schema: runModelUseSchema } },
  errorStatuses: [404],
})

const previewSchema = z.object({
  /** As it would go out, with marks like `[[NAME_1]]`. */
  text: z.string(),
  /** How many different values were replaced, by kind. */
  replaced: z.array(z.object({ kind: z.enum(markKinds), values: z.int() })),
})
export type ReplacedPreview = z.infer<typeof previewSchema>

export const previewReplacedContract = contract({
  id: 'previewReplaced',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/models/preview',
  summary: 'See a text as it would go out to a model, with names and numbers replaced',
  description:
    'Nothing is stored or sent. What comes out may still tell whom it is about: it is not ' +
    'anonymous. Read it before you let a workflow send such texts.',
  tag: 'Connections',
  body: z.strictObject({
    text: z.string().min(1, 'Give a text.').max(200_000, 'At most 200000 characters.'),
    /** Data of a run; its names, dates, addresses and numbers are replaced first. */
    known: z.unknown().optional(),
  }),
  returns: { 200: { description: 'The text as it would go out.', schema: previewSchema } },
  errorStatuses: [413],
  examples: {
    request: {
      text: 'Ada Lindqvist, born 12/10/1950, MRN 2601021001.',
      known: { patientName: 'Ada Lindqvist' },
    },
    response: {
      text: '[[NAME_1]], born [[DATE_1]], MRN [[ID_1]].',
      replaced: [
        { kind: 'NAME', values: 1 },
        { kind: 'DATE', values: 1 },
        { kind: 'ID', values: 1 },
      ],
    },
  },
})
