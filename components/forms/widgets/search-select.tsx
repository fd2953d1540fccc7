'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { useMemo } from 'react'
import { SearchBox } from '../search/search-box.tsx'
import { useFormTexts } from '../texts.ts'

/** From so many choices on, one searches them instead of reading them. */
export const manyChoices = 20

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** One of a long list of choices: a field that searches it. */
export function SearchSelectWidget(props: WidgetProps) {
  const { id, htmlName, options, value, required, disabled, readonly, placeholder } = props
  const { onChange, onBlur, rawErrors = [] } = props
  const { enumOptions = [], emptyValue } = options
  const { text, language } = useFormTexts()
  const labels = useMemo(() => enumOptions.map(({ label }) => label), [enumOptions])
  const chosen = enumOptions.findIndex((option) => isSame(option.value, value))
  return (
    <SearchBox
      id={id}
      name={htmlName || id}
      labels={labels}
      shown={labels[chosen] ?? ''}
      isChosen={(index) => index === chosen}
      onChoose={(index) => onChange(enumOptions[index]?.value)}
      onEmptied={() => onChange(emptyValue)}
      multiple={false}
      placeholder={
        placeholder || text('search', { number: labels.length.toLocaleString(language) })
      }
      required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      invalid={rawErrors.length > 0}
      describedBy={ariaDescribedByIds(id)}
      onLeave={() => onBlur(id, value)}
    />
  )
}
