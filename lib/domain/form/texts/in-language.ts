import { english, type FormTextKey } from './english.ts'
import { textsOfWords, type FormTexts } from './texts-of-words.ts'

/** Sentences that the server, or a part without a language, says to people who fill in a form. */
const saidElsewhere: readonly FormTextKey[] = [
  'not found.why',
  'file.wrong type',
  'file.too large',
  'file.empty',
  'file.cut off',
  'file.unreadable',
  'file.program',
  'sign.missing',
  'sign.no picture',
  'sign.no canvas',
]
/** What stands in such sentences. */
const partsOfSentences: readonly FormTextKey[] = ['list.or', 'file.pictures', 'file.text']

/** The values of `{name}` in a text that was made from this template; null for another text. */
function valuesIn(template: string, text: string): Record<string, string> | null {
  const pattern = template
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')
  return new RegExp(`^${pattern}$`, 'u').exec(text)?.groups ?? (template === text ? {} : null)
}

function found(texts: FormTexts, text: string, keys: readonly FormTextKey[]): string | undefined {
  for (const key of keys) {
    const values = valuesIn(english[key], text)
    if (!values) continue
    const spoken = Object.entries(values).map(([name, value]) => [
      name,
      found(texts, value, partsOfSentences) ?? value,
    ])
    return texts.text(key, Object.fromEntries(spoken))
  }
  return undefined
}

/** The same sentence in the language of a form; undefined for one that forms do not know. */
export const inLanguage = (texts: FormTexts, sentence: string): string | undefined =>
  texts.language.startsWith('en') ? sentence : found(texts, sentence, saidElsewhere)

/** The words of parts without a language, and of the server. */
export const inEnglish: FormTexts = textsOfWords('en')
