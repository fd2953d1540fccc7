import { english, type FormTextKey } from './english.ts'
import { directionOf } from './languages.ts'

/** The keys before `.one` and `.other`. */
type PluralKey = FormTextKey extends infer Key
  ? Key extends `${infer Start}.one`
    ? Start
    : never
  : never

export type FormWords = Readonly<Partial<Record<FormTextKey, string | undefined>>>

export type FormTexts = {
  language: string
  text(key: FormTextKey, values?: Record<string, unknown>): string
  /** The text for this number of things. */
  count(key: PluralKey, count: number): string
}

const filled = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  )

function pluralOf(language: string, count: number): 'one' | 'other' {
  try {
    return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  } catch {
    return 'other'
  }
}

/** English within a page that is read from right to left keeps its full stop at its end. */
const isolated = (text: string): string => `\u2066${text}\u2069`

/**
 * What a form says by itself, in the first of these words that has a text. What is missing in all
 * is said in English. Pages of members use it without words: they load no other language.
 */
export function textsOfWords(language: string, ...words: FormWords[]): FormTexts {
  const inEnglish = directionOf(language) === 'rtl' ? isolated : (text: string) => text
  const text: FormTexts['text'] = (key, values = {}) =>
    filled(words.map((some) => some[key]).find(Boolean) ?? inEnglish(english[key]), values)
  return {
    language,
    text,
    count: (key, count) => text(`${key}.${pluralOf(language, count)}`, { count }),
  }
}
