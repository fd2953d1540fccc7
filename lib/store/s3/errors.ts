import { storeAway } from '../keys.ts'

/** What was asked for is not in the bucket. */
export class Gone extends Error {}

/** A name that should be new is taken. */
class Taken extends Error {}

type Answered = { name?: string; $metadata?: { httpStatusCode?: number } }

/**
 * An error of the SDK in our words: `Gone`, `Taken`, or ApiError `unavailable` with `Retry-After`,
 * whatever else went wrong: callers can do nothing but wait for the store or its operator.
 */
export function inOurWords(error: unknown): Error {
  const { name, $metadata } = error as Answered
  const status = $metadata?.httpStatusCode
  if (status === 404 && name !== 'NoSuchBucket')
    return new Gone('not in the bucket', { cause: error })
  if (status === 412) return new Taken('in the bucket already', { cause: error })
  return storeAway('the S3 settings and that the bucket answers', error)
}

/** Does one call, and throws its error as `inOurWords`. */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw inOurWords(error)
  }
}

/** Undefined when it is not in the bucket. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (error instanceof Gone) return undefined
    throw error
  })
}
