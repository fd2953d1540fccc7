import { isDeepStrictEqual } from 'node:util'
import { fits, namedBy } from './elements.ts'
import { badValue, ScimError } from './error.ts'
import type { Operation } from './normalise.ts'
import { parsePath, type Target } from './path.ts'
import { enterpriseSchemaId, isObject, type Attribute, type Json } from './schemas.ts'

type Found = Target & { attribute: Attribute }

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** One element or a list of them; a bare text is the value of an element. */
function elementsOf(value: unknown): Json[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  return given.map((each) => {
    if (isObject(each)) return each
    if (typeof each === 'string') return { value: each }
    throw badValue('An element of a list must be an object.')
  })
}

/** Only one element may be the primary one (RFC 7643 §2.4): the new one. */
function withOnePrimary(list: Json[], added: readonly Json[]): Json[] {
  if (!added.some((each) => each['primary'] === true)) return list
  return list.map((each) =>
    each['primary'] === true && !added.includes(each) ? { ...each, primary: false } : each,
  )
}

function addElements(list: Json[], added: Json[]): Json[] {
  const fresh = added.filter((each) => !list.some((there) => isDeepStrictEqual(there, each)))
  return withOnePrimary([...list, ...fresh], fresh)
}

/** What a removal without a condition takes away: the named values, or all. */
function removeElements(list: Json[], value: unknown): Json[] {
  if (value === undefined) return []
  const named = new Set(elementsOf(value).map((each) => each['value']))
  return list.filter((each) => !named.has(each['value']))
}

function changeWholeList(list: Json[], { op, value }: Operation): Json[] {
  if (op === 'remove') return removeElements(list, value)
  return op === 'add' ? addElements(list, elementsOf(value)) : elementsOf(value)
}

/** The element after an operation on it; undefined when it is removed. */
function changeElement(element: Json, { sub }: Found, { op, value }: Operation): Json | undefined {
  if (sub) {
    const { [sub.name]: _gone, ...rest } = element
    if (op !== 'remove') return { ...element, [sub.name]: value }
    return 'value' in rest || Object.keys(rest).some((key) => key !== 'type' && key !== 'primary')
      ? rest
      : undefined
  }
  if (op === 'remove') return undefined
  if (!isObject(value)) throw badValue('An element of a list must be an object.')
  return op === 'add' ? { ...element, ...value } : value
}

function changeFittingElements(list: Json[], target: Found, operation: Operation): Json[] {
  const { attribute, filter, sub } = target
  if (!filter) return list
  const changed: Json[] = []
  let found = 0
  const result = list.flatMap((element) => {
    if (!fits(filter, attribute, element)) return [element]
    found += 1
    const after = changeElement(element, target, operation)
    if (after) changed.push(after)
    return after ? [after] : []
  })
  if (found > 0) return withOnePrimary(result, changed)
  if (operation.op === 'remove') return list
  // Entra adds a phone number by a condition on the type that it is to have.
  const named = namedBy(filter, attribute)
  const made = sub ? { ...named, [sub.name]: operation.value } : operation.value
  return addElements(list, elementsOf(isObject(made) ? { ...named, ...made } : made))
}

function changeList(list: Json[], target: Found, operation: Operation): Json[] {
  if (target.filter) return changeFittingElements(list, target, operation)
  if (!target.sub) return changeWholeList(list, operation)
  return list.flatMap((element): Json[] => {
    const after = changeElement(element, target, operation)
    return after ? [after] : []
  })
}

/** The new value of an attribute that is no list; undefined when it is removed. */
function changeSingle(before: unknown, { sub }: Found, { op, value }: Operation): unknown {
  if (sub) {
    const { [sub.name]: _gone, ...rest } = isObject(before) ? before : {}
    if (op !== 'remove') return { ...rest, [sub.name]: value }
    return Object.keys(rest).length > 0 ? rest : undefined
  }
  if (op === 'remove') return undefined
  return isObject(before) && isObject(value) ? { ...before, ...value } : value
}

function changeAttribute(holder: Json, target: Found, operation: Operation): Json {
  const { attribute } = target
  const before = holder[attribute.name]
  const after = attribute.multiValued
    ? changeList(listOf(before), target, operation)
    : changeSingle(before, target, operation)
  const { [attribute.name]: _gone, ...rest } = holder
  const isNothing = after === undefined || (Array.isArray(after) && after.length === 0)
  return isNothing ? rest : { ...rest, [attribute.name]: after }
}

const required = new Set(['userName', 'active'])

/**
 * A user after one operation. Throws 400: all operations of a PATCH happen, or none (RFC 7644
 * §3.5.2).
 */
function patchOnce(user: Json, operation: Operation): Json {
  const target = parsePath(operation.path)
  const { attribute, extension } = target
  if (!attribute || attribute.readOnly) return user
  if (operation.op === 'remove' && required.has(attribute.name) && !target.sub)
    throw new ScimError(400, `${attribute.name} cannot be removed.`, 'mutability')
  const found = { ...target, attribute }
  if (!extension) return changeAttribute(user, found, operation)
  const before = user[enterpriseSchemaId]
  const after = changeAttribute(isObject(before) ? before : {}, found, operation)
  const { [enterpriseSchemaId]: _gone, ...rest } = user
  return Object.keys(after).length > 0 ? { ...rest, [enterpriseSchemaId]: after } : rest
}

/** A user after all operations of a PATCH; what is given stays as it is. */
export function patchUser(user: Json, operations: readonly Operation[]): Json {
  let result = user
  for (const operation of operations) result = patchOnce(result, operation)
  return result
}
