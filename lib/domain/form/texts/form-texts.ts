import { english } from './english.ts'
import { spanish } from './spanish.ts'
import { textsOfWords, type FormTexts, type FormWords } from './texts-of-words.ts'

const builtIn: Record<string, FormWords> = { en: english, es: spanish }

/** Languages in which a form speaks without an author's help. */
export const builtInLanguages: readonly string[] = Object.keys(builtIn)

const baseOf = (language: string): string => language.split('-')[0] ?? language

/**
 * What a form says by itself in a language; `own` are the author's words, for languages that are
 * not built in. What is missing is said in English.
 */
export const formTexts = (
  language: string,
  own: Readonly<Record<string, string | undefined>> = {},
): FormTexts => textsOfWords(language, own, builtIn[baseOf(language)] ?? {})
