import { z } from 'zod'
import { ApiError } from './api-error.ts'

/** A label of workers, which connections and workflows may be bound to. It is part of a job's name. */
export const workerLabelSchema = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,39}$/,
    'A label has lower-case letters, digits, dots and dashes, for example emr-zone.',
  )
  .refine((label) => label !== 'unbound', 'This word means everything that is bound to no label.')

/**
 * The error of a call that this process must not make. Nothing was called: the engine hands the
 * step to the workers that may.
 * @param workerLabel null: workers that serve what is bound to no label
 */
export function otherWorker(workerLabel: string | null, connection?: string): ApiError {
  const what = connection === undefined ? 'This call' : `The connection "${connection}"`
  const who =
    workerLabel === null ? 'workers that serve what has no label' : `workers of "${workerLabel}"`
  return new ApiError(
    'other_worker',
    `${what} is made by ${who} only, and not from here. Use it in a workflow.`,
    { workerLabel, ...(connection === undefined ? {} : { connection }) },
  )
}
