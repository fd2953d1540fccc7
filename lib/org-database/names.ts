import { createHash } from 'node:crypto'
import { deriveKey } from '#lib/env'

type Names = { database: string; login: string; reader: string; loginPassword: string; readerPassword: string }

/**
 * What belongs to an organization on the database server. The names tell nothing (another tenant may see them), and nothing is stored: whoever knows the
 * secret key knows names and passwords.
 */
export function organizationNames(organizationId: string): Names {
  const tag = createHash('sha256').update(deriveKey('organization database names')).update(organizationId).digest('hex').slice(0, 20)
  const password = (role: string) => deriveKey(`organization database:${organizationId}:${role}`).toString('hex')
  return { database: `rounds_org_${tag}`, login: `rounds_org_${tag}`, reader: `rounds_org_${tag}_reader`, loginPassword: password('login'), readerPassword: password('reader') }
}

/** The organization's schema: its slug as an identifier that needs no quotes. Chosen once; it stays when the slug changes. */
export function schemaNameFor(slug: string): string {
  const name = slug.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 48)
  return /^[a-z]/.test(name) && !/^(pg_|rounds_|information_schema$|public$)/.test(name) ? name : `org_${name}`
}
