import { ApiError } from '#lib/domain/api-error'

/** A document that cannot be converted: a 400 that names the place. */
export function refuse(path: string, message: string): never {
  throw ApiError.invalid([{ path, message }])
}

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The field as text that is not blank. */
export function textOf(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}
