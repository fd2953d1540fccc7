import { z } from 'zod'
import { LongIntegerError, parseTypedJson } from '#lib/domain/exact-json'

const notJson = 'This is not JSON. Write an object such as {"id": "123"}, or leave it empty.'

/** Reads the call's answer, which a person types as JSON; nothing typed is null. */
export const typedOutputSchema = z.object({
  output: z.string().transform((text, context): unknown => {
    if (text.trim() === '') return null
    try {
      return parseTypedJson(text)
    } catch (error) {
      const message = error instanceof LongIntegerError ? error.message : notJson
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
  }),
})
export type TypedOutput = z.input<typeof typedOutputSchema>
