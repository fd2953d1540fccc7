import { derive, secretKey } from './env.ts'
import { guessKeyOfRoles, keyOfRoles } from './keyring.ts'

/**
 * The product's own roles in the database (created by migration 0001). `rounds_narrow` is `rounds_app`
 * for keys that may touch less than their organization.
 */
export const roles = ['rounds_app', 'rounds_narrow', 'rounds_auth', 'rounds_engine'] as const
/**
 * `rounds_provisioner` and `rounds_watchdog` manage the organizations' own databases
 * (db/organization-template.ts); they exist only if a superuser migrated.
 */
export const allRoles = [...roles, 'rounds_provisioner', 'rounds_watchdog'] as const
export type DatabaseRole = (typeof allRoles)[number]

/**
 * Every process that knows the installation's keys can compute the passwords, so none of them is
 * stored.
 */
export const rolePassword = (role: DatabaseRole, key = keyOfRoles()?.content): string =>
  derive(key ?? secretKey(), `role:${role}`).toString('hex')

/** The password of now; undefined in a process that knows no keys: it was given one. */
export const presentPassword = (role: DatabaseRole): string | undefined =>
  keyOfRoles() && rolePassword(role)

const isRole = (name: string): name is DatabaseRole => allRoles.some((role) => role === name)

/** The role of ours that this connection string is for. */
export function roleOf(connectionString: string | undefined): DatabaseRole | undefined {
  if (connectionString === undefined || !URL.canParse(connectionString)) return undefined
  const { username } = new URL(connectionString)
  return isRole(username) ? username : undefined
}

/** As Postgres says that a password is wrong, and as PgBouncer does, which has one code for all. */
function isRefused(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return code === '28P01' || (code === '08P01' && /authentication failed/.test(message))
}

/**
 * Connects, and once more for each key that the passwords may derive from when one is refused: they
 * are changed while this process runs (`npm run rotate-key -- roles`).
 */
export async function connectAsRole<T>(
  connect: () => Promise<T>,
  { once = false } = {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const tried = keyOfRoles()
    try {
      return await connect()
    } catch (error) {
      if (!isRefused(error) || !guessKeyOfRoles(tried, tries) || once) throw error
    }
  }
}
