import { and, eq, isNull, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'

export type Identity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
}

/**
 * Finds the person of a single sign-on identity; undefined when they have no access. An identity is
 * issuer and subject (OpenID Connect Core §5.7), because an e-mail address can pass to another
 * person. An unknown identity gets access by accepting an invitation (join-by-identity.ts), or once
 * by an account with this address, verified by the provider, that has neither a password nor an
 * identity yet.
 */
export async function userOfIdentity({
  issuer,
  subject,
  email,
  emailVerified,
}: Identity): Promise<string | undefined> {
  if (!subject) return undefined
  const [known] = await authDb()
    .select({ id: users.id, disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
  if (known) return known.disabledAt === null ? known.id : undefined
  if (!email || !emailVerified) return undefined
  const [invited] = await authDb()
    .update(users)
    .set({ oidcIssuer: issuer, oidcSubject: subject })
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        isNull(users.passwordHash),
        isNull(users.oidcSubject),
        isNull(users.disabledAt),
      ),
    )
    .returning({ id: users.id })
  return invited?.id
}
