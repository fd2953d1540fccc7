import { asc, eq } from 'drizzle-orm'
import { passkeys } from '#db/schema/factors'
import { users } from '#db/schema/people'
import { loadFactors } from '#lib/auth/factors/factors-of-person'
import { relyingParty } from '#lib/auth/factors/relying-party'
import { factorDueAt } from '#lib/auth/factors/requirement'
import type { SecurityView } from '#lib/contracts/organization/security'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { requirePerson } from './require-person.ts'

/** How the caller signs in. */
export const getSecurity = defineIdentityOperation<object, SecurityView>({
  name: 'getSecurity',
  permission: 'self:manage',
  async run({ actor, tx }) {
    const { id } = requirePerson(actor)
    const [user] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
    const { totp, recoveryCodes } = await loadFactors(tx, id)
    const rows = await tx
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .orderBy(asc(passkeys.createdAt))
    const hasPassword = Boolean(user?.hash)
    const due = hasPassword ? await factorDueAt(tx, id) : undefined
    return {
      hasPassword,
      totp: totp && { createdAt: totp.createdAt.toISOString() },
      passkeys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        backedUp: row.backedUp,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      })),
      passkeyHost: relyingParty()?.id ?? null,
      recoveryCodesLeft: recoveryCodes,
      requiredFrom: due?.toISOString() ?? null,
    }
  },
})
