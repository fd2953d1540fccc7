'use client'

import type { FieldProps } from '@rjsf/utils'
import { useContext, useRef } from 'react'
import { CodeField } from '#components/code/code-field'
import { isExpression } from '#lib/domain/workflow/definition'
import { ExpressionScope } from './expression-scope.ts'
import { InsertValue } from './insert-value.tsx'
import { useExpressionPreview } from './use-expression-preview.ts'

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
  return (
    <div className="space-y-1.5">
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
          label={String(schema.title ?? name)}
          onInsert={(path) => insert.current?.(path)}
        />
        <div id={`${id}-preview`} className="min-w-0 grow pt-1 text-xs" aria-live="polite">
          {/* The checked draft shows the same error below. */}
          {preview.state === 'invalid' && rawErrors.length === 0 ? (
            <p className="text-destructive">{preview.message}</p>
          ) : null}
          {preview.state === 'failed' ? (
            <p className="text-amber-700 dark:text-amber-400">
              With the last run’s data: {preview.message}
            </p>
          ) : null}
          {preview.state === 'value' ? (
            <p className="text-muted-foreground">
              Last run:{' '}
              <code className="line-clamp-3 font-mono break-all text-foreground">
                {preview.text}
              </code>
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}
