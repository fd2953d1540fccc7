import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { sendingFields } from '#lib/domain/provider/sending-fields'
import { plainIssue } from '#lib/domain/plain-issue'
import { parseRequestJson } from '#lib/domain/request-json'

/** The text parts of the multipart request and how each is parsed. */
const asJson = ['to', 'from', 'metadata']
const asBoolean = ['color', 'doubleSided']
export const letterPartNames = [
  ...asJson,
  ...asBoolean,
  'extraService',
  'addressCheck',
  'connection',
] as const

const partsSchema = z.strictObject({
  ...sendingFields,
  connection: z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u, 'Give the slug of a connection.')
    .optional(),
})
const booleans: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }

function valueOf(name: string, text: string): unknown {
  if (asBoolean.includes(name)) return booleans[text.trim().toLowerCase()] ?? text
  if (!asJson.includes(name)) return text
  try {
    return parseRequestJson(text, name)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw ApiError.invalid([
      {
        path: name,
        message: `The part "${name}" is JSON, for example {"name": "Avery Lindqvist", …}.`,
      },
    ])
  }
}

/**
 * Parses the text parts of a letter sent as multipart: `to`, `from` and `metadata` as JSON, `color`
 * and `doubleSided` as true or false. Throws a 400 that names every wrong field.
 */
export function letterParts(parts: Record<string, string>): z.output<typeof partsSchema> {
  const parsed = partsSchema.safeParse(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, valueOf(name, text)])),
  )
  if (parsed.success) return parsed.data
  throw ApiError.invalid(
    parsed.error.issues.map(({ path, message, code, ...rest }) => ({
      path: [...path, ...(code === 'unrecognized_keys' ? (rest as { keys: string[] }).keys : [])]
        .map(String)
        .join('.'),
      message: plainIssue(message),
    })),
  )
}
