import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'

/** The refusal of what only a model can do. */
export const noModel = (): ApiError =>
  new ApiError(
    'provider_error',
    'This connection has no model: it can neither summarise nor compare. Choose one with a model.',
    { provider: 'sandbox', code: 'no_model', retryable: false },
  )

/**
 * No model at all. Steps that ask documents look for words and known forms (dates, amounts,
 * identifiers) instead, and say so in their answers.
 */
export const modelSandbox = defineProvider({
  kind: 'model',
  id: 'sandbox',
  title: 'Without a model',
  description:
    'Finds the pages where words stand, and dates, amounts and identifiers by their form. ' +
    'It understands nothing and its answers say so. Nothing leaves this server. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open() {
    return {
      about: {
        provider: 'sandbox',
        model: undefined,
        patientData: { may: true, region: undefined },
        prices: { input: 0, output: 0 },
        maxInputTokens: 1_000_000,
        maxOutputTokens: 0,
      },
      async ask() {
        throw noModel()
      },
      async test() {
        return 'It works, without a model: it searches words and known forms, and says so.'
      },
    }
  },
})
