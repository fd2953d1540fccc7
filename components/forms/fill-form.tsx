'use client'

import type { UiSchema } from '@rjsf/utils'
import { AlertCircleIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { ApiFailure } from '#lib/http/client'
import { deriveUiSchema } from './derive-ui-schema.ts'
import { drawnSchema } from './drawn-schema.ts'
import { errorSchemaOf } from './error-schema.ts'
import { visibleData, visibleSchema, withHidden } from './hidden-fields.ts'
import { SchemaForm } from './schema-form.tsx'

type Data = Record<string, unknown>

type Props = {
  schema: Data
  uiSchema?: UiSchema
  data: Data
  onChange(data: Data): void
  onSubmit(data: Data): void
  /** What the server refused last time. */
  failure: Error | null
  /** The word the server puts before the paths of its issues. */
  issuePrefix: 'data' | 'output' | 'startData'
  disabled?: boolean
  children: ReactNode
}

/** A form that a person fills in: hidden fields stay in the data, the server's refusal stands at the fields and, summed up, above them. */
export function FillForm({ schema, uiSchema, data, onChange, onSubmit, failure, issuePrefix, disabled, children }: Props) {
  const drawn = useMemo(() => drawnSchema(visibleSchema(schema), uiSchema), [schema, uiSchema])
  const hints = useMemo(() => deriveUiSchema(drawn, uiSchema), [drawn, uiSchema])
  const shown = useMemo(() => visibleData(schema, data), [schema, data])
  const errors = useMemo(
    () => (failure instanceof ApiFailure ? errorSchemaOf(failure.issues, issuePrefix) : undefined),
    [failure, issuePrefix],
  )
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])

  return (
    <div className="space-y-4">
      {failure ? (
        <Alert variant="destructive" ref={alert} tabIndex={-1}>
          <AlertCircleIcon aria-hidden />
          <AlertTitle>This was not accepted</AlertTitle>
          <AlertDescription>{failure.message}</AlertDescription>
        </Alert>
      ) : null}
      <SchemaForm
        schema={drawn}
        uiSchema={hints}
        formData={shown}
        onChange={(next) => onChange(withHidden(schema, next as Data, data))}
        onSubmit={(next) => onSubmit(withHidden(schema, next as Data, data))}
        {...(errors ? { extraErrors: errors } : {})}
        disabled={disabled ?? false}
      >
        <div className="pt-5">{children}</div>
      </SchemaForm>
    </div>
  )
}
