/** What a model is asked. The documents stand in `prompt`. */
export type ModelRequest = {
  system: string
  prompt: string
  /** JSON Schema of the answer, with the keywords that every provider takes (`plain-schema.ts`). */
  schema: Record<string, unknown>
  /** What the prompt holds of patients; `replaced` by marks is not anonymous. */
  patientData: 'none' | 'replaced' | 'present'
}

/** Tokens of a call, as the provider counts them. */
export type ModelUsage = { inputTokens: number; outputTokens: number }

/** Dollars for a million tokens. */
export type ModelPrices = { input: number; output: number }

/** The price of these tokens in millionths of a dollar, rounded up. */
export const microsOf = (usage: ModelUsage, prices: ModelPrices): number =>
  Math.ceil(usage.inputTokens * prices.input + usage.outputTokens * prices.output)

/**
 * How many tokens a text surely has at most. Models count three to five characters of English as
 * one token, and fewer of other scripts, so bytes are counted.
 */
export const mostTokens = (text: string): number =>
  Math.ceil(new TextEncoder().encode(text).length / 3)
