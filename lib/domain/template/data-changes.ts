import { countOf } from '#lib/domain/count-of'
import type { FieldType, TemplateColumn, TemplateField } from './template.ts'
import type { TemplateFormat } from './template-words.ts'

/** What of a version of a template says which data it takes. */
export type Takes = { fields: readonly TemplateField[]; format: TemplateFormat }

/** How a later version differs in the data that it takes, for the people who give it the data. */
export type DataChange = {
  /** The placeholder; null where the whole template is meant. */
  field: string | null
  message: string
}

const words: Record<FieldType, string> = {
  text: 'a text',
  'yes-no': 'yes or no',
  choice: 'a choice',
  rows: 'a list of rows',
  picture: 'a picture',
}

/** All options of a choice are texts, so a text takes whatever a choice took. */
const takesType = (before: FieldType, after: FieldType): boolean =>
  before === after || (before === 'choice' && after === 'text')

/** The changes of a name that both versions have; `name` is how people know it. */
function ofType(before: TemplateColumn, after: TemplateColumn, name: string): string[] {
  if (!takesType(before.type, after.type))
    return [`“${name}” was ${words[before.type]} and is ${words[after.type]} now.`]
  if (before.optional && !after.optional)
    return [`“${name}” could be left out before and is needed now.`]
  return []
}

type Column = Pick<TemplateColumn, 'name' | 'optional'>

/** The names that are new and needed, or that may stand for one that is gone. */
function newNames(
  before: readonly Column[],
  after: readonly Column[],
  naming: (name: string) => string,
): { name: string; message: string }[] {
  const had = new Set(before.map(({ name }) => name))
  const has = new Set(after.map(({ name }) => name))
  const gone = before.filter(({ name }) => !has.has(name)).map(({ name }) => `“${naming(name)}”`)
  const isOrAre = gone.length === 1 ? 'is' : 'are'
  return after
    .filter(({ name }) => !had.has(name))
    .flatMap(({ name, optional }) => {
      if (!optional) return [{ name, message: `“${naming(name)}” is new and needed.` }]
      // It may be the same thing under another name, which the letter would then lack.
      if (gone.length === 0) return []
      const message = `“${naming(name)}” is new, and ${gone.join(', ')} ${isOrAre} gone.`
      return [{ name, message }]
    })
}

function ofRows(name: string, had: TemplateColumn[] = [], has: TemplateColumn[] = []): string[] {
  const naming = (column: string) => (column === '.' ? name : `${column} of ${name}`)
  const both = has.flatMap((column) => {
    const known = had.find((one) => one.name === column.name)
    return known ? ofType(known, column, naming(column.name)) : []
  })
  return [...newNames(had, has, naming).map(({ message }) => message), ...both]
}

function ofChoice(before: TemplateField, { name, options, multiple }: TemplateField): string[] {
  const gone = (before.options ?? []).filter((option) => !options?.includes(option))
  if (gone.length > 0) return [`“${name}” has no option “${gone.slice(0, 5).join('”, “')}” now.`]
  return before.multiple && !multiple ? [`“${name}” took several options and takes one now.`] : []
}

function ofField(before: TemplateField, after: TemplateField): string[] {
  const { name, type, maxLength = Infinity } = after
  const plain = ofType(before, after, name)
  if (plain.length > 0) return plain
  if (type === 'rows') return ofRows(name, before.columns, after.columns)
  if (type === 'choice') return ofChoice(before, after)
  if (type === 'text' && maxLength < (before.maxLength ?? Infinity))
    return [`“${name}” takes at most ${countOf(maxLength, 'character')} now.`]
  return []
}

const formatWords: Record<TemplateFormat, string> = {
  docx: 'a Word document',
  form: 'a PDF form',
  html: 'HTML',
  mail: 'a mail',
  text: 'a text',
}

/**
 * Why data that was right for one version may be wrong for a later one: a placeholder that is new or
 * needed, another type, fewer options. None: every step that fills the one fills the other as
 * completely. What is only gone is no reason, unless something new may stand for it.
 */
export function dataChanges(before: Takes, after: Takes): DataChange[] {
  if (before.format !== after.format) {
    const message = `It was ${formatWords[before.format]} and is ${formatWords[after.format]} now.`
    return [{ field: null, message }]
  }
  const known = new Map(before.fields.map((field) => [field.name, field]))
  const changed = after.fields.flatMap((field) => {
    const earlier = known.get(field.name)
    return earlier ? ofField(earlier, field).map((message) => ({ field: field.name, message })) : []
  })
  const added = newNames(before.fields, after.fields, (name) => name)
  return [...added.map(({ name, message }) => ({ field: name, message })), ...changed]
}

/** Of the versions from the first one on, the newest that takes the same data as the first. */
export function newestTaking<Version extends Takes & { number: number }>(
  base: Version,
  versions: readonly Version[],
): Version {
  let newest = base
  for (const version of versions)
    if (version.number > newest.number && dataChanges(base, version).length === 0) newest = version
  return newest
}
