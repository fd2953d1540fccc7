import type { FieldProps } from '@rjsf/utils'
import { useEffect, useRef, useState } from 'react'
import { parseTypedJson } from '#lib/domain/exact-json'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { writeReference } from '../values/reference.ts'
import { startsComputed, wayOf, type Way } from './ways.ts'

export type Edited = {
  expression: string | undefined
  way: Way
  /** Between code and the way without it. */
  toggle(): void
  /** Puts a value of the run in place of what is there. */
  choose(path: string): void
  remove(): void
  toFixed(): void
  onChange: FieldProps['onChange']
}

/**
 * How the value of a field is edited, and the ways between. What was there before comes back: the
 * fixed value when a chosen one is removed, the code when its switch is pressed again.
 */
export function useEdited(props: FieldProps): Edited {
  const { schema, formData, fieldPathId, onChange } = props
  const [wantsCode, setWantsCode] = useState(false)
  const before = useRef<{ value?: unknown; expression?: string }>({})
  const refocus = useRefocus(fieldPathId.$id, formData)
  // A field that is nearly always computed starts as an expression.
  const initial = startsComputed(props) ? '' : undefined
  const expression = isExpression(formData) ? formData.$ : initial
  const way = wayOf(props, expression, wantsCode)
  const change = (value: unknown) => onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
  const toCode = () => {
    setWantsCode(true)
    if (expression !== undefined) return
    before.current.value = formData
    change({ $: before.current.expression ?? literalText(formData) })
  }
  const fromCode = (text: string) => {
    setWantsCode(false)
    const literal = literalIn(text)
    const isShown = wayOf(props, text, false) !== 'code' && schema.type !== 'boolean'
    if (isShown && literal === undefined && text.trim() !== '') return
    before.current.expression = text
    change(literal ?? before.current.value ?? (schema.type === 'boolean' ? false : undefined))
  }
  return {
    expression,
    way,
    toggle: () => (way === 'code' || way === 'condition' ? fromCode(expression ?? '') : toCode()),
    choose: (path) => {
      setWantsCode(false)
      if (expression === undefined) before.current.value = formData
      refocus()
      change(writeReference(path))
    },
    remove: () => {
      refocus()
      change(before.current.value)
    },
    toFixed: () => {
      refocus()
      change(schema.type === 'array' ? [] : null)
    },
    onChange: (...changed) => {
      // Code that has become a plain value is still being written.
      if (way === 'code') setWantsCode(true)
      onChange(...changed)
    },
  }
}

/** Gives the field the focus when what it shows has changed. */
function useRefocus(id: string, formData: unknown): () => void {
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current) return
    isAsked.current = false
    document.getElementById(id)?.focus()
  }, [id, formData])
  return () => {
    isAsked.current = true
  }
}

/** An expression whose value is this fixed value. */
const literalText = (value: unknown): string =>
  value === undefined || value === '' ? '' : JSON.stringify(value)

/** The value of an expression that is only a literal. */
function literalIn(text: string): unknown {
  try {
    return parseTypedJson(text)
  } catch {
    return undefined
  }
}
