import { z } from 'zod'
import { askModes } from './tasks.ts'

/** At most so many cases in a set, so that a trial ends within minutes. */
export const mostCases = 100
/** Of a case, as many as the step takes. */
export const mostCaseFiles = 50
export const mostCaseBytes = 200 * 1024 * 1024
/** The cases of a step that is no longer in the draft are kept so long, for undo. */
export const goneDays = 30
/** So many trials of a step are kept; older ones have values of patients and no use. */
export const keptTrials = 20

export const trialStatuses = ['running', 'completed', 'failed', 'stopped'] as const
export type TrialStatus = (typeof trialStatuses)[number]

const fieldScoreSchema = z.object({
  name: z.string(),
  title: z.string(),
  expected: z.unknown(),
  given: z.unknown(),
  /** From 0 to 1. */
  score: z.number(),
  note: z.string().nullable(),
})

/** How a case went, as it is stored. */
export const trialResultSchema = z.object({
  fields: z.array(fieldScoreSchema),
  /** Why there is no answer; its fields then count as wrong. */
  error: z.string().nullable(),
  /** Null when none was asked. */
  model: z.string().nullable(),
  /** Null without an answer. */
  prompt: z.string().nullable(),
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
