import { sql, type SQL } from 'drizzle-orm'
import type { Filter } from 'scim2-parse-filter'
import { directoryGroups, directoryUsers } from '#db/schema/directories'
import { badFilter } from './error.ts'
import { withoutCorePrefix } from './normalise.ts'
import { parseFilter } from './path.ts'
import {
  enterpriseAttributes,
  enterpriseSchemaId,
  userAttributes,
  type Attribute,
} from './schemas.ts'

/** The value of an attribute in SQL, and how it is compared. */
type Field = { value: SQL; type: 'text' | 'boolean' | 'instant'; caseExact: boolean }
/** A field, or a list: a condition holds when it holds for one of its elements. */
type Place = Field | { anyOf(condition: (element: Field) => SQL): SQL; elements: Elements }
type Elements = (name: string) => Field
type Places = (name: string) => Place

type Compare = Extract<Filter, { compValue: unknown }>

const text = (value: SQL, caseExact = false): Field => ({ value, type: 'text', caseExact })
const instantField = (value: SQL): Field => ({ value, type: 'instant', caseExact: true })

const escapeLike = (value: string): string => value.replaceAll(/[\\%_]/g, String.raw`\$&`)

function compareText({ value, caseExact }: Field, op: string, given: string): SQL {
  const left = caseExact ? value : sql`lower(${value})`
  const right = caseExact ? sql`${given}::text` : sql`lower(${given}::text)`
  const like = (pattern: string) =>
    caseExact ? sql`${left} like ${pattern}::text` : sql`${left} like lower(${pattern}::text)`
  const all: Record<string, () => SQL> = {
    eq: () => sql`${left} = ${right}`,
    ne: () => sql`${left} is distinct from ${right}`,
    co: () => like(`%${escapeLike(given)}%`),
    sw: () => like(`${escapeLike(given)}%`),
    ew: () => like(`%${escapeLike(given)}`),
    gt: () => sql`${left} > ${right}`,
    ge: () => sql`${left} >= ${right}`,
    lt: () => sql`${left} < ${right}`,
    le: () => sql`${left} <= ${right}`,
  }
  const condition = all[op]
  if (!condition) throw badFilter(`A text cannot be compared by ${op.slice(0, 20)}.`)
  return condition()
}

const order: Record<string, SQL> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

function compareInstant({ value }: Field, op: string, given: unknown): SQL {
  const operator = order[op]
  const at = typeof given === 'string' ? Date.parse(given) : NaN
  if (!operator || Number.isNaN(at))
    throw badFilter(
      'A time is compared by eq, ne, gt, ge, lt or le with a text like 2026-01-31T12:00:00Z.',
    )
  return sql`${value} ${operator} ${new Date(at).toISOString()}::timestamptz`
}

function compareBoolean({ value }: Field, op: string, given: unknown): SQL {
  const wanted = typeof given === 'string' ? given.toLowerCase() : String(given)
  if ((op !== 'eq' && op !== 'ne') || (wanted !== 'true' && wanted !== 'false'))
    throw badFilter('This attribute is compared by eq or ne with true or false.')
  const isTrue = sql`coalesce(${value}, false)`
  return (wanted === 'true') === (op === 'eq') ? isTrue : sql`not ${isTrue}`
}

function compare(field: Field, { op, compValue }: Compare): SQL {
  // A comparison with null asks whether there is no value.
  if (compValue === null && (op === 'eq' || op === 'ne'))
    return op === 'eq' ? sql`${field.value} is null` : sql`${field.value} is not null`
  if (field.type === 'instant') return compareInstant(field, op, compValue)
  if (field.type === 'boolean') return compareBoolean(field, op, compValue)
  if (compValue === null || typeof compValue === 'boolean')
    throw badFilter('This attribute is compared with a text in quotation marks.')
  return compareText(field, op, String(compValue))
}

const isPresent = ({ value, type }: Field): SQL =>
  type === 'text' ? sql`coalesce(${value}, '') <> ''` : sql`${value} is not null`

