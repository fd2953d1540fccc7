import { messageKeyword } from './custom-message.ts'
import { fileSizeKeyword, fileTypesKeyword, isFileType } from './file-rules.ts'
import { calculateKeyword } from './calculate/with-calculated.ts'
import { isMask, maskKeyword, maskStoredKeyword, patternOfMask } from './mask.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Types that are drawn as one field. */
export const scalars = ['string', 'number', 'integer', 'boolean']
const hide = 'or hide it with "x-formFieldHidden"'
const onlyNull = `A form cannot draw a field that can only be null. Leave it out, ${hide}.`

const typesOf = (schema: Schema): string[] => [schema['type']].flat().filter(isText)
const isText = (value: unknown): value is string => typeof value === 'string'

/** Types in which one field has to be drawn. */
function typeProblem(schema: Schema): string | undefined {
  const given = typesOf(schema)
  const types = given.filter((one) => one !== 'null')
  if (given.length > 0 && types.length === 0) return onlyNull
  const mixed = types.length > 1 && types.some((one) => !scalars.includes(one))
  return mixed
    ? `A form cannot draw one field of the types ${types.join(', ')}. Name one type, or ` +
        'alternatives with "oneOf", each with a title.'
    : undefined
}

/** What the kinds of `x-formFieldType` store; others would be refused when the form is sent. */
const storedAs: Record<string, { types: string[]; what: string }> = {
  'multi-file': { types: ['array', 'object'], what: 'a list ("type": "array")' },
  signature: { types: ['object'], what: 'an object ("type": "object")' },
  'postal-address': { types: ['object'], what: 'an object ("type": "object")' },
  'yes-no': { types: ['boolean'], what: '"type": "boolean"' },
}

function kindProblem(schema: Schema): string | undefined {
  const kind = String(schema['x-formFieldType'])
  const stored = Object.hasOwn(storedAs, kind) ? storedAs[kind] : undefined
  const types = typesOf(schema)
  if (stored && types.length > 0 && !types.some((one) => stored.types.includes(one)))
    return `A field of the kind "${kind}" is ${stored.what}, and not of the type ${types.join(', ')}.`
  if (kind === 'yes-no' && types.length === 0)
    return 'A field of the kind "yes-no" is "type": "boolean".'
  const hasFields =
    Object.keys(isObject(schema['properties']) ? schema['properties'] : {}).length > 0
  if (kind === 'postal-address' && !hasFields && !('$ref' in schema))
    return 'An address needs its fields in "properties", such as "addressLine1", "city", "postalCode".'
  return undefined
}

/** Words that say nothing about how to draw a field, but need a type beside them. */
const rulesOnly = ['not', 'if']
const shapes = ['type', 'enum', 'const', 'oneOf', 'anyOf', 'allOf', '$ref', 'properties', 'items']
const shapesToo = ['additionalProperties', 'patternProperties', 'x-formFieldType']

function shapeProblem(schema: Schema): string | undefined {
  const has = (words: string[]) => words.some((word) => word in schema)
  if (has(rulesOnly) && !has([...shapes, ...shapesToo]))
    return 'This has rules and no type. Add "type", so that the form knows what to draw.'
  if ('prefixItems' in schema)
    return (
      'A form cannot draw a list whose entries have places of their own ("prefixItems"). Write an ' +
      `object with named fields, ${hide}.`
    )
  if ('patternProperties' in schema && !('properties' in schema))
    return (
      'A form cannot draw fields whose names are a pattern ("patternProperties"). Name the fields ' +
      `in "properties", ${hide}.`
    )
  if (schema['format'] === 'data-url')
    return (
      'A form stores files apart, and not as texts ("data-url"). Write a list with ' +
      `"x-formFieldType": "multi-file", ${hide}.`
    )
  if (schema['items'] === false)
    return `No entry fits this list ("items": false). Say what an entry is, ${hide}.`
  return undefined
}

/** One value that is given. In alternatives and conditions it names one of them, or is a rule. */
export function constantProblem(schema: Schema): string | undefined {
  const { const: value } = schema
  if (!('const' in schema)) return undefined
  if (value === null) return onlyNull
  if (value === false)
    return `A form cannot ask for an answer that can only be no. Leave out "const", ${hide}.`
  return typeof value === 'object'
    ? `Nobody can type this value. Write "oneOf" with it and a title, so that it is chosen, ${hide}.`
    : undefined
}

/** Words that give an object its fields. */
const fieldWords = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'dependentSchemas', 'const', 'enum']

/** A group of fields without one: a heading with nothing below. An alternative may be so. */
export function emptyProblem(schema: Schema): string | undefined {
  const { properties, additionalProperties: others } = schema
  const isGroup = typesOf(schema).includes('object') && !('x-formFieldType' in schema)
  const isOpen = others === true || isObject(others)
  const hasFields = isObject(properties) && Object.keys(properties).length > 0
  if (!isGroup || isOpen || hasFields || fieldWords.some((word) => word in schema)) return undefined
  return `This group has no fields, so nothing is asked. Name them in "properties", ${hide}.`
}

