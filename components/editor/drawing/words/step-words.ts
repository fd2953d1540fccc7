import { lengthWords } from '#components/shared/display/length-words'
import { timeWords } from '#components/shared/display/times'
import { countOf } from '#lib/domain/count-of'
import { humanName } from '#lib/domain/human-name'
import { cutText } from '#lib/domain/text'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { saysParts, type Reading, type SaysPart } from '#lib/domain/workflow/says'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { choicesOf } from '../../model/form/choices.ts'
import type { Part } from './expression-parts.ts'
import { valueAtPath } from './value-at-path.ts'

/** Reads a computed value; undefined for what only code says, or while nobody can read yet. */
export type ReadExpression = (expression: string) => Part[] | undefined
/** The names of what settings name by their short names; a connection also by its kind. */
export type Names = Partial<Record<Reading, ReadonlyMap<string, string>>>
export type WordsInputs = {
  definition: Definition
  types: ReadonlyMap<string, StepTypeInfo>
  names: Names
  read: ReadExpression
}

/** More is never seen in a box, and too much for its description. */
const longest = 120

type Of = (path: string) => ReturnType<typeof valueAtPath>

/** A fixed value that something is compared with: a choice by its title. */
function comparedWords(value: string | number | boolean, path: string, of: Of): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const { schema = {} } = of(path)
  const items = schema['items'] as Record<string, unknown> | undefined
  const found = choicesOf(items ?? schema).find((one) => one.value === String(value))
  if (found) return found.title
  return typeof value === 'number' ? value.toLocaleString('en-US') : `“${value}”`
}

function partWords(part: Part, of: Of): string {
  if ('text' in part) return part.text
  return 'value' in part ? comparedWords(part.value, part.of, of) : of(part.path).title
}

/** What a setting is in words; undefined for none, and for what only code says. */
function plainWords(value: unknown, read: ReadExpression, of: Of): string | undefined {
  if (isExpression(value))
    return read(value.$)
      ?.map((part) => partWords(part, of))
      .join('')
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim() || undefined
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (!Array.isArray(value) || value.length === 0) return undefined
  const first = plainWords(value[0], read, of)
  return first === undefined || value.length === 1 ? first : `${first} and ${value.length - 1} more`
}

/** A part of each entry of a list. */
const partsOfEach = (value: unknown, name: string): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((entry: unknown) =>
        typeof entry === 'object' && entry !== null && name in entry
          ? [(entry as Record<string, unknown>)[name]]
          : [],
      )
    : []

const wholeWords = new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' })

/** The values that conditions look at, each once. */
function lookedAt(conditions: unknown[], read: ReadExpression, of: Of): string | undefined {
  const titles = conditions.flatMap((one) =>
    isExpression(one)
      ? (read(one.$) ?? []).flatMap((part) => ('of' in part ? [of(part.of).title] : []))
      : [],
  )
  return titles.length === 0 ? undefined : wholeWords.format(new Set(titles))
}

type Reader = (
  value: unknown,
  more: string,
  inputs: WordsInputs,
  of: Of,
  kind: string,
) => string | undefined

const nameFor =
  (reading: Reading): Reader =>
  (value, _more, { names }, _of, kind) =>
    typeof value === 'string' && value !== ''
      ? (names[reading]?.get(reading === 'connection' ? `${kind} ${value}` : value) ??
        humanName(value))
      : undefined

const readers: Record<Reading, Reader> = {
  length: (value, _more, { read }, of) =>
    typeof value === 'number' ? lengthWords(value) : plainWords(value, read, of),
  count(value, noun, { read }, of) {
    if (typeof value === 'number') return countOf(value, noun)
    if (Array.isArray(value)) return value.length === 0 ? undefined : countOf(value.length, noun)
    const words = plainWords(value, read, of)
    return words && `${words} (${noun}s)`
  },
  time(value, _more, { read }, of) {
    const isTime = typeof value === 'string' && !Number.isNaN(Date.parse(value))
    return isTime
      ? timeWords(value, { dateStyle: 'medium', timeStyle: 'short' })
      : plainWords(value, read, of)
  },
  host(value, _more, { read }, of) {
    const [, host] = /^https?:\/\/([^/?#\s]+)/i.exec(plainWords(value, read, of) ?? '') ?? []
    return host
  },
  each: (value, name) => wholeWords.format(partsOfEach(value, name).map(String)) || undefined,
  by: (value, name, { read }, of) => lookedAt(partsOfEach(value, name), read, of),
  connection: nameFor('connection'),
  workflow: nameFor('workflow'),
  template: nameFor('template'),
  policy: nameFor('policy'),
}

function valueOf(config: Step['config'], path: string[]): unknown {
  let value: unknown = config
  for (const name of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  return value
}

function saidPart(
  part: SaysPart,
  { config, type }: Step,
  inputs: WordsInputs,
  of: Of,
): string | undefined {
  if ('text' in part) return part.text
  const value = valueOf(config, part.path)
  if ('is' in part) return value === part.is ? '' : undefined
  return part.reading
    ? readers[part.reading](value, part.more, inputs, of, inputs.types.get(type)?.connection ?? '')
    : plainWords(value, inputs.read, of)
}

/** What a step does, by its settings; empty where they do not say it, or only its title does. */
export function stepWords(step: Step, inputs: WordsInputs): string {
  const { definition, types } = inputs
  const of: Of = (path) => valueAtPath(path, definition, types)
  for (const pattern of types.get(step.type)?.says ?? []) {
    const said = saysParts(pattern).map((part) => saidPart(part, step, inputs, of))
    if (said.includes(undefined)) continue
    const words = cutText(said.join(''), longest)
    return words === step.title ? '' : words
  }
  return ''
}
