import type { Filter } from 'scim2-parse-filter'
import { badFilter } from './error.ts'
import type { Attribute, Json } from './schemas.ts'

type Compare = Extract<Filter, { compValue: unknown }>

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

const texts: Record<string, (left: string, right: string) => boolean> = {
  co: (left, right) => left.includes(right),
  sw: (left, right) => left.startsWith(right),
  ew: (left, right) => left.endsWith(right),
}

function compares({ op, compValue }: Compare, found: unknown): boolean {
  const left = lower(found)
  const right = lower(compValue)
  if (op === 'eq') return left === right
  // What is not there differs from nothing: a condition must not hold for what it does not name.
  if (op === 'ne') return left !== undefined && left !== right
  const test = texts[op]
  if (!test) throw badFilter('A list can be searched by eq, ne, co, sw, ew and pr.')
  return typeof left === 'string' && typeof right === 'string' && test(left, right)
}

/**
 * Whether an element of a list fits the condition of a path. Throws 400 for a condition on an
 * attribute that its elements do not have, which would else hold for all of them.
 */
export function fits(filter: Filter, attribute: Attribute, element: Json): boolean {
  if (filter.op === 'and' && 'filters' in filter)
    return filter.filters.every((each) => fits(each, attribute, element))
  if (filter.op === 'or' && 'filters' in filter)
    return filter.filters.some((each) => fits(each, attribute, element))
  if (filter.op === 'not' && 'filter' in filter) return !fits(filter.filter, attribute, element)
  if (!('attrPath' in filter) || filter.op === '[]')
    throw badFilter('A condition inside a path may not have one of its own.')
  const known = attribute.subAttributes.get(filter.attrPath.toLowerCase())
  if (!known) throw badFilter(`${attribute.name} has no ${filter.attrPath.slice(0, 50)}.`)
  const found = element[known.name]
  if (filter.op === 'pr') return found !== undefined && found !== '' && found !== null
  return compares(filter as Compare, found)
}

/** The values that a condition names by `eq`: from these an element is made that is not there. */
export function namedBy(filter: Filter, attribute: Attribute): Json {
  if (filter.op === 'and' && 'filters' in filter)
    return Object.assign({}, ...filter.filters.map((each) => namedBy(each, attribute))) as Json
  if (filter.op !== 'eq' || !('compValue' in filter)) return {}
  const known = attribute.subAttributes.get(filter.attrPath.toLowerCase())
  return known ? { [known.name]: filter.compValue } : {}
}
