import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { sessions, users } from '#db/schema/people'
import { hashPassword, passwordFits } from '#lib/auth/password'
import { clearUses, requireUses } from '#lib/auth/rate-limit'
import type { changePasswordSchema } from '#lib/contracts/organization/sessions'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'

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
    await tx
      .update(users)
      .set({ passwordHash: await hashPassword(input.newPassword) })
      .where(eq(users.id, actor.id))
    const ended = await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, actor.id),
          actor.sessionId ? ne(sessions.id, actor.sessionId) : undefined,
        ),
      )
      .returning({ id: sessions.id })
    return { ended: ended.length }
  },
})
