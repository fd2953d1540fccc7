'use client'

import type { FieldProps } from '@rjsf/utils'
import { useEffect, useState } from 'react'
import { CodeField } from '#components/code/code-field'

const written = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Any value, written as JSON. Half-typed text stays in the editor; the value changes when it is JSON again. */
export function JsonField({ formData, onChange, fieldPathId, schema, name, disabled }: FieldProps) {
  const [text, setText] = useState(() => written(formData))
  const [valid, setValid] = useState(true)
  const outside = written(formData)
  useEffect(() => {
    setText((now) => (sameJson(now, outside) ? now : outside))
    setValid(true)
  }, [outside])
  return (
    <>
      <CodeField
        id={fieldPathId.$id}
        label={String(schema.title ?? name)}
        language="json"
        value={text}
        readOnly={disabled ?? false}
        invalid={!valid}
        minLines={3}
        onChange={(next) => {
          setText(next)
          try {
            const value = next.trim() === '' ? undefined : (JSON.parse(next) as unknown)
            setValid(true)
            onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
          } catch {
            setValid(false)
          }
        }}
      />
      {valid ? null : <p className="text-xs text-destructive">This is not JSON yet; the last valid value is kept. Text needs double quotes.</p>}
    </>
  )
}

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b))
  } catch {
    return a === b
  }
}
