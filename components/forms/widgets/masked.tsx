'use client'

import type { WidgetProps } from '@rjsf/utils'
import { getTemplate } from '@rjsf/utils'
import { useState } from 'react'
import { masked, storedOf } from '#lib/domain/form/mask'

/**
 * A line of text with a mask (`x-formMask`): typed freely, shown in the mask's form when the field
 * is left, stored in that form or without the mask's own characters.
 */
export function MaskedWidget(props: WidgetProps) {
  const { options, value, onChange, onBlur, registry } = props
  const BaseInput = getTemplate<'BaseInputTemplate'>('BaseInputTemplate', registry, options)
  const mask = String(options['mask'] ?? '')
  const isPlain = options['stored'] === 'plain'
  const [typed, setTyped] = useState<string>()
  const text = typeof value === 'string' ? value : ''
  const stored = (given: string) => storedOf(mask, given, isPlain)
  return (
    <BaseInput
      {...props}
      // The keyboard for numbers, where nothing else is typed.
      options={/[A*]/.test(mask) ? options : { ...options, inputMode: 'numeric' }}
      value={typed !== undefined && stored(typed) === text ? typed : masked(mask, text)}
      placeholder={props.placeholder || mask.replaceAll('9', '0')}
      onChange={(next: unknown) => {
        if (typeof next !== 'string') {
          setTyped(undefined)
          onChange(next)
          return
        }
        setTyped(next)
        onChange(stored(next))
      }}
      onBlur={(id, left) => {
        setTyped(undefined)
        onBlur(id, left)
      }}
    />
  )
}
