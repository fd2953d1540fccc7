import { roleUrls } from '#db/role-url'
import { readSecretKeys } from '#db/secret-keys'
import { makeClient } from '#lib/postgres'

/**
 * The connection strings of our roles. Their passwords derive from the installation's first key, so
 * the keys are read first, by the owner's connection string.
 */
export async function urlsOfRoles(ownerUrl: string): Promise<ReturnType<typeof roleUrls>> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds keys',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    await readSecretKeys(client)
  } finally {
    await client.end()
  }
  return roleUrls(ownerUrl)
}
