import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { breakGlassOwners, emailDomains, members, ssoConnections } from '#db/schema/index'
import type {
  EmailDomainView,
  SingleSignOnView,
  SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import { challengeName } from '#lib/domain/single-sign-on/email-domain'
import { addressesOf } from '#lib/single-sign-on/addresses'
import {
  isOidc,
  isSaml,
  samlKeysOf,
  type ConnectionRow,
  type SamlConnection,
} from '#lib/single-sign-on/connection-row'
import { certificateEnd } from '#lib/single-sign-on/saml/certificate'

type DomainRow = typeof emailDomains.$inferSelect

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

const endOf = (pem: string): string => certificateEnd(pem).toISOString()

function samlView(row: SamlConnection): SsoConnectionView['saml'] {
  const [key] = samlKeysOf(row)
  return {
    ...row.config,
    certificatesEnd: row.config.certificates.map(endOf),
    ownKeyEnd: key ? endOf(key.certificate) : null,
    checkedAt: instant(row.checkedAt),
    metadataProblem: row.metadataProblem,
  }
}

/** A connection as the API shows it: without its secret. */
export function connectionView(row: ConnectionRow): SsoConnectionView {
  const { callback, backChannelLogout, signedOut, acs, metadata, logout, start } = addressesOf(
    row.id,
  )
  const oidc = isOidc(row)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    oidc: oidc ? row.config : null,
    saml: isSaml(row) ? samlView(row) : null,
    joinRole: row.joinRole,
    addresses: {
      callback: oidc ? callback : null,
      backChannelLogout: oidc ? backChannelLogout : null,
      signedOut: oidc ? signedOut : null,
      acs: oidc ? null : acs,
      metadata: oidc ? null : metadata,
      logout: oidc ? null : logout,
      start,
    },
    lastTest: row.lastTest,
    createdAt: row.createdAt.toISOString(),
  }
}

/** A domain as the API shows it, with the record that proves it. */
export function domainView(row: DomainRow): EmailDomainView {
  return {
    id: row.id,
    domain: row.domain,
    record: { name: challengeName(row.domain), type: 'TXT', value: row.challenge },
    connectionId: row.connectionId,
    enforced: row.enforced,
    provenAt: instant(row.provenAt),
    checkedAt: instant(row.checkedAt),
    failingSince: instant(row.failingSince),
  }
}

/** Everything about signing in of the transaction's organization. */
export async function singleSignOnView(tx: Tx): Promise<SingleSignOnView> {
  const connections = await tx.select().from(ssoConnections).orderBy(asc(ssoConnections.name))
  const domains = await tx.select().from(emailDomains).orderBy(asc(emailDomains.domain))
  const owners = await tx
    .select({
      userId: members.userId,
      name: members.name,
      email: members.email,
      usedAt: breakGlassOwners.usedAt,
    })
    .from(breakGlassOwners)
    .innerJoin(members, eq(members.userId, breakGlassOwners.userId))
    .where(eq(members.organizationId, breakGlassOwners.organizationId))
    .orderBy(asc(members.name))
  return {
    connections: connections.map(connectionView),
    domains: domains.map(domainView),
    breakGlassOwners: owners.map((owner) => ({ ...owner, usedAt: instant(owner.usedAt) })),
  }
}

/** Locks a connection of the transaction's organization. Throws 404. */
export async function lockConnection(tx: Tx, id: string): Promise<ConnectionRow> {
  const [row] = await tx
    .select()
    .from(ssoConnections)
    .where(eq(ssoConnections.id, id))
    .for('update')
  if (row) return row
  throw ApiError.notFound('single sign-on connection', id)
}

/** Locks a domain of the transaction's organization. Throws 404. */
export async function lockDomain(tx: Tx, id: string): Promise<DomainRow> {
  const [row] = await tx.select().from(emailDomains).where(eq(emailDomains.id, id)).for('update')
  if (row) return row
  throw ApiError.notFound('domain', id)
}