function one(field: Field, filter: Filter): SQL {
  return filter.op === 'pr' ? isPresent(field) : compare(field, filter as Compare)
}

/** The parts of `emails[type eq "work"].value eq "x"`, which the parser joins by "and". */
function sameElement(filters: Filter[]): { list: string; inside: Filter[] } | undefined {
  const [first, second] = filters
  if (filters.length !== 2 || first?.op !== '[]' || !('valFilter' in first)) return undefined
  if (!second || !('attrPath' in second) || second.op === '[]') return undefined
  const prefix = `${first.attrPath}.`.toLowerCase()
  if (!second.attrPath.toLowerCase().startsWith(prefix)) return undefined
  const attrPath = second.attrPath.slice(prefix.length)
  return { list: first.attrPath, inside: [first.valFilter, { ...second, attrPath } as Filter] }
}

/** A condition on the elements of a list; names are those of its elements. */
function inside(filter: Filter, elements: Elements): SQL {
  if ((filter.op === 'and' || filter.op === 'or') && 'filters' in filter)
    return joined(
      filter.op,
      filter.filters.map((each) => inside(each, elements)),
    )
  if (filter.op === 'not' && 'filter' in filter)
    return sql`not coalesce(${inside(filter.filter, elements)}, false)`
  if (!('attrPath' in filter) || filter.op === '[]')
    throw badFilter('A condition in brackets may not have brackets of its own.')
  return one(elements(filter.attrPath), filter)
}

const joined = (op: string, parts: SQL[]): SQL =>
  sql`(${sql.join(parts, op === 'and' ? sql` and ` : sql` or `)})`

function listAt(places: Places, name: string) {
  const place = places(name)
  if ('anyOf' in place) return place
  throw badFilter(`${name.slice(0, 50)} is no list.`)
}

const combined = (filters: Filter[]): Filter => ({ op: 'and', filters }) as Filter

function translate(filter: Filter, places: Places): SQL {
  if ((filter.op === 'and' || filter.op === 'or') && 'filters' in filter) {
    const same = filter.op === 'and' ? sameElement(filter.filters) : undefined
    if (same) return elementsFit(listAt(places, same.list), combined(same.inside))
    return joined(
      filter.op,
      filter.filters.map((each) => translate(each, places)),
    )
  }
  if (filter.op === 'not' && 'filter' in filter)
    return sql`not coalesce(${translate(filter.filter, places)}, false)`
  if (!('attrPath' in filter)) throw badFilter('The filter is not valid.')
  if (filter.op === '[]' && 'valFilter' in filter)
    return elementsFit(listAt(places, filter.attrPath), filter.valFilter)
  const place = places(filter.attrPath)
  return 'anyOf' in place ? place.anyOf((element) => one(element, filter)) : one(place, filter)
}

type List = Extract<Place, { anyOf: unknown }>

/** One element of the list fits the whole condition. */
function elementsFit(list: List, filter: Filter): SQL {
  return list.anyOf(() => inside(filter, list.elements))
}

const unknown = (name: string) => badFilter(`There is no attribute ${name.slice(0, 100)}.`)

const meta: Record<string, (table: typeof directoryUsers | typeof directoryGroups) => Field> = {
  'meta.created': (table) => instantField(sql`${table.createdAt}`),
  'meta.lastmodified': (table) => instantField(sql`${table.updatedAt}`),
}

/** A list of elements in the stored attributes of a user. */
function storedList(attribute: Attribute, holder: SQL): List {
  const array = sql`${holder}->${attribute.name}`
  const elements: Elements = (name) => {
    const sub = attribute.subAttributes.get(name.toLowerCase())
    if (!sub) throw unknown(`${attribute.name}.${name}`)
    const value = sql`element->>${sub.name}`
    if (sub.type === 'boolean')
      return { value: sql`(${value})::boolean`, type: 'boolean', caseExact: true }
    return text(value, sub.caseExact)
  }
  return {
    elements,
    anyOf: (condition) => sql`exists (select from jsonb_array_elements(
      case jsonb_typeof(${array}) when 'array' then ${array} else '[]'::jsonb end) as element
      where ${condition(elements('value'))})`,
  }
}

