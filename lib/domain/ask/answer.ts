import { z } from 'zod'
import { placeSchema } from '../document/page.ts'

/**
 * How far a field may be trusted. `supported`: every quote stands in the documents. `unsupported`:
 * a quote does not, so the value is only a proposal. `invalid`: the value does not fit its schema.
 * `missing`: the documents do not say it. `found`: words or a form were found, without a model.
 */
const fieldStates = ['supported', 'unsupported', 'invalid', 'missing', 'found'] as const

/** A place in a file with its name, for people. */
export const citedPlaceSchema = placeSchema.extend({ fileName: z.string() })
export type CitedPlace = z.infer<typeof citedPlaceSchema>

export const answeredFieldSchema = z.object({
  name: z.string().meta({ title: 'Name' }),
  title: z.string().meta({ title: 'Title' }),
  /** As the model proposed it; only that of `supported` fields stands in `values` too. */
  value: z.unknown().meta({ title: 'Value', description: 'As it was proposed.', phi: true }),
  state: z.enum(fieldStates).meta({ title: 'State', description: 'How far it may be trusted.' }),
  problem: z
    .string()
    .nullable()
    .meta({ title: 'Problem', description: 'Why it must be looked at, in words.' }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .meta({ title: 'Confidence', description: 'From 0 to 1; 0 when a quote is not there.' }),
  places: z
    .array(citedPlaceSchema)
    .meta({ title: 'Places', description: 'Where it stands.', phi: true }),
  /** Left out by answers that were stored before there were forms of review. */
  schema: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ title: 'Kind of value', description: 'What its value is like, for a form.' }),
  required: z
    .boolean()
    .optional()
    .meta({ title: 'Required', description: 'Whether a person must fill it in.' }),
})
export type AnsweredField = z.infer<typeof answeredFieldSchema>

/** What a document answer is made of; the output of the step and what a screen shows. */
export const documentAnswerSchema = z.object({
  values: z.record(z.string(), z.unknown()).meta({
    title: 'Values',
    description: 'By field, of those whose quotes stand in the documents; others are empty.',
    phi: true,
  }),
  fields: z.array(answeredFieldSchema).meta({
    title: 'Fields',
    description: 'Each with its places, for a screen that shows them as “Answer with places”.',
  }),
  note: z.string().nullable().meta({
    title: 'Note',
    description: 'What a reader must know about the answer, such as that no model was asked.',
  }),
  files: z
    .array(z.object({ id: z.string(), fileName: z.string(), pages: z.int(), readPages: z.int() }))
    .meta({
      title: 'Files',
      description: 'How many pages each has, and how many of them were asked about.',
    }),
  model: z.string().nullable().meta({ title: 'Model', description: 'Empty when none was asked.' }),
  prompt: z.string().meta({ title: 'Prompt', description: 'Which version of our words.' }),
  usage: z
    .object({ inputTokens: z.int(), outputTokens: z.int() })
    .meta({ title: 'Tokens', description: 'As the provider counts them.' }),
  dollars: z
    .number()
    .nullable()
    .meta({ title: 'Cost', description: 'Dollars; empty when the connection has no prices.' }),
  replaced: z.boolean().meta({
    title: 'Names replaced',
    description: 'Whether marks went out for names and numbers.',
  }),
})
export type DocumentAnswer = z.infer<typeof documentAnswerSchema>

/** Whether a value is such an answer, as a screen gets it from an expression. */
export function documentAnswerOf(value: unknown): DocumentAnswer | undefined {
  return documentAnswerSchema.safeParse(value).data
}
