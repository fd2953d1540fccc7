import { sentenceOf } from '../../json-schema/schema-error.ts'
import { isInexactNumber } from '../exact-number.ts'
import { english, type FormTextKey } from './english.ts'
import type { FormTexts } from './texts-of-words.ts'

type Params = Record<string, unknown>

const counted = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const
const isCounted = (keyword: string): keyword is (typeof counted)[number] =>
  counted.some((each) => each === keyword)
const isKey = (key: string): key is FormTextKey => key in english

/** The most exact text that there is for a fault. */
function keyOf(keyword: string, { format, type, allowedValue }: Params): FormTextKey | undefined {
  const more: Record<string, unknown> = { format, type, const: allowedValue }
  const name = keyword === 'anyOf' ? 'oneOf' : keyword
  return [`fault.${name}.${String(more[name])}`, `fault.${name}`].find((key) => isKey(key))
}

/**
 * The sentence for the person at the field. A number field leaves a number with too many digits as
 * text, because it would be rounded.
 */
export function sentenceOfFault(texts: FormTexts, keyword: string, params: Params): string {
  const { value, limit, additionalProperty } = params
  if (keyword === 'type' && typeof value === 'string' && isInexactNumber(value))
    return texts.text('fault.digits')
  if (keyword === 'required' && params['kind'] === 'signature') return texts.text('sign.missing')
  // A box that must be ticked is missing until it was touched.
  if (keyword === 'required' && params['allowedValue'] === true)
    return texts.text('fault.const.true')
  if (isCounted(keyword)) return texts.count(`fault.${keyword}`, Number(limit))
  const key = keyOf(keyword, params)
  if (key) return texts.text(key, { limit, name: additionalProperty })
  // The words for builders exist in English only.
  return texts.language.startsWith('en') ? sentenceOf(keyword, params) : texts.text('fault.other')
}
