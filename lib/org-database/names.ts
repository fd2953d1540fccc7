import { createHash } from 'node:crypto'
import { deriveKey } from '#lib/env'

/**
 * Which of the service's tables a session may read: the tasks of no run, of one caller's runs, or of
 * all runs, each without or with the audit trail. Each level has its own login role, which acts as
 * the organization's role; the views check who signed in, which no statement can change.
 */
export const readingLevels = ['none', 'own', 'tasks', 'audit', 'own_audit', 'all'] as const
export type ReadingLevel = (typeof readingLevels)[number]

/** The levels that read all rows of a table of the service. */
export const levelsOfAll = {
  tasks: ['tasks', 'all'],
  audit_logs: ['audit', 'own_audit', 'all'],
} as const satisfies Record<string, readonly ReadingLevel[]>

/** The levels that read the tasks of one caller's runs. */
export const levelsOfOwn: readonly ReadingLevel[] = ['own', 'own_audit']

type Names = {
  database: string
  /** The role that owns the organization's objects, and that runs its statements. */
  login: string
  reader: string
  loginPassword: string
  readerPassword: string
}

/** The login role of a level; for `none` it is the organization's role itself. */
export function loginOf(organizationId: string, level: ReadingLevel) {
  const { login, loginPassword } = organizationNames(organizationId)
  if (level === 'none') return { user: login, password: loginPassword }
  const password = deriveKey(`organization database:${organizationId}:${level}`).toString('hex')
  return { user: `${login}_${level}`, password }
}

/**
 * The names of an organization's objects on the database server. The names reveal nothing (another
 * tenant may see them), and nothing is stored: the secret key determines names and passwords.
 */
export function organizationNames(organizationId: string): Names {
  const tag = createHash('sha256')
    .update(deriveKey('organization database names'))
    .update(organizationId)
    .digest('hex')
    .slice(0, 20)
  const password = (role: string) =>
    deriveKey(`organization database:${organizationId}:${role}`).toString('hex')
  return {
    database: `rounds_org_${tag}`,
    login: `rounds_org_${tag}`,
    reader: `rounds_org_${tag}_reader`,
    loginPassword: password('login'),
    readerPassword: password('reader'),
  }
}

/**
 * The organization's schema: its slug as an identifier that needs no quotes. Chosen once; it stays
 * when the slug changes.
 */
export function schemaNameFor(slug: string): string {
  const name = slug
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 48)
  return /^[a-z]/.test(name) && !/^(pg_|rounds_|information_schema$|public$)/.test(name)
    ? name
    : `org_${name}`
}
