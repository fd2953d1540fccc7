import { ownMessage, ownMissingMessage } from '../form/custom-message.ts'
import { sentenceOf } from './schema-error.ts'
import { TooCostlyToCheck, WouldFillIn } from './check-errors.ts'
import { checkLimits } from './limits.ts'
import { dotted, type Place } from './place.ts'
import type { PreparedSchema, SchemaNode } from './prepare.ts'
import { allDifferent } from './same-value.ts'
import { lengthOf, numberTests, typeFits } from './single-values.ts'

/** A field that does not fit; `path` is dotted. */
export type Misfit = { path: string; message: string }

export type CheckResult = {
  /** The first issue of each field, at most 100. */
  issues: Misfit[]
  /** How many more there are. */
  more: number
  /** Defaults were filled into the data. */
  changed: boolean
  /** Steps that the check took. */
  steps: number
}

type Json = Record<string, unknown>

/** How faults are told. */
export type Telling = {
  sentence(keyword: string, params: Record<string, unknown>): string
  /** Tells the faults inside of alternatives of which none fits, too: a form shows one of them. */
  alternatives: boolean
}

const toBuilders: Telling = { sentence: sentenceOf, alternatives: false }

/** Keys and entries that keywords have evaluated, for `unevaluatedProperties` and `…Items`. */
type Evaluated = { allKeys: boolean; keys: Set<string>; items: number; picked: Set<number> }

/**
 * Checks data by a schema (draft 2020-12, with OpenAPI's `nullable`), and fills in the defaults of
 * absent fields outside of alternatives. All work is counted before it is done, so `steps` limits
 * the time for every schema and data. Throws `TooCostlyToCheck`, and `WouldFillIn` when a default
 * is missing and `mayFill` is false: then the data is not changed.
 */
export function checkData(
  prepared: PreparedSchema,
  data: unknown,
  steps: number,
  mayFill = true,
  telling: Telling = toBuilders,
): CheckResult {
  const check = new Check(prepared.tracks, steps, mayFill, telling)
  try {
    check.node(prepared.root, data, undefined, false, check.evaluated())
  } catch (error) {
    // The values are nested so deeply that comparing them overflows the stack.
    if (error instanceof RangeError) throw new TooCostlyToCheck(steps)
    throw error
  }
  return check.result()
}

/** Whether a field of the value has another value than the constant of this alternative. */
function isRuledOut(node: SchemaNode, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const free = () => undefined
  return [...node.properties].some(([key, { constant }]) => {
    const given = (value as Json)[key]
    return constant !== undefined && given !== undefined && !constant.values.has(given, free)
  })
}

class Check {
  readonly #given: number
  readonly #tracks: boolean
  readonly #mayFill: boolean
  readonly #telling: Telling
  readonly #issues = new Map<string, Misfit>()
  #left: number
  #more = 0
  /** Above 0 in alternatives, where a value that does not fit is no fault yet. */
  #quiet = 0
  #nested = 0
  #grown = 0
  /** The subschema that is checked now, for its messages. */
  #node: SchemaNode | undefined

  constructor(tracks: boolean, steps: number, mayFill: boolean, telling: Telling) {
    this.#telling = telling
    this.#tracks = tracks
    this.#mayFill = mayFill
    this.#given = steps
    this.#left = steps
  }

