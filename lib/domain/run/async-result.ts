import { z } from 'zod'
import { failureSchema, type Failure } from './run.ts'

/** `pending` at first, then one of the others for good. */
export const asyncResultStatuses = ['pending', 'completed', 'failed'] as const
export type AsyncResultStatus = (typeof asyncResultStatuses)[number]

/** Kinds that a caller may end by hand or by a sleep; the service itself ends the others. */
export const openKinds: readonly string[] = ['manual', 'sleep']

/** How an async result ends when it is due. */
export type DueOutcome =
  | { status: 'completed'; result: unknown }
  | { status: 'failed'; error: Failure }

const instant = z.iso.datetime({ offset: true })

/**
 * An async result as the API shows it (specification 2.12). `result` is null until it is completed,
 * `error` unless it failed.
 */
export const asyncResultSchema = z.object({
  id: z.uuid(),
  status: z.enum(asyncResultStatuses),
  result: z.unknown(),
  error: failureSchema.nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  /** The origin of the result: `manual`, `sleep`, `hie-fhir`, `hie-documents`, `secure-message`. */
  kind: z.string(),
  description: z.string().nullable(),
  /** When it ends by itself. */
  dueAt: instant.nullable(),
  /** When it is deleted, 30 days after it ended. */
  expiresAt: instant.nullable(),
})
export type AsyncResultView = z.infer<typeof asyncResultSchema>
