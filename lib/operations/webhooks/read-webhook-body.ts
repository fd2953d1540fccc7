import { ApiError } from '#lib/domain/api-error'
import { checkText } from '#lib/domain/request-json'

/** What was posted; `readJson` throws 400 for what is no JSON. Call `done` when it is not used. */
export type PostedBody = {
  headers: { get(name: string): string | null }
  body: Uint8Array
  readJson(): Promise<{ value: unknown; done(): void }>
}

type Property = { type?: unknown }

/** The text of a form field as the start field wants it; forms know texts only. */
function asTyped(text: string, type: unknown): unknown {
  if ((type === 'number' || type === 'integer') && String(Number(text)) === text)
    return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The fields of `application/x-www-form-urlencoded`; one that is there several times is a list. */
function readForm(body: Uint8Array): Record<string, unknown> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw ApiError.invalid([{ path: '', message: 'The form fields are not UTF-8.' }])
  }
  const fields = new URLSearchParams(text)
  const names = [...new Set(fields.keys())]
  return Object.fromEntries(
    names.map((name) => {
      checkText(name, '')
      if (name === '__proto__')
        throw ApiError.invalid([{ path: '', message: 'A field may not be called __proto__.' }])
      const values = fields.getAll(name)
      for (const value of values) checkText(value, name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** Texts of a form as numbers, and as yes or no, where the start form has such fields. */
export function typedForm(
  data: Record<string, unknown>,
  schema: Record<string, unknown>,
): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Property>
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
      return [name, typeof value === 'string' ? asTyped(value, type) : value]
    }),
  )
}

/** Reads what was posted: JSON or form fields. Throws 415 for others; nothing is an empty object. */
export async function readWebhookBody({
  headers,
  body,
  readJson,
}: PostedBody): Promise<{ value: unknown; isForm: boolean; done(): void }> {
  const none = { isForm: false, done: () => undefined }
  if (body.byteLength === 0) return { ...none, value: {} }
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const isJson = type.trim() === 'application/json' || type.trim().endsWith('+json')
  if (isJson) return { isForm: false, ...(await readJson()) }
  if (type.trim() === 'application/x-www-form-urlencoded')
    return { ...none, value: readForm(body), isForm: true }
  throw new ApiError(
    'unsupported_media_type',
    'Send JSON (Content-Type: application/json) or form fields ' +
      '(Content-Type: application/x-www-form-urlencoded).',
    { received: type.trim().slice(0, 100) || null },
  )
}
