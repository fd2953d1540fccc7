'use client'

import type { RegistryFieldsType, RJSFValidationError, UiSchema } from '@rjsf/utils'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ApiFailure } from '#lib/http/client'
import { loadCode } from '#components/shared/loading/load-code'
import { errorSchemaOf } from './error-schema.ts'
import { ErrorSummary } from './errors/error-summary.tsx'
import { errorsOf, errorsOfIssues, focusField, type FormError } from './errors/form-errors.ts'
import { PageButtons } from './pages/page-buttons.tsx'
import { PagesContext, type PagesState } from './pages/pages-context.ts'
import { pageWith, usePages } from './pages/use-pages.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { SchemaForm } from './schema-form.tsx'
import { useShownForm } from './shown/use-shown-form.ts'
import { FormFilesContext } from './uploads/form-files.ts'
import { useSendGuard } from './uploads/use-send-guard.ts'

type Data = Record<string, unknown>

// Only while files are sent; visitors need not load dialogs before the first field.
const LeaveGuard = lazy(async () => ({
  default: (await loadCode(() => import('./uploads/leave-guard.tsx'))).LeaveGuard,
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
  /** Distinguishes forms on one page: the first part of every field's id. */
  idPrefix?: string
  /** `div` for a form inside another form. */
  tagName?: 'form' | 'div'
  /** Replaces fields of rjsf, such as the frame of each. */
  fields?: RegistryFieldsType | undefined
  /** A visitor fills it in about themselves. */
  isVisitor?: boolean
  /** The page that is shown at first, from 0. */
  firstPage?: number
  /** Below the form and outside of it, with what it knows of pages and files. */
  below?: ReactNode
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

/** The server's issues at their fields. */
function useServerErrors({ failure, issuePrefix }: Props) {
  return useMemo(
    () => (failure instanceof ApiFailure ? errorSchemaOf(failure.issues, issuePrefix) : undefined),
    [failure, issuePrefix],
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The faults of the last try: found here, or told by the server; and the way to their fields. */
function useFaults(
  { schema, failure, issuePrefix, idPrefix = 'root' }: Props,
  pages: PagesState | null,
) {
  const [found, setFound] = useState<FormError[]>([])
  const told = useMemo(
    () =>
      failure instanceof ApiFailure ? errorsOfIssues(failure.issues, issuePrefix, schema) : [],
    [failure, issuePrefix, schema],
  )
  const lead = ({ path }: FormError) => {
    const page = pageWith(pages?.pages ?? [], path[0] ?? '')
    if (page >= 0) pages?.goTo(page)
    // After the page with the field is shown, and its heading has had the focus.
    requestAnimationFrame(() => focusField(path, idPrefix))
  }
  const goToPage = (errors: FormError[]) => {
    const indexes = errors.map(({ path }) => pageWith(pages?.pages ?? [], path[0] ?? ''))
    const first = Math.min(...indexes.filter((index) => index >= 0))
    if (pages && Number.isFinite(first) && !indexes.includes(pages.current)) pages.goTo(first)
  }
  // A refusal is at fields of other pages as well.
  const go = useRef(goToPage)
  go.current = goToPage
  useEffect(() => {
    if (told.length > 0) go.current(told)
  }, [told])
  const onError = (errors: RJSFValidationError[]) => {
    const next = errorsOf(errors, schema)
    setFound(next)
    goToPage(next)
  }
  /** A field that was changed is looked at again when the form is sent. */
  const settle = (before: Data, next: Data) =>
    setFound((list) => {
      const left = list.filter(({ path: [name = ''] }) => isSame(before[name], next[name]))
      return left.length === list.length ? list : left
    })
  const shown = found.length > 0 ? found : told
  // One fault says at its field what is wrong, and has the focus.
  return {
    summary: shown.length === 1 ? [] : shown,
    lead,
    onError,
    forget: () => setFound([]),
    settle,
  }
}

/** Where it is said why the form was not sent; it takes the focus. */
function useAlert({ memory, failure }: Props) {
  const alert = useRef<HTMLDivElement>(null)
  const guard = useSendGuard(memory, alert)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])
  return { alert, guard }
}

/**
 * A form that a person fills in. Hidden fields stay in the data; the server's refusal is shown at
 * the fields and, in summary, above them. The form is not sent while a chosen file is not stored.
 */
export function FillForm(props: Props) {
  const { onChange, onSubmit, failure, onSendNow, disabled = false, children } = props
  const { drawn, hints, formData, whole, sent } = useShownForm(props)
  const { state: pages, later } = usePages(drawn, props.firstPage)
  const faults = useFaults(props, pages)
  const errors = useServerErrors(props)
  const { handlers, isTouched } = useTouched()
  const { alert, guard } = useAlert(props)
  const isLast = !pages || pages.current === pages.pages.length - 1
  const submit = (next: Data) => {
    faults.forget()
    if (pages && !isLast) pages.goTo(pages.current + 1)
    else onSubmit(sent(next))
  }
  return (
    <FormFilesContext value={guard.files}>
      <Suspense fallback={null}>
        {guard.unfinished > 0 ? <LeaveGuard files={guard.unfinished} /> : null}
      </Suspense>
      {/* Files are checked before the fields: a required file on its way is not missing. */}
      <div
        className="min-w-0 space-y-4 wrap-anywhere"
        onSubmitCapture={isLast ? guard.onSubmit : undefined}
        {...handlers}
      >
        <RefusalAlert alert={alert} why={guard.why} failure={failure} onSendNow={onSendNow} />
        <ErrorSummary errors={faults.summary} onLead={faults.lead} />
        <PagesContext value={pages}>
          <SchemaForm
            schema={drawn}
            uiSchema={hints}
            formData={formData}
            later={later}
            onChange={(next) => {
              faults.settle(formData, next as Data)
              onChange(whole(next as Data), isTouched())
            }}
            onSubmit={(next) => submit(next as Data)}
            onError={faults.onError}
            {...(errors ? { extraErrors: errors } : {})}
            disabled={disabled}
            idPrefix={props.idPrefix ?? 'root'}
            tagName={props.tagName ?? 'form'}
            {...(props.fields ? { fields: props.fields } : {})}
          >
            <div className="pt-5">
              <PageButtons pages={pages} disabled={disabled}>
                {children}
              </PageButtons>
            </div>
          </SchemaForm>
          {props.below}
        </PagesContext>
      </div>
    </FormFilesContext>
  )
}
