import SCIMMY from 'scimmy'
import { cutText } from '#lib/domain/text'
import { badValue } from './error.ts'

/** The schemas of RFC 7643, once for the process; `meta.location` is ours. */
const { User, Group, EnterpriseUser } = SCIMMY.Schemas
// The library's types want an instance here, its documentation and its code the class.
User.extend(EnterpriseUser as unknown as Parameters<typeof User.extend>[0], false)

export const userSchemaId = User.definition.id
export const groupSchemaId = Group.definition.id
export const enterpriseSchemaId = EnterpriseUser.definition.id

/** JSON that a directory sent or gets. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a filter, a path and a list of attributes need to know of an attribute. */
export type Attribute = {
  name: string
  multiValued: boolean
  type: string
  caseExact: boolean
  readOnly: boolean
  subAttributes: Map<string, Attribute>
}

type Described = {
  name: string
  type: string
  multiValued?: boolean
  caseExact?: boolean
  mutability?: string
  subAttributes?: Described[]
}

/** Attributes by their name in lower case: names are case-insensitive (RFC 7643 §2.1). */
const byName = (described: readonly Described[] = []): Map<string, Attribute> =>
  new Map(
    described.map((each) => [
      each.name.toLowerCase(),
      {
        name: each.name,
        multiValued: each.multiValued ?? false,
        type: each.type,
        caseExact: each.caseExact ?? false,
        readOnly: each.mutability === 'readOnly',
        subAttributes: byName(each.subAttributes),
      },
    ]),
  )

/** As JSON: the library's objects show their characteristics only when they are written. */
const described = (definition: { describe(base?: string): unknown }, base?: string): Json =>
  JSON.parse(JSON.stringify(definition.describe(base))) as Json

/** Common to all resources (RFC 7643 §3.1). */
const externalId: Described = { name: 'externalId', type: 'string', caseExact: true }

const attributesOf = (definition: Parameters<typeof described>[0], more: Described[] = []) =>
  byName([...(described(definition)['attributes'] as Described[]), ...more])

export const enterpriseAttributes = attributesOf(EnterpriseUser.definition)
export const userAttributes = attributesOf(User.definition, [externalId])

/**
 * The user as it is stored: what RFC 7643 knows, with the right types. Throws 400 `invalidValue`.
 * What only we write (id, groups, meta) and the password are dropped.
 */
export function coerceUser(given: Json): Json {
  try {
    const coerced = User.definition.coerce(given, 'in') as Json
    const { schemas, id, meta, groups, password, ...kept } = coerced
    return JSON.parse(JSON.stringify(kept)) as Json
  } catch (error) {
    throw badValue(error instanceof Error ? cutText(error.message, 300) : 'The user is not valid.')
  }
}

const authentication = {
  type: 'oauthbearertoken',
  name: 'Bearer token',
  description: 'The token of the directory, which Rounds shows once.',
  primary: true,
}

/** What the server can do (RFC 7643 §5). */
export const serviceProviderConfig = (base: string): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [authentication],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** The kinds of resources (RFC 7643 §6). */
export const resourceTypes = (base: string): Json[] =>
  [
    {
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'A person of the directory',
      schema: userSchemaId,
      schemaExtensions: [{ schema: enterpriseSchemaId, required: false }],
    },
    {
      id: 'Group',
      name: 'Group',
      endpoint: '/Groups',
      description: 'A group of people',
      schema: groupSchemaId,
    },
  ].map((each) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...each,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${each.id}` },
  }))

/** The schemas as a directory reads them (RFC 7643 §7). */
export const schemas = (base: string): Json[] =>
  [User, Group, EnterpriseUser].map(({ definition }) => {
    const schema = described(definition, `${base}/Schemas`)
    // The password is not stored: it is not offered either.
    const attributes = (schema['attributes'] as Described[]).filter(
      ({ name }) => name !== 'password',
    )
    return { ...schema, attributes }
  })
