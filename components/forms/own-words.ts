import { englishStringTranslator, TranslatableString, type Registry } from '@rjsf/utils'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'

/** What rjsf says by itself in our forms, in the language of the form. */
export function ownWords({ text }: FormTexts): Registry['translateString'] {
  return (key, params = []) => {
    const [first = '', second = ''] = params
    if (key === TranslatableString.YesLabel) return text('choice.yes')
    if (key === TranslatableString.NoLabel) return text('choice.no')
    if (key === TranslatableString.OptionPrefix) return text('choice.option', { number: first })
    if (key === TranslatableString.TitleOptionPrefix)
      return text('choice.option of', { name: first, number: second })
    // It would be the answer, until the person replaces it.
    if (key === TranslatableString.NewStringDefault) return ''
    if (key === TranslatableString.DeprecatedLabel) return first
    return englishStringTranslator(key, params)
  }
}
