import { z } from 'zod'
import { askModes } from './tasks.ts'

/** At most so many cases in a set, so that a trial ends within minutes. */
export const mostCases = 100

export const trialStatuses = ['running', 'completed', 'failed', 'stopped'] as const
export type TrialStatus = (typeof trialStatuses)[number]

const fieldScoreSchema = z.object({
  name: z.string(),
  expected: z.unknown(),
  given: z.unknown(),
  /** From 0 to 1. */
  score: z.number(),
  note: z.string().nullable(),
})

export const trialResultSchema = z.object({
  caseId: z.uuid(),
  name: z.string(),
  fields: z.array(fieldScoreSchema),
  /** Why there is no answer; its fields then count as wrong. */
  error: z.string().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  tokens: z.int(),
  /** Null when the connection has no prices. */
  dollars: z.number().nullable(),
})
export type TrialResult = z.infer<typeof trialResultSchema>

/** What a change of makes a score old, in words that people choose in the editor. */
export const basisParts = ['question', 'model', 'prompt', 'cases'] as const
export type BasisPart = (typeof basisParts)[number]

/** What a trial asks, as a step was set when it began, and a fingerprint of what counts for it. */
export const askedSettingsSchema = z.object({
  connection: z.string(),
  mode: z.enum(askModes),
  question: z.string(),
  schema: z.record(z.string(), z.unknown()),
  classes: z.array(z.object({ name: z.string(), description: z.string() })),
  policyId: z.string(),
  replaceNames: z.boolean(),
  known: z.unknown(),
  recognize: z.boolean(),
  languages: z.array(z.string()),
  basis: z.record(z.enum(basisParts), z.string()),
})
export type AskedSettings = z.infer<typeof askedSettingsSchema>
