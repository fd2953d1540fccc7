import { and, eq, isNull, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { auditPerson } from './audit-person.ts'
import { resetAddress, storeReset } from './password-resets.ts'

/**
 * Makes a link for who is locked out: with it they choose a new password, and their second factors
 * are removed then. For an operator at the server, who hands it over; each use is in the audit log
 * of every organization of the person. Answers the link, or undefined when nobody has the address.
 */
export async function unlockAccount(email: string): Promise<string | undefined> {
  return await authDb().transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(eq(sql`lower(${users.email})`, email.trim().toLowerCase()), isNull(users.disabledAt)),
      )
    if (!user) return undefined
    const token = await storeReset(tx, user.id, { removesFactors: true })
    await auditPerson(tx, user.id, 'account.unlock_link_made', { details: { by: 'operator' } })
    return resetAddress(token)
  })
}
