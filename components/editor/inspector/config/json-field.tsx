'use client'

import type { FieldProps } from '@rjsf/utils'
import { useEffect, useState } from 'react'
import { CodeField } from '#components/code/code-field'
import { LongIntegerError, parseTypedJson } from '#lib/domain/exact-json'

const written = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 2)

const notYet = 'This is not JSON yet; the last valid value counts. Text needs double quotes.'

/**
 * Any value, written as JSON. Incomplete text stays in the editor; the value changes when the text
 * is JSON again.
 */
export function JsonField({ formData, onChange, fieldPathId, schema, name, disabled }: FieldProps) {
  const [text, setText] = useState(() => written(formData))
  const [problem, setProblem] = useState<string>()
  const outside = written(formData)
  useEffect(() => {
    setText((now) => (sameJson(now, outside) ? now : outside))
    setProblem(undefined)
  }, [outside])
  return (
    <>
      <CodeField
        id={fieldPathId.$id}
        label={String(schema.title ?? name)}
        language="json"
        value={text}
        readOnly={disabled ?? false}
        invalid={problem !== undefined}
        minLines={3}
        onChange={(next) => {
          setText(next)
          try {
            const value = next.trim() === '' ? undefined : parseTypedJson(next)
            setProblem(undefined)
            onChange(value, fieldPathId.path, undefined, fieldPathId.$id)
          } catch (error) {
            setProblem(error instanceof LongIntegerError ? error.message : notYet)
          }
        }}
      />
      {problem ? <p className="text-xs text-destructive">{problem}</p> : null}
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