  result(): CheckResult {
    const steps = Math.ceil(this.#given - this.#left)
    return { issues: [...this.#issues.values()], more: this.#more, changed: this.#grown > 0, steps }
  }

  evaluated(): Evaluated | undefined {
    if (!this.#tracks) return undefined
    return { allKeys: false, keys: new Set(), items: 0, picked: new Set() }
  }

  readonly #spend = (steps: number): void => {
    this.#left -= steps
    if (this.#left < 0) throw new TooCostlyToCheck(this.#given)
  }

  /** Records a fault and answers false, for the caller to return. `own`: the author's message. */
  #fault(
    keyword: string,
    params: Json,
    place: Place,
    own = ownMessage(this.#node?.messages, keyword),
  ): false {
    if (this.#quiet > 0) return false
    if (this.#issues.size >= checkLimits.issues) {
      this.#more++
      return false
    }
    const path = dotted(place)
    if (!this.#issues.has(path))
      this.#issues.set(path, { path, message: own ?? this.#telling.sentence(keyword, params) })
    return false
  }

  #merge(into: Evaluated | undefined, from: Evaluated | undefined): void {
    if (!into || !from) return
    this.#spend(from.keys.size + from.picked.size)
    if (from.allKeys) into.allKeys = true
    for (const key of from.keys) into.keys.add(key)
    into.items = Math.max(into.items, from.items)
    for (const index of from.picked) into.picked.add(index)
  }

  /** Checks a subschema at the same value; its evaluated keys and entries count when it fits. */
  #inPlace(
    node: SchemaNode,
    value: unknown,
    place: Place,
    quiet: boolean,
    into: Evaluated | undefined,
  ) {
    const own = into && this.evaluated()
    const fits = this.node(node, value, place, quiet, own)
    if (fits) this.#merge(into, own)
    return fits
  }

  #silently(node: SchemaNode, value: unknown, place: Place, into: Evaluated | undefined): boolean {
    this.#quiet++
    const fits = this.#inPlace(node, value, place, true, into)
    this.#quiet--
    return fits
  }

  /**
   * True when the value fits. `alternative` is set below keywords whose schemas are only tried, so
   * that no defaults are filled in.
   */
  node(
    node: SchemaNode,
    value: unknown,
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    this.#spend(1)
    const around = this.#node
    this.#node = node
    const fits = this.#fits(node, value, place, alternative, evaluated)
    this.#node = around
    return fits
  }

  #fits(
    node: SchemaNode,
    value: unknown,
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    if (node.verdict !== undefined) return node.verdict || this.#fault('false schema', {}, place)
    // Data and references may nest; the stack must hold both.
    if (++this.#nested > checkLimits.nested) throw new TooCostlyToCheck(this.#given)
    let fits = true
    if (node.types && !typeFits(node.types, value))
      fits = this.#fault('type', { type: node.typeNames, value }, place)
    if (!this.#values(node, value, place)) fits = false
    if (typeof value === 'number' && !this.#number(node, value, place)) fits = false
    if (typeof value === 'string' && !this.#text(node, value, place)) fits = false
    if (!this.#applicators(node, value, place, alternative, evaluated)) fits = false
    if (typeof value === 'object' && value !== null) {
      const inner = Array.isArray(value)
        ? this.#list(node, value, place, alternative, evaluated)
        : this.#object(node, value as Json, place, alternative, evaluated)
      if (!inner) fits = false
    }
    this.#nested--
    return fits
  }

  #values(node: SchemaNode, value: unknown, place: Place): boolean {
    let fits = true
    for (const each of [node.allowed, node.constant]) {
      if (!each || each.values.has(value, this.#spend)) continue
      const { keyword, listed } = each
      const params = keyword === 'enum' ? { allowedValues: listed } : { allowedValue: listed[0] }
      fits = this.#fault(keyword, params, place)
    }
    return fits
  }

  #number(node: SchemaNode, value: number, place: Place): boolean {
    let fits = true
    for (const [keyword, limit] of node.numbers) {
      if (numberTests[keyword]?.(value, limit) === false)
        fits = this.#fault(keyword, { limit }, place)
    }
    const { format } = node
    if (format?.known.of === 'number' && !format.known.test(value))
      fits = this.#fault('format', { format: format.name }, place)
    return fits
  }

  #text(node: SchemaNode, value: string, place: Place): boolean {
    let fits = true
    const { minLength, maxLength, pattern, format } = node
    if (minLength !== undefined || maxLength !== undefined) {
      this.#spend(value.length / 16)
      const length = lengthOf(value)
      if (minLength !== undefined && length < minLength)
        fits = this.#fault('minLength', { limit: minLength }, place)
      if (maxLength !== undefined && length > maxLength)
        fits = this.#fault('maxLength', { limit: maxLength }, place)
    }
    if (pattern) {
      this.#spend(1 + value.length * pattern.states)
      if (!pattern.test(value)) fits = this.#fault('pattern', { pattern: pattern.text }, place)
    }
    if (format?.known.of === 'string') {
      const length = Math.min(value.length, format.known.longest)
      this.#spend(format.known.steps(length))
      if (value.length > length || !format.known.test(value))
        fits = this.#fault('format', { format: format.name }, place)
    }
    return fits
  }

  #applicators(
    node: SchemaNode,
    value: unknown,
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    let fits = true
    if (node.ref && !this.#inPlace(node.ref, value, place, alternative, evaluated)) fits = false
    for (const each of node.allOf)
      if (!this.#inPlace(each, value, place, alternative, evaluated)) fits = false
    if (node.anyOf) {
      let some = false
      for (const each of node.anyOf) {
        if (this.#silently(each, value, place, evaluated)) some = true
        // `unevaluated…` needs the evaluated keys and entries, so then all alternatives are tried.
        if (some && !evaluated) break
      }
      if (!some) {
        fits = this.#fault('anyOf', {}, place)
        this.#tellAlternatives(node.anyOf, value, place)
      }
    }
    if (node.oneOf) {
      let matches = 0
      const own = evaluated && this.evaluated()
      for (const each of node.oneOf) {
        if (this.#silently(each, value, place, own)) matches++
        if (matches > 1) break
      }
      if (matches === 1) this.#merge(evaluated, own)
      else {
        fits = this.#fault('oneOf', {}, place)
        if (matches === 0) this.#tellAlternatives(node.oneOf, value, place)
      }
    }
    if (node.not && this.#silently(node.not, value, place, this.evaluated()))
      fits = this.#fault('not', {}, place)
    const { condition } = node
    if (condition) {
      const holds = this.#silently(condition.test, value, place, evaluated)
      const next = holds ? condition.then : condition.else
      if (next && !this.#inPlace(next, value, place, alternative, evaluated)) fits = false
    }
    return fits
  }

  /** Tells why the value does not fit the alternatives that its constants do not rule out. */
  #tellAlternatives(nodes: SchemaNode[], value: unknown, place: Place): void {
    if (!this.#telling.alternatives || this.#quiet > 0) return
    for (const each of nodes)
      if (!isRuledOut(each, value)) this.node(each, value, place, true, this.evaluated())
  }

  #list(
    node: SchemaNode,
    values: unknown[],
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    let fits = true
    const { minItems, maxItems, prefixItems, items, contains, unevaluatedItems } = node
    if (minItems !== undefined && values.length < minItems)
      fits = this.#fault('minItems', { limit: minItems }, place)
    if (maxItems !== undefined && values.length > maxItems)
      fits = this.#fault('maxItems', { limit: maxItems }, place)
    if (node.uniqueItems && !allDifferent(values, this.#spend))
      fits = this.#fault('uniqueItems', {}, place)
    const entry = (each: SchemaNode, index: number, tried: boolean): boolean =>
      this.node(each, values[index], { up: place, key: index }, tried, this.evaluated())

    const first = Math.min(prefixItems.length, values.length)
    for (const [index, each] of prefixItems.slice(0, first).entries())
      if (!entry(each, index, alternative)) fits = false
    if (items) {
      for (let index = first; index < values.length; index++)
        if (!entry(items, index, alternative)) fits = false
    }
    if (evaluated) evaluated.items = Math.max(evaluated.items, items ? values.length : first)
    if (contains) {
      let found = 0
      this.#quiet++
      for (let index = 0; index < values.length; index++) {
        if (!entry(contains.node, index, true)) continue
        found++
        evaluated?.picked.add(index)
        if (!evaluated && found >= contains.min && contains.max === undefined) break
      }
      this.#quiet--
      if (found < contains.min || (contains.max !== undefined && found > contains.max))
        fits = this.#fault('contains', { min: contains.min, max: contains.max }, place)
    }
    if (unevaluatedItems && evaluated) {
      for (let index = evaluated.items; index < values.length; index++) {
        this.#spend(1)
        if (evaluated.picked.has(index)) continue
        if (unevaluatedItems.verdict === false)
          fits = this.#fault('unevaluatedItems', {}, { up: place, key: index })
        else if (!entry(unevaluatedItems, index, alternative)) fits = false
      }
      evaluated.items = values.length
    }
    return fits
  }

  #fillIn(node: SchemaNode, value: Json): void {
    for (const { key, value: own, size } of node.defaults) {
      if (value[key] !== undefined && Object.hasOwn(value, key)) continue
      if (!this.#mayFill) throw new WouldFillIn()
      this.#spend(size)
      this.#grown += size
      if (this.#grown > checkLimits.grown) throw new TooCostlyToCheck(this.#given)
      value[key] = structuredClone(own)
    }
  }

  #object(
    node: SchemaNode,
    value: Json,
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    this.#spend(node.required.length + node.defaults.length + node.dependentRequired.length)
    if (!alternative) this.#fillIn(node, value)
    const has = (key: string): boolean => Object.hasOwn(value, key) && value[key] !== undefined
    let fits = true
    for (const key of node.required) {
      if (has(key)) continue
      const field = node.properties.get(key)
      const own = ownMissingMessage(field?.messages, node.messages, key)
      const asked = { kind: field?.kind, allowedValue: field?.constant?.listed[0] }
      fits = this.#fault('required', asked, { up: place, key }, own)
    }
    for (const [key, needed] of node.dependentRequired) {
      if (!has(key)) continue
      this.#spend(needed.length)
      for (const other of needed)
        if (!has(other))
          fits = this.#fault('dependentRequired', { property: key }, { up: place, key: other })
    }
    for (const [key, each] of node.dependentSchemas) {
      this.#spend(1)
      if (has(key) && !this.#inPlace(each, value, place, alternative, evaluated)) fits = false
    }
    const { minProperties, maxProperties } = node
    if (minProperties !== undefined || maxProperties !== undefined) {
      const count = Object.keys(value).length
      this.#spend(count)
      if (minProperties !== undefined && count < minProperties)
        fits = this.#fault('minProperties', { limit: minProperties }, place)
      if (maxProperties !== undefined && count > maxProperties)
        fits = this.#fault('maxProperties', { limit: maxProperties }, place)
    }
    if (!this.#fields(node, value, place, alternative, evaluated)) fits = false
    return fits
  }

  #fields(
    node: SchemaNode,
    value: Json,
    place: Place,
    alternative: boolean,
    evaluated: Evaluated | undefined,
  ): boolean {
    const { properties, patternProperties, additionalProperties, propertyNames } = node
    const { unevaluatedProperties } = node
    let fits = true
    const field = (each: SchemaNode, key: string): boolean =>
      this.node(each, value[key], { up: place, key }, alternative, this.evaluated())
    // In the order of the schema, which is the order of the form's fields.
    this.#spend(properties.size)
    for (const [key, each] of properties) {
      if (!Object.hasOwn(value, key) || value[key] === undefined) continue
      evaluated?.keys.add(key)
      if (!field(each, key)) fits = false
    }
    const looksAtKeys = patternProperties.length > 0 || additionalProperties || propertyNames
    if (!looksAtKeys && !unevaluatedProperties) return fits
    const keys = Object.keys(value)
    this.#spend(keys.length)
    for (const key of keys) {
      if (propertyNames) {
        this.#quiet++
        const named = this.node(propertyNames, key, undefined, true, this.evaluated())
        this.#quiet--
        if (!named) fits = this.#fault('propertyNames', {}, { up: place, key })
      }
      let known = properties.has(key)
      for (const { pattern, node: each } of patternProperties) {
        this.#spend(1 + key.length * pattern.states)
        if (!pattern.test(key)) continue
        known = true
        evaluated?.keys.add(key)
        if (!field(each, key)) fits = false
      }
      if (known || !additionalProperties) continue
      if (additionalProperties.verdict === false) {
        const params = { additionalProperty: key }
        fits = this.#fault('additionalProperties', params, { up: place, key })
      } else if (!field(additionalProperties, key)) fits = false
    }
    if (additionalProperties && evaluated) evaluated.allKeys = true
    if (unevaluatedProperties && evaluated) {
      this.#spend(keys.length)
      for (const key of evaluated.allKeys ? [] : keys) {
        if (evaluated.keys.has(key)) continue
        if (unevaluatedProperties.verdict === false) {
          const params = { additionalProperty: key }
          fits = this.#fault('unevaluatedProperties', params, { up: place, key })
        } else if (!field(unevaluatedProperties, key)) fits = false
      }
      evaluated.allKeys = true
    }
    return fits
  }
}
