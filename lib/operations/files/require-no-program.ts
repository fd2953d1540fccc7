import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { isProgram, programRefusal } from '#lib/domain/form/file-rules'

/** Throws 422 for a file that can be run, when a stranger sends it to the people of a shared form. */
export function requireNoProgram(
  actor: Actor,
  file: { fileName: string; mimeType?: string },
): void {
  if (actor.kind === 'public' && isProgram(file))
    throw new ApiError('unprocessable', programRefusal, { reason: 'program' })
}
