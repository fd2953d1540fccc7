import { ApiError } from '#lib/domain/api-error'

/** Throws the 400 for a document that cannot be converted; `path` is the place. */
export function refuse(path: string, message: string): never {
  throw ApiError.invalid([{ path, message }])
}

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers the first of these fields that is a text and not blank. */
export function textOf(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}
