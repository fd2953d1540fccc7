'use client'

import type { FieldProps } from '@rjsf/utils'
import { getDecimalSeparator } from '@rjsf/utils'
import { useState, type ComponentType } from 'react'
import { exactNumber } from '#lib/domain/form/exact-number'

/**
 * The value of a typed text: the number when it is exact, else the text, which the schema refuses.
 */
function valueOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return exactNumber(getDecimalSeparator() === ',' ? text.replace(',', '.') : text) ?? text
}

/**
 * A number as typed. rjsf's own field silently rounds a number that it cannot represent; here such
 * a text stays a text, so that it is refused and never sent as another number.
 */
export function NumberField(props: FieldProps) {
  const { formData, onChange, registry } = props
  const StringField = registry.fields['StringField'] as ComponentType<FieldProps>
  const [typed, setTyped] = useState<string>()
  // "1." and "1.50" stay as they are typed while they are the value.
  const shown = typed !== undefined && valueOf(typed) === formData ? typed : formData
  const change: FieldProps['onChange'] = (next, ...rest) => {
    if (typeof next !== 'string') return onChange(next, ...rest)
    setTyped(next)
    onChange(valueOf(next), ...rest)
  }
  return <StringField {...props} formData={shown} onChange={change} />
}
