import { isAlternatives } from './alternatives.ts'

type Schema = Record<string, unknown>

/** The kinds of fields that the builder offers; `other` needs the schema itself. */
export const fieldKinds = [
  'text',
  'long-text',
  'email',
  'phone',
  'number',
  'integer',
  'amount',
  'choice',
  'multi-choice',
  'yes-no',
  'tick',
  'consent',
  'date',
  'time',
  'date-time',
  'duration',
  'multi-file',
  'signature',
  'address',
  'list',
  'group',
  'alternatives',
  'other',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** The kinds under the words by which people look for them. */
export const kindGroups: readonly { title: string; kinds: readonly FieldKind[] }[] = [
  { title: 'Text', kinds: ['text', 'long-text', 'email', 'phone'] },
  { title: 'Numbers', kinds: ['number', 'integer', 'amount'] },
  { title: 'Choices', kinds: ['choice', 'multi-choice', 'yes-no', 'tick', 'consent'] },
  { title: 'Date and time', kinds: ['date', 'time', 'date-time', 'duration'] },
  { title: 'Files', kinds: ['multi-file', 'signature'] },
  { title: 'Several fields', kinds: ['address', 'list', 'group', 'alternatives'] },
]

/** What people call the kinds. */
export const kindTitles: Record<FieldKind, string> = {
  text: 'Text',
  'long-text': 'Long text',
  email: 'E-mail address',
  phone: 'Phone number',
  number: 'Number',
  integer: 'Whole number',
  amount: 'Amount of money',
  'yes-no': 'Yes or no',
  tick: 'Box to tick',
  consent: 'Agreement to tick',
  date: 'Date',
  time: 'Time of day',
  'date-time': 'Date and time',
  duration: 'Duration',
  choice: 'Choice',
  'multi-choice': 'Several choices',
  'multi-file': 'Files',
  signature: 'Signature',
  address: 'Postal address',
  list: 'List of entries',
  group: 'Group of fields',
  alternatives: 'Alternatives',
  other: 'Other (see JSON)',
}

const fileItems = {
  type: 'object',
  properties: { id: { type: 'string' }, fileName: { type: 'string' } },
  required: ['id', 'fileName'],
}

/** The names of a letter's address, so that it can be checked and sent to. */
const addressShape = {
  type: 'object',
  'x-formFieldType': 'postal-address',
  properties: {
    addressLine1: { type: 'string', title: 'Street and number', minLength: 1 },
    addressLine2: { type: 'string', title: 'Apartment or suite' },
    city: { type: 'string', title: 'City', minLength: 1 },
    state: {
      type: 'string',
      title: 'State',
      minLength: 2,
      maxLength: 2,
      errorMessage: 'Write the two letters of the state, such as NY.',
    },
    postalCode: {
      type: 'string',
      title: 'ZIP code',
      pattern: '^\\d{5}(-\\d{4})?$',
      errorMessage: 'Write a ZIP code, such as 10001 or 10001-1234.',
    },
  },
  required: ['addressLine1', 'city', 'state', 'postalCode'],
}

/**
 * What makes a property a field of its kind. Only the keywords in `shapeKeys` are replaced when the
 * kind changes.
 */
export const shapes: Record<FieldKind, Schema> = {
  text: { type: 'string' },
  'long-text': { type: 'string', 'x-formFieldType': 'long-text' },
  email: { type: 'string', format: 'email' },
  phone: {
    type: 'string',
    'x-formFieldType': 'phone',
    pattern: '^\\+?[0-9][0-9 ().\\-]{4,24}$',
    errorMessage: { pattern: 'Write a phone number, such as +1 212 555 0100.' },
  },
  number: { type: 'number' },
  integer: { type: 'integer' },
  amount: { type: 'number', multipleOf: 0.01, 'x-formCurrency': '$' },
  'yes-no': { type: 'boolean', 'x-formFieldType': 'yes-no' },
  tick: { type: 'boolean' },
  // Nobody agrees by leaving a box empty.
  consent: { type: 'boolean', const: true },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  'date-time': { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  choice: { type: 'string', enum: ['Option 1', 'Option 2'] },
  'multi-choice': {
    type: 'array',
    items: { type: 'string', enum: ['Option 1', 'Option 2'] },
    uniqueItems: true,
  },
  'multi-file': { type: 'array', 'x-formFieldType': 'multi-file', items: fileItems },
  signature: { type: 'object', 'x-formFieldType': 'signature' },
  address: addressShape,
  list: {
    type: 'array',
    'x-formLayout': 'table',
    items: {
      type: 'object',
      title: 'Entry',
      properties: { name: { type: 'string', title: 'Name' } },
    },
  },
  group: { type: 'object', properties: {} },
  alternatives: {
    type: 'object',
    oneOf: ['Option 1', 'Option 2'].map((title, index) => ({
      type: 'object',
      title,
      properties: { kind: { const: `option${index + 1}` } },
      required: ['kind'],
    })),
  },
  other: {},
}

/** What belongs to the kind of a field, and is replaced with it. */
export const shapeKeys = [
  'type',
  'format',
  'enum',
  'enumNames',
  'oneOf',
  'const',
  'items',
  'uniqueItems',
  'properties',
  'required',
  'pattern',
  'multipleOf',
  'minItems',
  'maxItems',
  'errorMessage',
  'default',
  'x-formFieldType',
  'x-formLayout',
  'x-formItemTitle',
  'x-formCurrency',
  'x-formMask',
  'x-formMaskStored',
  'x-formCalculate',
  'x-formAutocomplete',
  'x-formFileTypes',
  'x-formFileMaxMegabytes',
  'x-formSignatureStatement',
]

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether each alternative is a constant text with a title: a choice with titles. */
export const isTitledChoice = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((one) => isObject(one) && typeof one['const'] === 'string')

const hasChoices = (schema: Schema): boolean =>
  Array.isArray(schema['enum']) || isTitledChoice(schema['oneOf'])

const byFormat: Record<string, FieldKind> = {
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  duration: 'duration',
  email: 'email',
}
const byFieldType: Record<string, FieldKind> = {
  'multi-file': 'multi-file',
  'postal-address': 'address',
  signature: 'signature',
}
/** What makes an object more than a group of fields. */
const groupStops = ['oneOf', 'anyOf', 'additionalProperties', 'patternProperties', '$ref']

function kindOfList(items: unknown): FieldKind {
  if (!isObject(items)) return 'other'
  if (hasChoices(items)) return 'multi-choice'
  return isGroup(items) ? 'list' : 'other'
}
const isGroup = (schema: Schema): boolean =>
  isObject(schema['properties']) && !groupStops.some((word) => word in schema)

function kindOfText(property: Schema): FieldKind {
  const format = byFormat[String(property['format'])]
  if (format) return format
  const special = property['x-formFieldType']
  return special === 'long-text' || special === 'phone' ? special : 'text'
}

function kindOfBoolean(property: Schema): FieldKind {
  if (property['const'] === true) return 'consent'
  return property['x-formFieldType'] === 'yes-no' ? 'yes-no' : 'tick'
}

/** The kind of a property. */
export function kindOf(property: Schema): FieldKind {
  const { type } = property
  const special = byFieldType[String(property['x-formFieldType'])]
  if (special) return special
  if (type === 'array') return kindOfList(property['items'])
  if (hasChoices(property)) return 'choice'
  if (type === 'boolean') return kindOfBoolean(property)
  if (type === 'number') return 'x-formCurrency' in property ? 'amount' : 'number'
  if (type === 'integer') return 'integer'
  if (type === 'object' && isGroup(property)) return 'group'
  if ((type ?? 'object') === 'object' && isAlternatives(property)) return 'alternatives'
  return type === 'string' ? kindOfText(property) : 'other'
}
