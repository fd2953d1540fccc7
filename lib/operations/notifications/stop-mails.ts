import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { stopMailsOf } from './choices.ts'
import { personOfStopToken } from './stop-token.ts'

/**
 * Turns off the mails of a person by the link in one of them, without signing in (RFC 8058).
 * Repeated, it changes nothing. Throws 404 for a link that is not ours.
 */
export async function stopNotificationMails(
  _nobody: Actor,
  { token }: { token: string },
): Promise<{ stopped: true }> {
  const person = personOfStopToken(token)
  if (!person)
    throw new ApiError('not_found', 'This link was not copied whole. Copy it from the mail again.')
  await inOrganization(person.organizationId, (tx) => stopMailsOf(tx, person))
  return { stopped: true }
}
