import { builderPhrase } from './builder-phrases.ts'
import { english } from './english.ts'
import { builtInLanguages } from './form-texts.ts'
import {
  textsOfForm,
  type FormTranslation,
  type TextOfForm,
  type WrittenForm,
} from './translate-form.ts'

/** A text beside its translation, which is empty where it is missing. */
export type TranslationEntry = TextOfForm & {
  translation: string
  /** Said by every form, and not written by its author. */
  own: boolean
}

/** Whether forms say by themselves all that they say in a language. */
export const isBuiltIn = (language: string): boolean =>
  builtInLanguages.includes(language.split('-')[0] ?? language)

/**
 * What there is to translate into a language: the texts of the form and, in a language that is not
 * built in, what forms say by themselves.
 */
export function translationEntries(
  form: WrittenForm,
  language: string,
  translation: FormTranslation,
): TranslationEntry[] {
  const said = isBuiltIn(language)
    ? []
    : Object.entries(english).map(([key, text]) => ({ place: `/texts/${key}`, text }))
  const entry = (own: boolean) => (each: TextOfForm) => ({
    ...each,
    own,
    translation: translation[each.place] ?? builderPhrase(language, each.text) ?? '',
  })
  return [...textsOfForm(form).map(entry(false)), ...said.map(entry(true))]
}

export const isMissing = ({ translation }: TranslationEntry): boolean => translation.trim() === ''
