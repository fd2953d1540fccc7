'use client'

import type { FieldProps } from '@rjsf/utils'
import { getDecimalSeparator } from '@rjsf/utils'
import { useState, type ComponentType } from 'react'
import { exactNumber } from '#lib/domain/form/exact-number'

/**
 * What a typed text is as a value: a number where one holds it exactly, else the text, which the
 * schema refuses.
 */
function valueOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return exactNumber(getDecimalSeparator() === ',' ? text.replace(',', '.') : text) ?? text
}

/**
 * A number as it is typed. rjsf's own field rounds what a number cannot hold, and says nothing;
 * here such a text stays a text, so it is seen, refused and never sent as another number.
 */
export function NumberField(props: FieldProps) {
  const { formData, onChange, registry } = props
  const StringField = registry.fields['StringField'] as ComponentType<FieldProps>
  const [typed, setTyped] = useState<string>()
  // "1." and "1.50" stay as they are typed for as long as they are the value.
  const shown = typed !== undefined && valueOf(typed) === formData ? typed : formData
  const change: FieldProps['onChange'] = (next, ...rest) => {
    if (typeof next !== 'string') return onChange(next, ...rest)
    setTyped(next)
    onChange(valueOf(next), ...rest)
  }
  return <StringField {...props} formData={shown} onChange={change} />
}
