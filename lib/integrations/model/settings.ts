import { z } from 'zod'

const dollars = (title: string, of: string) =>
  z
    .number()
    .min(0)
    .max(10_000)
    .optional()
    .meta({
      title,
      description:
        `Dollars for a million tokens ${of}, from the provider’s price list. ` +
        'Without both prices, what a call costs is not known.',
    })

/** The settings that the connections of all models have. */
export const modelFields = {
  agreement: z
    .boolean()
    .default(false)
    .meta({
      title: 'A business associate agreement covers this provider',
      description:
        'Tick it only when your organization has signed one for this account and model. ' +
        'Without it and a region, steps send nothing that holds patient data.',
    }),
  inputPrice: dollars('Price of input', 'that are sent'),
  outputPrice: dollars('Price of output', 'of the answer'),
  maxInputTokens: z.int().min(1000).max(1_000_000).default(100_000).meta({
    title: 'Input at most',
    description: 'Tokens of one call. Of longer documents the pages that fit best are sent.',
  }),
  maxOutputTokens: z
    .int()
    .min(256)
    .max(64_000)
    .default(8000)
    .meta({ title: 'Output at most', description: 'Tokens of one answer.' }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(600)
    .default(120)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
}

export const regionField = z.string().trim().max(100).default('').meta({
  title: 'Region',
  description: 'Where the provider processes what is sent, as your agreement says: us-east-1, US.',
})

/** The values of `modelFields`, and what else the common part of the providers needs. */
export type ModelSettings = z.output<z.ZodObject<typeof modelFields>> & {
  provider: string
  model: string
  region: string
  /** Of the provider's API, without a slash at the end. */
  baseUrl: string
  allowPrivate: readonly string[]
}
