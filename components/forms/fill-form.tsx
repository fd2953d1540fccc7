'use client'

import type { UiSchema } from '@rjsf/utils'
import { AlertCircleIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { ApiFailure } from '#lib/http/client'
import { isConnectionFailure } from './connection-failure.ts'
import { deriveUiSchema } from './derive-ui-schema.ts'
import { drawnSchema } from './drawn-schema.ts'
import { errorSchemaOf } from './error-schema.ts'
import { visibleData, visibleSchema, withHidden } from './hidden-fields.ts'
import { SchemaForm } from './schema-form.tsx'
import { createFormFiles, FormFilesContext, whyNotSent } from './uploads/form-files.ts'
import { LeaveGuard } from './uploads/leave-guard.tsx'

type Data = Record<string, unknown>

type Props = {
  schema: Data
  uiSchema?: UiSchema
  data: Data
  /** `edited`: a person changed it, as opposed to the form filling in what its schema says. */
  onChange(data: Data, edited: boolean): void
  onSubmit(data: Data): void
  /** What the server refused last time, or that it was not reached. */
  failure: Error | null
  /** What failed is sent again by itself; this sends it now. */
  onSendNow?: (() => void) | undefined
  /** The word the server puts before the paths of its issues. */
  issuePrefix: 'data' | 'output' | 'startData'
  /** Names the form in this browser tab's memory, for files that a reload cut off. */
  memory?: string
  disabled?: boolean
  children: ReactNode
}

/**
 * Every way in which a person changes a form; what the form does by itself comes before any of
 * them.
 */
const touching = ['onInput', 'onClick', 'onKeyDown', 'onDrop'] as const

/**
 * A form that a person fills in: hidden fields stay in the data, the server's refusal stands at the
 * fields and, summed up, above them. It is not sent while a chosen file is not stored.
 */
export function FillForm(props: Props) {
  const { schema, uiSchema, data, onChange, onSubmit, failure, onSendNow, issuePrefix } = props
  const { memory, disabled, children } = props
  const drawn = useMemo(() => drawnSchema(visibleSchema(schema), uiSchema), [schema, uiSchema])
  const hints = useMemo(() => deriveUiSchema(drawn, uiSchema), [drawn, uiSchema])
  const shown = useMemo(() => visibleData(schema, data), [schema, data])
  const errors = useMemo(
    () => (failure instanceof ApiFailure ? errorSchemaOf(failure.issues, issuePrefix) : undefined),
    [failure, issuePrefix],
  )
  const files = useMemo(() => createFormFiles(memory), [memory])
  const unfinished = useSyncExternalStore(files.subscribe, files.all, files.all)
  const [held, setHeld] = useState(false)
  const why = held ? whyNotSent(unfinished) : ''
  const touched = useRef(false)
  const touch = () => {
    touched.current = true
  }
  const touches = Object.fromEntries(touching.map((name) => [`${name}Capture`, touch]))

  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])
  const hold = (event: { preventDefault(): void; stopPropagation(): void }) => {
    setHeld(unfinished.length > 0)
    if (unfinished.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    // The alert may be there already; one that appears takes the focus by itself.
    alert.current?.focus()
  }
  const asks = why !== ''
  useEffect(() => {
    if (asks) alert.current?.focus()
  }, [asks])

  const notReached = isConnectionFailure(failure)
  return (
    <FormFilesContext value={files}>
      {unfinished.length > 0 ? <LeaveGuard files={unfinished.length} /> : null}
      {/* Asked before the fields are: a required file on its way is no missing one. */}
      <div className="min-w-0 space-y-4 wrap-anywhere" onSubmitCapture={hold} {...touches}>
        {asks || failure ? (
          <Alert variant="destructive" ref={alert} tabIndex={-1}>
            <AlertCircleIcon aria-hidden />
            <AlertTitle>{asks || notReached ? 'Not sent yet' : 'This was not accepted'}</AlertTitle>
            <AlertDescription>
              {asks ? why : failure?.message}
              {!asks && notReached && onSendNow ? (
                <>
                  <span>It is sent again by itself as soon as that works.</span>
                  <Button type="button" variant="outline" size="sm" onClick={onSendNow}>
                    Send now
                  </Button>
                </>
              ) : null}
            </AlertDescription>
          </Alert>
        ) : null}
        <SchemaForm
          schema={drawn}
          uiSchema={hints}
          formData={shown}
          onChange={(next) => onChange(withHidden(schema, next as Data, data), touched.current)}
          onSubmit={(next) => onSubmit(withHidden(schema, next as Data, data))}
          {...(errors ? { extraErrors: errors } : {})}
          disabled={disabled ?? false}
        >
          <div className="pt-5">{children}</div>
        </SchemaForm>
      </div>
    </FormFilesContext>
  )
}
