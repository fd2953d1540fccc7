import { resourceTypes, schemas, serviceProviderConfig, type Json } from './schemas.ts'

/** A list of everything there is: discovery is never paged (RFC 7644 §4). */
const listOf = (resources: Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** What a directory asks about the server (RFC 7644 §4); undefined at other addresses. */
export function discover(base: string, [first = '', id, ...more]: string[]): Json | undefined {
  if (more.length > 0) return undefined
  const lower = first.toLowerCase()
  if (lower === 'serviceproviderconfig')
    return id === undefined ? serviceProviderConfig(base) : undefined
  const lists: Record<string, () => Json[]> = {
    schemas: () => schemas(base),
    resourcetypes: () => resourceTypes(base),
  }
  const resources = lists[lower]?.()
  if (!resources) return undefined
  if (id === undefined) return listOf(resources)
  return resources.find((each) => String(each['id']).toLowerCase() === id.toLowerCase())
}
