import type { Tx } from '#db/client'
import { storeTotp } from '#lib/auth/factors/totp'
import { ApiError } from '#lib/domain/api-error'
import { notifyPerson } from '../mails/notify-person.ts'

/**
 * Stores an authenticator app when the code comes from it, and tells its person. Throws 400 at the
 * code, 409 when the set-up has expired.
 */
export async function confirmTotp(
  tx: Tx,
  userId: string,
  given: { setUp: string; code: string },
): Promise<void> {
  const stored = await storeTotp(tx, userId, { ...given, code: given.code.replace(/\s+/g, '') })
  if (stored === 'expired')
    throw new ApiError('conflict', 'This took too long. Begin again with a new picture.')
  if (stored === 'wrong') {
    const message =
      'This code does not come from the picture above. Check the clock of your device, and give ' +
      'the present code.'
    throw ApiError.invalid([{ path: 'code', message }])
  }
  await notifyPerson(tx, userId, 'totp-added')
}
