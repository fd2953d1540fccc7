import { deriveKey } from '#lib/env'

/**
 * The product's own roles in the database (created by migration 0001). `rounds_narrow` is `rounds_app`
 * for keys that may touch less than their organization.
 */
export const roles = ['rounds_app', 'rounds_narrow', 'rounds_auth', 'rounds_engine'] as const
/**
 * `rounds_provisioner` and `rounds_watchdog` manage the organizations' own databases
 * (db/organization-template.ts); they exist only if a superuser migrated.
 */
export type DatabaseRole = (typeof roles)[number] | 'rounds_provisioner' | 'rounds_watchdog'

/** Every process with the secret key can compute the passwords, so none of them is stored. */
export function rolePassword(role: DatabaseRole): string {
  return deriveKey(`role:${role}`).toString('hex')
}

/** The connection string of that role to the same server and database as `url`. */
export function roleUrl(url: string, role: DatabaseRole): string {
  const own = new URL(url)
  own.username = role
  own.password = rolePassword(role)
  return own.href
}

/** The three connection strings that `configureDatabase` of `#db/client` takes. */
export function roleUrls(url: string): { appUrl: string; authUrl: string; engineUrl: string } {
  return {
    appUrl: roleUrl(url, 'rounds_app'),
    authUrl: roleUrl(url, 'rounds_auth'),
    engineUrl: roleUrl(url, 'rounds_engine'),
  }
}
