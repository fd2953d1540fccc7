import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '#db/schema/people'
import { hashPassword, passwordFits } from '#lib/auth/password'
import { requireGoodPassword } from '#lib/auth/passwords/fault-of-password'
import { clearUses, requireUses } from '#lib/auth/rate-limit'
import type { changePasswordSchema } from '#lib/contracts/organization/sessions'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { notifyPerson } from '../mails/notify-person.ts'
import { endAccessByPassword } from '../security/end-access-by-password.ts'

/**
 * Changes the caller's password and signs out their other sessions. Wrong tries are limited like
 * those of the sign-in page.
 */
export const changePassword = defineIdentityOperation<
  z.output<typeof changePasswordSchema>,
  { ended: number }
>({
  name: 'changePassword',
  permission: 'self:manage',
  audit: ({ actor, output }) => ({
    action: 'password.changed',
    objectKind: 'user',
    objectId: actor.id,
    details: { sessionsEnded: output.ended },
  }),
  async run({ actor, input, tx }) {
    const [user] =
      actor.kind === 'user' ? await tx.select().from(users).where(eq(users.id, actor.id)) : []
    if (!user?.passwordHash)
      throw new ApiError('conflict', 'There is no password here: you sign in another way.')
    const tries = { of: ['password change', user.id], most: 10, seconds: 15 * 60 }
    await requireUses([tries], 'Too many wrong tries.')
    if (!(await passwordFits(user.passwordHash, input.currentPassword)))
      throw ApiError.invalid([
        { path: 'currentPassword', message: 'This is not your current password.' },
      ])
    await clearUses(tries)
    await requireGoodPassword(tx, input.newPassword, { userId: user.id }, 'newPassword')
    await tx
      .update(users)
      .set({ passwordHash: await hashPassword(input.newPassword) })
      .where(eq(users.id, actor.id))
    await notifyPerson(tx, actor.id, 'password-changed')
    return { ended: await endAccessByPassword(tx, actor.id, actor.sessionId) }
  },
})
