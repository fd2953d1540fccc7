import type { FileRule } from './file-rules.ts'
import type { FormTexts } from './texts/texts-of-words.ts'
import { inEnglish } from './texts/in-language.ts'

type Schema = Record<string, unknown>
type Data = Record<string, unknown>

/**
 * A signature as it is stored: drawn (a picture, which is an uploaded PNG) or typed (the name). When
 * it was signed, and the sentence that was agreed to, are written by the server.
 */
export type Signature =
  | {
      kind: 'drawn'
      image: { id: string; fileName: string }
      signedAt?: string
      statement?: string
    }
  | { kind: 'typed'; name: string; signedAt?: string; statement?: string }

/** The keyword of the sentence that a person agrees to by signing. */
export const statementKeyword = 'x-formSignatureStatement'

/** A drawn signature is a small PNG. */
export const signatureRule: FileRule = { types: ['image/png'], maxBytes: 512 * 1024 }

export const isSignature = (schema: Schema): boolean => schema['x-formFieldType'] === 'signature'

/** The author's sentence, or the usual one in the language of the form. */
export const statementOf = (schema: Schema, texts: FormTexts = inEnglish): string => {
  const written = schema[statementKeyword]
  return typeof written === 'string' && written.trim() ? written : texts.text('sign.statement')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const file = {
  type: 'object',
  required: ['id', 'fileName'],
  properties: { id: { type: 'string' }, fileName: { type: 'string', maxLength: 500 } },
}

/** What a signature has to be. The author writes only the keyword; this is checked. */
const signatureShape: Schema = {
  type: 'object',
  properties: {
    kind: { type: 'string' },
    name: { type: 'string', minLength: 2, maxLength: 200 },
    image: file,
    signedAt: { type: 'string' },
    statement: { type: 'string' },
  },
  oneOf: [
    { properties: { kind: { const: 'drawn' } }, required: ['kind', 'image'] },
    {
      properties: { kind: { const: 'typed' } },
      required: ['kind', 'name'],
    },
  ],
  additionalProperties: false,
  errorMessage: inEnglish.text('sign.missing'),
}

/** What an author may write at a signature beside its type. */
const ownWords = new Set([
  'title',
  'description',
  'x-formFieldType',
  statementKeyword,
  'errorMessage',
  'x-formFieldHidden',
])

const known = new WeakMap<Schema, Schema>()

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert)
  if (!isObject(value)) return value
  if (isSignature(value)) {
    const own = Object.entries(value).filter(([word]) => ownWords.has(word))
    return { ...signatureShape, ...Object.fromEntries(own) }
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, convert(one)]))
}

/** The schema with the whole shape of its signatures; the same object when it has none. */
export function withSignatureShapes(schema: Schema): Schema {
  const before = known.get(schema)
  if (before) return before
  const next = JSON.stringify(schema).includes('"signature"') ? (convert(schema) as Schema) : schema
  known.set(schema, next)
  return next
}

/** When a form was signed, and the words in which it spoke to the person. */
export type Signing = { now: Date; texts?: FormTexts }

/** Writes the time and the agreed sentence into the signatures of data. */
export function withSigned(schema: Schema, data: Data, { now, texts }: Signing): Data {
  if (!JSON.stringify(schema).includes('"signature"')) return data
  const sign = (property: unknown, value: unknown): unknown => {
    if (!isObject(property)) return value
    if (Array.isArray(value)) return value.map((one) => sign(property['items'], one))
    if (!isObject(value)) return value
    if (isSignature(property))
      return { ...value, signedAt: now.toISOString(), statement: statementOf(property, texts) }
    const properties = property['properties']
    if (!isObject(properties)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, sign(properties[name], one)]),
    )
  }
  return sign(schema, data) as Data
}
