import { readFileSync } from 'node:fs'
import path from 'node:path'
import { closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { roleUrls } from '#db/role-url'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'

/**
 * Makes another organization with an owner's API key in the embedded database of a running product,
 * since the product itself makes only the first. Its name is the argument; prints the key.
 */
const [name = 'Second organization'] = process.argv.slice(2)
const notes = path.join(env().DATA_DIR, 'postgres.json')
const { password, port } = JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string>
configureDatabase(roleUrls(`postgresql://postgres:${password}@127.0.0.1:${port}/rounds`))
const owner = { ownerEmail: `${newId()}@example.com`, ownerName: 'Second Owner', password: newId() }
const organizationId = await createOrganizationWithOwner({
  organizationName: name,
  slug: newId(),
  ...owner,
})
const key = newApiKey()
await inOrganization(organizationId, async (tx) => {
  const hashed = { prefix: apiKeyPrefix(key), hash: hashApiKey(key) }
  const row = { id: newId(), organizationId, name: 'Journeys', role: 'owner' as const }
  await tx.insert(apiKeys).values({ ...row, ...hashed })
})
process.stdout.write(key)
await closeDatabase()
