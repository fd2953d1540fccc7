import { count, eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { passkeys, recoveryCodes, secondFactors } from '#db/schema/factors'

/** What a person can show besides the password. */
export type FactorsOfPerson = {
  /** An authenticator app. */
  totp: { createdAt: Date } | null
  passkeys: number
  /** Unused ones. */
  recoveryCodes: number
}

/** Finds the second factors of a person. */
export async function loadFactors(db: Database | Tx, userId: string): Promise<FactorsOfPerson> {
  const [totp] = await db
    .select({ createdAt: secondFactors.createdAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
  const [keys] = await db
    .select({ count: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  const [codes] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return { totp: totp ?? null, passkeys: keys?.count ?? 0, recoveryCodes: codes?.count ?? 0 }
}

/** Whether signing in by password asks for a second factor. Recovery codes alone are none. */
export const hasFactor = ({ totp, passkeys: keys }: FactorsOfPerson): boolean =>
  totp !== null || keys > 0
