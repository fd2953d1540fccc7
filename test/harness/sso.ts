import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { emailDomains, ssoConnections } from '#db/schema/single-sign-on'
import type { SsoConfig, SsoStatus } from '#lib/domain/single-sign-on/connection'
import type { MemberRole } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { sealClientSecret } from '#lib/single-sign-on/connection-row'

type Given = {
  id?: string
  organizationId: string
  kind: 'oidc' | 'saml'
  config: SsoConfig
  secret?: string
  status?: SsoStatus
  joinRole?: MemberRole | null
}

/** A connection as if its owner had set it up and tested it. */
export async function seedSsoConnection(given: Given): Promise<string> {
  const { id = newId(), organizationId, secret, status = 'active', joinRole = null } = given
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(ssoConnections).values({
      id,
      organizationId,
      kind: given.kind,
      name: `Provider ${id}`,
      config: given.config,
      status,
      joinRole,
      secrets: secret === undefined ? null : sealClientSecret({ id, organizationId }, secret),
    })
  })
  return id
}

/** A domain as if its record had been found. */
export async function seedProvenDomain(
  organizationId: string,
  connectionId: string,
  domain: string,
  { enforced = false } = {},
): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(emailDomains).values({
      id: newId(),
      organizationId,
      domain,
      challenge: newId(),
      connectionId,
      enforced,
      provenAt: new Date(),
    })
  })
}

/** Changes a connection. */
export async function changeSsoConnection(
  organizationId: string,
  id: string,
  values: Partial<typeof ssoConnections.$inferInsert>,
): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    await tx.update(ssoConnections).set(values).where(eq(ssoConnections.id, id))
  })
}
