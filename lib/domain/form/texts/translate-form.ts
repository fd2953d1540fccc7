import { builderPhrase } from './builder-phrases.ts'

type Schema = Record<string, unknown>

/** The texts of a form in one language, by their places (`textsOfForm`). */
export type FormTranslation = Readonly<Record<string, string>>

/** What an author writes in a form. */
export type WrittenForm = {
  title: string
  description: string
  schema: Schema
  privacyNote?: string | null | undefined
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Keywords whose value is a text for people. */
const textKeywords = ['title', 'description', 'x-help', 'x-formSignatureStatement']
/** The author's own messages: one text, or texts by the names of rules and fields. */
const messageKeyword = 'errorMessage'
const pagesKeyword = 'x-formPages'
const schemaLists = ['oneOf', 'anyOf', 'allOf', 'prefixItems']
const schemaMaps = ['properties', '$defs', 'definitions', 'dependentSchemas', 'patternProperties']
const schemas = ['items', 'if', 'then', 'else', 'additionalProperties']
const maxDepth = 60

/** Replaces one text; `place` names it. */
type Replace = (place: string, text: string) => string

function messages(value: unknown, place: string, replace: Replace): unknown {
  if (typeof value === 'string') return replace(place, value)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      messages(each, `${place}/${escaped(key)}`, replace),
    ]),
  )
}

function page(value: unknown, place: string, replace: Replace): unknown {
  if (!isObject(value)) return value
  const texts = Object.entries(value).map(([key, each]) => [
    key,
    textKeywords.includes(key) && typeof each === 'string'
      ? replace(`${place}/${key}`, each)
      : each,
  ])
  return Object.fromEntries(texts)
}

/**
 * Choices show their values, or the titles in `enumNames`; translated ones become constants with
 * titles, so that the same values are sent.
 */
function choices(schema: Schema, place: string, replace: Replace): Schema {
  const { enum: values, enumNames: names, ...rest } = schema
  if (!Array.isArray(values) || 'oneOf' in schema) return schema
  if (!values.every((value) => typeof value === 'string')) return schema
  const named: unknown[] = Array.isArray(names) ? names : []
  const written = values.map((value, index) => String(named[index] ?? value))
  const titles = written.map((title, index) => replace(`${place}/enum/${index}`, title))
  if (titles.every((title, index) => title === written[index])) return schema
  return { ...rest, oneOf: values.map((value, index) => ({ const: value, title: titles[index] })) }
}

function walk(schema: Schema, place: string, replace: Replace, depth = 0): Schema {
  if (depth > maxDepth) return schema
  const inner = (value: unknown, at: string): unknown =>
    isObject(value) ? walk(value, at, replace, depth + 1) : value
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    const at = `${place}/${escaped(key)}`
    if (textKeywords.includes(key) && typeof value === 'string') return [key, replace(at, value)]
    if (key === messageKeyword) return [key, messages(value, at, replace)]
    if (key === pagesKeyword && Array.isArray(value))
      return [key, value.map((each, index) => page(each, `${at}/${index}`, replace))]
    if (schemaLists.includes(key) && Array.isArray(value))
      return [key, value.map((each, index) => inner(each, `${at}/${index}`))]
    if (schemaMaps.includes(key) && isObject(value)) {
      const parts = Object.entries(value)
      return [
        key,
        Object.fromEntries(
          parts.map(([name, each]) => [name, inner(each, `${at}/${escaped(name)}`)]),
        ),
      ]
    }
    return [key, schemas.includes(key) ? inner(value, at) : value]
  })
  return choices(Object.fromEntries(entries), place, replace)
}

/**
 * The form with its texts in another language. What the builder wrote is known in the languages that
 * are built in; other texts that are missing stay.
 */
export function translatedForm<Form extends WrittenForm>(
  form: Form,
  translation: FormTranslation,
  language: string,
): Form {
  const replace: Replace = (place, text) =>
    translation[place]?.trim() || (builderPhrase(language, text) ?? text)
  const { title, description, schema, privacyNote } = form
  return {
    ...form,
    title: replace('/title', title),
    description: replace('/description', description),
    schema: walk(schema, '/schema', replace),
    ...(privacyNote ? { privacyNote: replace('/privacyNote', privacyNote) } : {}),
  }
}

/** The schema without its texts: the same in each language. */
export const withoutTexts = (schema: Schema): Schema => walk(schema, '', () => '')

/** A text of a form for its translators. `place` names it in a translation. */
export type TextOfForm = { place: string; text: string }

/** All texts of a form that people read, in the order of the form. */
export function textsOfForm(form: WrittenForm): TextOfForm[] {
  const texts: TextOfForm[] = []
  const note: Replace = (place, text) => {
    if (text.trim()) texts.push({ place, text })
    return text
  }
  note('/title', form.title)
  note('/description', form.description)
  if (form.privacyNote) note('/privacyNote', form.privacyNote)
  walk(form.schema, '/schema', note)
  return texts
}
