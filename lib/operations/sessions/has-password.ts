import { eq } from 'drizzle-orm'
import { users } from '#db/schema/people'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'

/** Whether the caller signs in with a password here; else there is none to change. */
export const hasPassword = defineIdentityOperation<object, boolean>({
  name: 'hasPassword',
  permission: 'self:manage',
  async run({ actor, tx }) {
    if (actor.kind !== 'user') return false
    const [user] = await tx
      .select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.id, actor.id))
    return Boolean(user?.hash)
  },
})
