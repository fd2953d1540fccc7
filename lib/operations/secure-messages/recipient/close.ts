import { eq } from 'drizzle-orm'
import { secureMessageReadings } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import type { CallInfo } from '../../define-operation.ts'
import { hashOf } from '../links.ts'
import { asRecipient, type Visitor } from './find-recipient.ts'

/** Closes the message in this browser; the link opens it again, with another code. */
export const closeSecureMessage = async (
  _nobody: Actor,
  visitor: Visitor,
  info: CallInfo,
): Promise<void> =>
  await asRecipient(
    visitor,
    'read',
    async ({ tx }) => {
      const reading = visitor.shown?.reading
      if (reading !== undefined)
        await tx
          .delete(secureMessageReadings)
          .where(eq(secureMessageReadings.tokenHash, hashOf(reading)))
    },
    info,
  )