/** An attribute of the stored user: `name.givenName`, `emails`, `emails.value`, `title`. */
function stored(path: string, attributes: Map<string, Attribute>, holder: SQL): Place {
  const [name = '', subName, ...more] = path.split('.')
  const attribute = attributes.get(name.toLowerCase())
  if (!attribute || more.length > 0 || attribute.name === 'password') throw unknown(path)
  if (attribute.multiValued) {
    const list = storedList(attribute, holder)
    if (subName === undefined) return list
    const field = list.elements(subName)
    return { elements: list.elements, anyOf: (condition) => list.anyOf(() => condition(field)) }
  }
  if (subName === undefined) return text(sql`${holder}->>${attribute.name}`, attribute.caseExact)
  const sub = attribute.subAttributes.get(subName.toLowerCase())
  if (!sub) throw unknown(path)
  return text(sql`${holder}->${attribute.name}->>${sub.name}`, sub.caseExact)
}

/** Ids of related rows, as the attributes `groups` of a user and `members` of a group. */
function related(subName: string | undefined, exists: (condition: SQL) => SQL, id: SQL): Place {
  const elements: Elements = (name) => {
    if (name.toLowerCase() !== 'value') throw unknown(name)
    return text(id, true)
  }
  if (subName !== undefined) elements(subName)
  return { elements, anyOf: (condition) => exists(condition(elements('value'))) }
}

const userPlaces: Places = (given) => {
  const path = withoutCorePrefix(given)
  const lower = path.toLowerCase()
  const user = directoryUsers
  const columns: Record<string, () => Field> = {
    id: () => text(sql`${user.id}::text`, true),
    username: () => text(sql`${user.userName}`),
    externalid: () => text(sql`${user.externalId}`, true),
    active: () => ({ value: sql`${user.active}`, type: 'boolean', caseExact: true }),
  }
  const column = columns[lower]?.() ?? meta[lower]?.(user)
  if (column) return column
  if (lower === 'groups' || lower.startsWith('groups.'))
    return related(
      path.split('.')[1],
      (condition) => sql`exists (select from directory_group_members as inside
        where inside.directory_user_id = ${user.id} and ${condition})`,
      sql`inside.group_id::text`,
    )
  const prefix = `${enterpriseSchemaId}:`
  if (lower.startsWith(prefix.toLowerCase()))
    return stored(
      path.slice(prefix.length),
      enterpriseAttributes,
      sql`${user.attributes}->${enterpriseSchemaId}`,
    )
  return stored(path, userAttributes, sql`${user.attributes}`)
}

const groupPlaces: Places = (given) => {
  const path = withoutCorePrefix(given)
  const lower = path.toLowerCase()
  const group = directoryGroups
  const columns: Record<string, () => Field> = {
    id: () => text(sql`${group.id}::text`, true),
    displayname: () => text(sql`${group.displayName}`),
    externalid: () => text(sql`${group.externalId}`, true),
  }
  const column = columns[lower]?.() ?? meta[lower]?.(group)
  if (column) return column
  if (lower === 'members' || lower.startsWith('members.'))
    return related(
      path.split('.')[1],
      (condition) => sql`exists (select from directory_group_members as inside
        where inside.group_id = ${group.id} and ${condition})`,
      sql`inside.directory_user_id::text`,
    )
  throw unknown(path)
}

/**
 * A filter (RFC 7644 §3.4.2.2) as a condition in SQL; its values are parameters. Texts are compared
 * without regard to case unless their schema says `caseExact`. Throws 400 `invalidFilter`.
 */
export function filterOf(kind: 'user' | 'group', given: string): SQL {
  return translate(parseFilter(given), kind === 'user' ? userPlaces : groupPlaces)
}
