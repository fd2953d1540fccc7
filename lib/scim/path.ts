import parser, { type Filter } from 'scim2-parse-filter'
import { badFilter, badPath } from './error.ts'
import {
  enterpriseAttributes,
  enterpriseSchemaId,
  userAttributes,
  type Attribute,
} from './schemas.ts'

const maxFilter = 2048

/** Parses a filter (RFC 7644 §3.4.2.2) of at most 2 KB. Throws 400 `invalidFilter`. */
export function parseFilter(text: string): Filter {
  if (Buffer.byteLength(text) > maxFilter) throw badFilter('A filter has at most 2 KB.')
  try {
    return parser.parse(text)
  } catch {
    throw badFilter('The filter is not valid: write it like userName eq "ada@example.com".')
  }
}

/** Where an operation of a PATCH goes. `attribute` is missing for one that nobody knows. */
export type Target = {
  extension: boolean
  attribute: Attribute | undefined
  /** The condition on the elements of a list. */
  filter: Filter | undefined
  sub: Attribute | undefined
}

const shape = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s

function splitExtension(path: string): { extension: boolean; rest: string } {
  const prefix = `${enterpriseSchemaId}:`
  if (path.toLowerCase().startsWith(prefix.toLowerCase()))
    return { extension: true, rest: path.slice(prefix.length) }
  return { extension: false, rest: path }
}

/**
 * Reads the path of an operation on a user (RFC 7644 §3.5.2). An attribute that no schema here has
 * leads nowhere: directories send attributes of their own. Throws 400.
 */
export function parsePath(path: string): Target {
  const { extension, rest } = splitExtension(path)
  const nowhere = { extension, attribute: undefined, filter: undefined, sub: undefined }
  if (/^urn:/i.test(rest)) return nowhere
  const parts = shape.exec(rest)
  if (!parts) throw badPath(`The path is not valid; write it like name.givenName.`)
  const [, name = '', condition, subName] = parts
  const attributes = extension ? enterpriseAttributes : userAttributes
  const attribute = attributes.get(name.toLowerCase())
  if (!attribute) return nowhere
  const sub = subName === undefined ? undefined : attribute.subAttributes.get(subName.toLowerCase())
  if (subName !== undefined && !sub) return nowhere
  if (condition === undefined) return { extension, attribute, filter: undefined, sub }
  if (!attribute.multiValued) throw badPath(`${attribute.name} is no list.`)
  return { extension, attribute, filter: parseFilter(condition), sub }
}
