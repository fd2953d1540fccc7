'use client'

import type { RegistryFieldsType, UiSchema } from '@rjsf/utils'
import { lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { ApiFailure } from '#lib/http/client'
import { deriveUiSchema } from './derive-ui-schema.ts'
import { drawnSchema } from './drawn-schema.ts'
import { errorSchemaOf } from './error-schema.ts'
import { visibleData, visibleSchema, withHidden } from './hidden-fields.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { SchemaForm } from './schema-form.tsx'
import { FormFilesContext } from './uploads/form-files.ts'
import { useSendGuard } from './uploads/use-send-guard.ts'

type Data = Record<string, unknown>

// Only while files are sent; visitors need not load dialogs before the first field.
const LeaveGuard = lazy(async () => ({
  default: (await import('./uploads/leave-guard.tsx')).LeaveGuard,
}))

type Props = {
  schema: Data
  uiSchema?: UiSchema
  data: Data
  /** `edited`: a person changed it, as opposed to the form filling in what its schema says. */
  onChange(data: Data, edited: boolean): void
  onSubmit(data: Data): void
  /** Why the server refused the last try, or that it was not reached. */
  failure: Error | null
  /** Sends at once what would otherwise be sent again later. */
  onSendNow?: (() => void) | undefined
  /** The prefix of the paths of the server's issues. */
  issuePrefix: 'data' | 'output' | 'startData'
  /**
   * Identifies the form in the storage of this browser tab, for files that a reload interrupted.
   */
  memory?: string
  disabled?: boolean
  /** Replaces fields of rjsf, such as the frame of each. */
  fields?: RegistryFieldsType | undefined
  children: ReactNode
}

/** These events mean that a person changed the form; changes before them are the form's own. */
const touching = ['onInput', 'onClick', 'onKeyDown', 'onDrop'] as const

/** The handlers that detect the first input of a person, and whether there was one. */
function useTouched() {
  const touched = useRef(false)
  const touch = () => {
    touched.current = true
  }
  const handlers = Object.fromEntries(touching.map((name) => [`${name}Capture`, touch]))
  return { handlers, isTouched: () => touched.current }
}

/** rjsf's input: the schema without its hidden fields, its hints and the remaining data. */
function useDrawn({ schema, uiSchema, data, failure, issuePrefix }: Props) {
  const drawn = useMemo(() => drawnSchema(visibleSchema(schema), uiSchema), [schema, uiSchema])
  const hints = useMemo(() => deriveUiSchema(drawn, uiSchema), [drawn, uiSchema])
  const shown = useMemo(() => visibleData(schema, data), [schema, data])
  const errors = useMemo(
    () => (failure instanceof ApiFailure ? errorSchemaOf(failure.issues, issuePrefix) : undefined),
    [failure, issuePrefix],
  )
  return { drawn, hints, shown, errors }
}

/**
 * A form that a person fills in. Hidden fields stay in the data; the server's refusal is shown at
 * the fields and, in summary, above them. The form is not sent while a chosen file is not stored.
 */
export function FillForm(props: Props) {
  const { schema, data, onChange, onSubmit, failure, onSendNow, memory, disabled, children } = props
  const { drawn, hints, shown, errors } = useDrawn(props)
  const { handlers, isTouched } = useTouched()
  const alert = useRef<HTMLDivElement>(null)
  const guard = useSendGuard(memory, alert)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])
  return (
    <FormFilesContext value={guard.files}>
      <Suspense fallback={null}>
        {guard.unfinished > 0 ? <LeaveGuard files={guard.unfinished} /> : null}
      </Suspense>
      {/* Files are checked before the fields: a required file on its way is not missing. */}
      <div
        className="min-w-0 space-y-4 wrap-anywhere"
        onSubmitCapture={guard.onSubmit}
        {...handlers}
      >
        <RefusalAlert alert={alert} why={guard.why} failure={failure} onSendNow={onSendNow} />
        <SchemaForm
          schema={drawn}
          uiSchema={hints}
          formData={shown}
          onChange={(next) => onChange(withHidden(schema, next as Data, data), isTouched())}
          onSubmit={(next) => onSubmit(withHidden(schema, next as Data, data))}
          {...(errors ? { extraErrors: errors } : {})}
          disabled={disabled ?? false}
          {...(props.fields ? { fields: props.fields } : {})}
        >
          <div className="pt-5">{children}</div>
        </SchemaForm>
      </div>
    </FormFilesContext>
  )
}