/** A choice among values. */
function choiceProblem(schema: Schema): string | undefined {
  const { enum: given } = schema
  if (!Array.isArray(given)) return undefined
  if (given.every((one) => one === null) && given.length > 0) return onlyNull
  if (given.length === 0) return `A choice needs values. Write some in "enum", ${hide}.`
  const isTitled = Array.isArray(schema['enumNames'])
  return !isTitled && given.some((one) => typeof one === 'object' && one !== null)
    ? 'A choice of objects or lists needs titles. Write "oneOf" with "const" and "title" for each.'
    : undefined
}

/** A form begins with so many entries; more would keep a browser busy. */
const mostEntriesAtFirst = 50

function listProblem(schema: Schema): string | undefined {
  const { minItems, items } = schema
  const isChosen = isObject(items) && 'enum' in items && schema['uniqueItems'] === true
  if (typeof minItems !== 'number' || minItems <= mostEntriesAtFirst) return undefined
  if (isChosen || schema['x-formFieldType'] === 'multi-file') return undefined
  return (
    `A form would begin with ${minItems} empty entries. Ask for at most ${mostEntriesAtFirst} ` +
    '("minItems"), or ask for a file.'
  )
}

/** Parts that all hold at once, of which no value can be. */
function partsProblem(schema: Schema): string | undefined {
  const given = [schema, ...listOf(schema['allOf']).filter(isObject)].map(typesOf)
  const named = given.filter((types) => types.length > 0)
  const [first = [], ...others] = named.map((types) =>
    types.includes('number') ? [...types, 'integer'] : types,
  )
  const isPossible = first.some((type) => others.every((types) => types.includes(type)))
  return named.length > 1 && !isPossible
    ? 'The parts of "allOf" have different types, so nothing fits them all. Name one type.'
    : undefined
}

const checks: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
}

/** A default of another type would stand in the field, and be refused when the form is sent. */
function defaultProblem(schema: Schema): string | undefined {
  const types = typesOf(schema)
  const value = schema['default']
  if (value === undefined || types.length === 0) return undefined
  return types.some((type) => checks[type]?.(value))
    ? undefined
    : `This default is not of the type ${types.join(' or ')}. Change it, or leave it out.`
}

/** Why a form cannot draw a field with this schema, whatever is in it. */
export const fieldProblem = (schema: Schema): string | undefined =>
  typeProblem(schema) ??
  kindProblem(schema) ??
  shapeProblem(schema) ??
  choiceProblem(schema) ??
  listProblem(schema) ??
  partsProblem(schema)

type Rule = { keyword: string; isRight(value: unknown): boolean; message: string }
const rules: Rule[] = [
  {
    keyword: fileTypesKeyword,
    isRight: (types) => isTexts(types) && listOf(types).every((one) => isFileType(String(one))),
    message: 'This is a list of types of files, such as ["application/pdf", "image/*", ".docx"].',
  },
  {
    keyword: fileSizeKeyword,
    isRight: (most) => typeof most === 'number' && most > 0,
    message: 'This is a number of megabytes, such as 10.',
  },
  {
    keyword: maskKeyword,
    isRight: (mask) => typeof mask === 'string' && isMask(mask),
    message: 'A mask is a text like "999-99-9999": 9 is a digit, A a letter, * either.',
  },
  {
    keyword: messageKeyword,
    isRight: (words) => typeof words === 'string' || isObject(words),
    message: 'This is a text, or texts by rule, such as {"pattern": "Write it like AB-123."}.',
  },
  {
    keyword: 'x-formLayout',
    isRight: (layout) => layout === 'table' || layout === 'cards',
    message: 'A list is drawn as "table" or as "cards".',
  },
  {
    keyword: 'x-formCurrency',
    isRight: (sign) => typeof sign === 'string',
    message: 'This is the sign of a currency, such as "$".',
  },
  {
    keyword: 'x-formAutocomplete',
    isRight: (token) => typeof token === 'string',
    message: 'This is a token of HTML\'s "autocomplete", such as "given-name", or "off".',
  },
]

/** A mask helps to type and refuses nothing, so that half a number would be taken. */
function maskProblem(schema: Schema): string | undefined {
  const { [maskKeyword]: mask, pattern, readOnly } = schema
  if (typeof mask !== 'string' || !isMask(mask) || typeof pattern === 'string') return undefined
  if (readOnly === true || calculateKeyword in schema) return undefined
  const rule = patternOfMask(mask, schema[maskStoredKeyword] === 'plain')
  return `A mask helps to type and checks nothing. Write its rule beside it: "pattern": ${JSON.stringify(rule)}.`
}

/** What is wrong with the keywords of a field that stand beside its shape. */
export function keywordProblems(schema: Schema): [keyword: string, message: string][] {
  const ofDefault = defaultProblem(schema)
  const ofMask = maskProblem(schema)
  return [
    ...rules
      .filter(({ keyword, isRight }) => schema[keyword] !== undefined && !isRight(schema[keyword]))
      .map(({ keyword, message }): [string, string] => [keyword, message]),
    ...(ofDefault === undefined ? [] : [['default', ofDefault] as [string, string]]),
    ...(ofMask === undefined ? [] : [[maskKeyword, ofMask] as [string, string]]),
  ]
}
