import { ApiError } from '#lib/domain/api-error'
import { Gone } from './s3/errors.ts'

/** Whether a store says that bytes are not there, and not that it is away or cannot read them. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Gone ||
  (error instanceof ApiError && error.code === 'unavailable' && !error.details['reason']) ||
  (error instanceof Error && 'code' in error && error.code === 'ENOENT')

/** Undefined when the bytes are not there. Throws when the store cannot tell. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}
