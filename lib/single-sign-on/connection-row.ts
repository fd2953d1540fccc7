import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ssoConnections } from '#db/schema/single-sign-on'
import type { OidcConfig, SamlConfig } from '#lib/domain/single-sign-on/connection'
import { isUuid } from '#lib/ids'
import { openText, sealText, type Place } from '#lib/sealed-text'

export type ConnectionRow = typeof ssoConnections.$inferSelect
export type OidcConnection = ConnectionRow & { kind: 'oidc'; config: OidcConfig }
export type SamlConnection = ConnectionRow & { kind: 'saml'; config: SamlConfig }

export const isOidc = (row: ConnectionRow): row is OidcConnection => row.kind === 'oidc'
export const isSaml = (row: ConnectionRow): row is SamlConnection => row.kind === 'saml'

type Row = Pick<ConnectionRow, 'id' | 'organizationId'>

/** Where the secrets of a provider belong. */
export const ssoConnectionPlace = ({ organizationId, id }: Row): Place => ({
  purpose: 'single sign-on secrets',
  boundTo: `sso-connection:${organizationId}:${id}`,
})

/** Encrypts the client secret of a connection; it can be opened in this row only. */
export const sealClientSecret = (row: Row, secret: string): string =>
  sealText(ssoConnectionPlace(row), secret)

/** The client secret of a connection; undefined when none was given. */
export const clientSecretOf = (row: OidcConnection): string | undefined =>
  row.secrets === null ? undefined : openText(ssoConnectionPlace(row), row.secrets)

/** A key of our own for a SAML connection, in PEM: it opens assertions and signs log-outs. */
export type SamlKey = { privateKey: string; certificate: string }

/** Encrypts the keys of a SAML connection, the present one first. */
export const sealSamlKeys = (row: Row, keys: SamlKey[]): string =>
  sealText(ssoConnectionPlace(row), JSON.stringify(keys))

/** Our keys for a SAML connection, the present one first, then the one that it replaced. */
export const samlKeysOf = (row: SamlConnection): SamlKey[] =>
  row.secrets === null
    ? []
    : (JSON.parse(openText(ssoConnectionPlace(row), row.secrets)) as SamlKey[])

/**
 * Finds a connection by the id in an address, for a visitor of no organization yet; undefined when
 * there is none.
 */
export async function findConnection(id: string): Promise<ConnectionRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await authDb().select().from(ssoConnections).where(eq(ssoConnections.id, id))
  return row
}
