import { isTitledChoice } from './kinds.ts'

type Schema = Record<string, unknown>

/** A choice: what is stored, and what people read. */
export type Choice = { value: string; title: string }

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The choices of a property with `enum`, `enumNames`, or constants with titles. */
export function choicesOf(property: Schema): Choice[] {
  if (isTitledChoice(property['oneOf']))
    return (property['oneOf'] as { const: string; title?: string }[]).map((one) => ({
      value: one.const,
      title: one.title ?? one.const,
    }))
  const names = texts(property['enumNames'])
  return texts(property['enum']).map((value, index) => ({ value, title: names[index] ?? value }))
}

/** The property with these choices: a plain list where titles say the same as values. */
export function withChoices(property: Schema, choices: Choice[]): Schema {
  const { enum: _list, enumNames: _names, oneOf: _titled, ...rest } = property
  if (choices.every(({ value, title }) => value === title))
    return { ...rest, enum: choices.map(({ value }) => value) }
  return { ...rest, oneOf: choices.map(({ value, title }) => ({ const: value, title })) }
}

/** Choices as people write them: one on each line, `value = Title` where they differ. */
export const linesOfChoices = (choices: Choice[]): string =>
  choices.map(({ value, title }) => (value === title ? value : `${value} = ${title}`)).join('\n')

/** The choices of lines; a line without a sign is its own title. Each value once. */
export function choicesOfLines(text: string): Choice[] {
  const found = new Map<string, Choice>()
  for (const line of text.split('\n')) {
    const [first = '', ...others] = line.split('=')
    const value = first.trim()
    const title = others.join('=').trim() || value
    if (value !== '' && !found.has(value)) found.set(value, { value, title })
  }
  return [...found.values()]
}
