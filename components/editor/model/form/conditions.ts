import type { Group } from '#lib/domain/expressions/written/condition'
import { groupOfTest, testOfGroup, withRenamed } from './condition-test.ts'

type Schema = Record<string, unknown>

/** When a field is shown, and when it has to be filled in; always or never, without rules. */
export type Conditions = { shownWhen?: Group | undefined; requiredWhen?: Group | undefined }

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const only = (value: unknown, keys: string[]): value is Schema =>
  isObject(value) && Object.keys(value).every((key) => keys.includes(key))
const namesOf = (value: unknown): string[] => listOf(value).map(String)

type Known = Conditions & { name: string; required: boolean }

/** What a field needs where it is shown: nothing, that it is filled in, or that by rules. */
function readNeed(
  need: unknown,
): (Omit<Known, 'shownWhen' | 'name'> & { name?: string }) | undefined {
  if (need === undefined) return { required: false }
  if (only(need, ['required'])) {
    const [name, ...others] = namesOf(need['required'])
    if (others.length > 0) return undefined
    return name === undefined ? { required: false } : { required: true, name }
  }
  if (!only(need, ['if', 'then']) || !only(need['then'], ['required'])) return undefined
  const [name, ...others] = namesOf(need['then']['required'])
  const requiredWhen = groupOfTest(need['if'])
  return requiredWhen && name !== undefined && others.length === 0
    ? { required: false, requiredWhen, name }
    : undefined
}

/** A part of `allOf` that the builder wrote: it shows one field, or requires it. */
function knownPart(part: unknown): Known | undefined {
  if (only(part, ['if', 'then']) && 'if' in part) {
    const { name, requiredWhen } = readNeed(part) ?? {}
    return name !== undefined && requiredWhen ? { name, requiredWhen, required: false } : undefined
  }
  if (!only(part, ['if', 'then', 'else']) || !only(part['else'], ['properties'])) return undefined
  const shown = part['else']['properties']
  const [name, ...others] = Object.keys(isObject(shown) ? shown : {})
  if (name === undefined || others.length > 0 || (shown as Schema)[name] !== false) return undefined
  const need = readNeed(part['then'])
  if (!need || (need.name ?? name) !== name) return undefined
  const shownWhen = groupOfTest(part['if'])
  return shownWhen && { ...need, name, shownWhen }
}

/**
 * The parts of `allOf`, with what the builder knows of each. Where several are of one field, none but
 * the one that shows it is known.
 */
function partsOf(schema: Schema): { part: unknown; known: Known | undefined }[] {
  const parts = listOf(schema['allOf']).map((part) => ({ part, known: knownPart(part) }))
  return parts.map(({ part, known }) => {
    const same = parts.filter((one) => one.known && one.known.name === known?.name)
    const showing = same.filter((one) => one.known?.shownWhen)
    const chosen = showing.length > 0 ? showing : same
    return { part, known: chosen.length === 1 && chosen[0]?.part === part ? known : undefined }
  })
}

/** The conditions of a field, and whether it is required whenever it is shown. */
export const conditionsOf = (schema: Schema, name: string): Known | undefined =>
  partsOf(schema).find(({ known }) => known?.name === name)?.known

const withParts = (schema: Schema, parts: unknown[]): Schema => {
  const { allOf: _old, ...rest } = schema
  return parts.length > 0 ? { ...rest, allOf: parts } : rest
}

function partOf({ name, shownWhen, requiredWhen, required }: Known): Schema | undefined {
  const must = { required: [name] }
  const byRules = requiredWhen && { if: testOfGroup(requiredWhen), then: must }
  const need = required ? must : byRules
  if (!shownWhen) return byRules
  return {
    if: testOfGroup(shownWhen),
    ...(need ? { then: need } : {}),
    else: { properties: { [name]: false } },
  }
}

/** The schema with conditions for a field, or without any. Other parts of `allOf` stay. */
export function withConditions(schema: Schema, known: Known): Schema {
  const others = partsOf(schema).filter((one) => one.known?.name !== known.name)
  const part = partOf(known)
  return withParts(schema, [...others.map((one) => one.part), ...(part ? [part] : [])])
}

/** The conditions after a field has another name, or (without `to`) is gone. */
export function withoutName(schema: Schema, from: string, to?: string): Schema {
  const parts = partsOf(schema)
  if (parts.length === 0) return schema
  const others = parts.filter(({ known }) => known === undefined).map(({ part }) => part)
  let result = withParts(schema, others)
  for (const { known } of parts) {
    if (!known || (to === undefined && known.name === from)) continue
    const name = known.name === from && to !== undefined ? to : known.name
    const shownWhen = known.shownWhen && withRenamed(known.shownWhen, from, to)
    const requiredWhen = known.requiredWhen && withRenamed(known.requiredWhen, from, to)
    result = withConditions(result, { ...known, name, shownWhen, requiredWhen })
    // A field that is always shown now is required as before.
    if (known.required && !shownWhen)
      result = { ...result, required: [...namesOf(result['required']), name] }
  }
  return result
}
