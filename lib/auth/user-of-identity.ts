import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { identities, users } from '#db/schema/index'
import { newId } from '#lib/ids'

export type Identity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
}

type Known = { issuer: string; subject: string }

/** Finds the account of an identity at the provider of the whole installation. */
export async function accountOfIdentity(db: Pick<Tx, 'select'>, { issuer, subject }: Known) {
  const [known] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(
        isNull(identities.connectionId),
        eq(identities.issuer, issuer),
        eq(identities.subject, subject),
      ),
    )
  return known?.user
}

/** Binds an identity at the provider of the whole installation to an account. */
export async function bindIdentity(tx: Tx, userId: string, { issuer, subject }: Known) {
  await tx
    .insert(identities)
    .values({ id: newId(), userId, connectionId: null, issuer, subject, lastUsedAt: new Date() })
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
  const known = await accountOfIdentity(authDb(), { issuer, subject })
  if (known) return known.disabledAt === null ? known.id : undefined
  if (!email || !emailVerified) return undefined
  return await authDb().transaction(async (tx) => {
    const bound = tx
      .select({ id: identities.id })
      .from(identities)
      .where(eq(identities.userId, users.id))
    const [free] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email.toLowerCase()),
          isNull(users.passwordHash),
          isNull(users.disabledAt),
          notExists(bound),
        ),
      )
      .for('update')
    if (!free) return undefined
    await bindIdentity(tx, free.id, { issuer, subject })
    return free.id
  })
}
