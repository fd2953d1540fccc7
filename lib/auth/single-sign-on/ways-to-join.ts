import { and, asc, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ssoConnections } from '#db/schema/single-sign-on'
import { enforcementOf } from './enforcement.ts'

/** How an invited person may accept, before they are signed in. */
export type WaysToJoin = {
  /** The organization's own identity providers; `start` is a path of ours. */
  providers: { name: string; start: string }[]
  /** False where the organization demands single sign-on of this address. */
  password: boolean
}

/**
 * Finds how the invited person of this address may accept. Only for somebody with a valid link: it
 * names the organization's providers.
 */
export async function findWaysToJoin(organizationId: string, email: string): Promise<WaysToJoin> {
  const found = await authDb()
    .select({ id: ssoConnections.id, name: ssoConnections.name })
    .from(ssoConnections)
    .where(
      and(eq(ssoConnections.organizationId, organizationId), eq(ssoConnections.status, 'active')),
    )
    .orderBy(asc(ssoConnections.name))
  const enforcement = await enforcementOf(email)
  const isEnforced = enforcement?.organizationId === organizationId
  return {
    // Of a domain that is enforced, one provider speaks for its people.
    providers: found
      .filter(({ id }) => !isEnforced || id === enforcement.connectionId)
      .map(({ id, name }) => ({ name, start: `/api/auth/sso/${id}/start` })),
    password: !isEnforced,
  }
}
