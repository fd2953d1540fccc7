import { rolePassword, type DatabaseRole } from '#lib/role-passwords'

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
