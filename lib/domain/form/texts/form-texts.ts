import { english, type FormTextKey } from './english.ts'
import { spanish } from './spanish.ts'

/** The keys before `.one` and `.other`. */
type PluralKey = FormTextKey extends infer Key
  ? Key extends `${infer Start}.one`
    ? Start
    : never
  : never

export type FormTexts = {
  language: string
  text(key: FormTextKey, values?: Record<string, unknown>): string
  /** The text for this number of things. */
  count(key: PluralKey, count: number): string
}

const builtIn: Record<string, Partial<Record<FormTextKey, string>>> = {
  en: english,
  es: spanish,
}

/** Languages in which a form speaks without an author's help. */
export const builtInLanguages: readonly string[] = Object.keys(builtIn)

const filled = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  )

const baseOf = (language: string): string => language.split('-')[0] ?? language

function pluralOf(language: string, count: number): 'one' | 'other' {
  try {
    return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  } catch {
    return 'other'
  }
}

/**
 * What a form says by itself in a language; `own` are the author's words, for languages that are
 * not built in. What is missing is said in English.
 */
export function formTexts(
  language: string,
  own: Readonly<Record<string, string | undefined>> = {},
): FormTexts {
  const known = builtIn[baseOf(language)] ?? {}
  const text: FormTexts['text'] = (key, values = {}) =>
    filled(own[key] || known[key] || english[key], values)
  return {
    language,
    text,
    count: (key, count) => text(`${key}.${pluralOf(language, count)}`, { count }),
  }
}
