import type { ModelPrices, ModelRequest, ModelUsage } from '#lib/domain/ask/model-request'

export type ModelAnswer = {
  /** Parsed from JSON; it may still not fit the schema. */
  value: unknown
  usage: ModelUsage
  /** The model that answered, as the provider names it. */
  model: string
}

/** What a connection says about itself. A property, not a method: it calls no server. */
export type AboutModel = {
  provider: string
  /** Undefined for the sandbox, which has none. */
  model: string | undefined
  /**
   * Whether patient data may be sent to it, and where it is processed: a business associate
   * agreement is ticked and a region named.
   */
  patientData: { may: boolean; region: string | undefined }
  /** Undefined when nobody entered them: what a call costs is not known then. */
  prices: ModelPrices | undefined
  maxOutputTokens: number
  /** How many tokens of documents and instructions a call may have. */
  maxInputTokens: number
}

/**
 * The functions that Rounds needs of any language model. A call is made once: the engine repeats
 * it. Besides `provider_timeout` and the errors of HTTP, `ask` throws `provider_error` with these
 * codes in its details: `refused`, `cut_off` (the answer was longer than allowed), `invalid_answer`
 * (no JSON), `no_model` (the sandbox), `patient_data` (the connection may not get it). `usage` in
 * the details says what was paid nevertheless.
 */
export type ModelPort = {
  about: AboutModel
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>
  test(signal: AbortSignal): Promise<string>
}
