'use client'

import type { FieldProps } from '@rjsf/utils'
import { useContext, useEffect, useRef } from 'react'
import { CodeField } from '#components/code/code-field'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { takeNoValues, takeValues } from '../../data/insert-target.ts'
import { ExpressionScope } from './expression-scope.ts'
import { InsertValue } from '../values/insert-value.tsx'
import { ResultLine } from './result-line.tsx'
import { labelOfData, useExpressionPreview } from './use-expression-preview.ts'

/**
 * A computed value (JSONata): with completion, the error while typing, and the result for the last
 * run's data.
 */
export function ExpressionField({
  formData,
  onChange,
  fieldPathId,
  schema,
  name,
  disabled,
  rawErrors = [],
}: FieldProps) {
  const { items, sample } = useContext(ExpressionScope)
  const insert = useRef<((text: string) => void) | undefined>(undefined)
  const text = isExpression(formData) ? formData.$ : ''
  const preview = useExpressionPreview(text, sample)
  const label = `${schema.title ?? name}, expression`
  const id = fieldPathId.$id
  useEffect(() => () => takeNoValues(id), [id])
  const takes = {
    id,
    label: String(schema.title ?? name),
    insert: (path: string) => insert.current?.(path),
  }
  return (
    <div className="space-y-1.5" onFocusCapture={() => takeValues(takes)}>
      <CodeField
        id={id}
        label={label}
        language="jsonata"
        value={text}
        onChange={(next) => onChange({ $: next }, fieldPathId.path, undefined, id)}
        readOnly={disabled ?? false}
        invalid={preview.state === 'invalid' || rawErrors.length > 0}
        completions={items}
        describedBy={`${id}-preview`}
        onReady={(insertText) => {
          insert.current = insertText
        }}
      />
      <div className="flex items-start gap-2">
        <InsertValue
          items={items}
          sample={sample}
          label={String(schema.title ?? name)}
          onInsert={(path) => insert.current?.(path)}
        />
        <ResultLine
          id={`${id}-preview`}
          preview={preview}
          label={labelOfData(text, sample)}
          // The checked draft shows the same error below.
          hidesErrors={rawErrors.length > 0}
        />
      </div>
    </div>
  )
}
