'use client'

import { CheckCircle2Icon, RotateCcwIcon, SendIcon } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Button } from '#components/ui/input/button'
import { useHeadingFocus } from '#components/ui/layout/use-heading-focus'
import type { FillForm } from './fill-form.tsx'
import { SaveForLater } from './saving/save-for-later.tsx'
import { SavedNotice } from './saving/saved-notice.tsx'
import { UploadPath } from './uploads/upload-path.ts'
import { useFormTexts } from './texts.ts'
import { useStartForm } from './use-start-form.ts'

type Data = Record<string, unknown>

// Shown only where something typed has no place any more.
const TypedText = lazy(async () => ({
  default: (await loadCode(() => import('#components/copy/typed-text'))).TypedText,
}))

type Props = Parameters<typeof useStartForm>[0] & {
  title: string
  description: string
  uiSchema: Data
  uploadPath: string
  /** What draws the fields: all of its code at once, or later. */
  Form: ComponentType<ComponentProps<typeof FillForm>>
  /** The text under the thanks. */
  afterwards(reference: string): ReactNode
}

/** Replaces a form that was received; it takes the focus from the form. */
function Thanks({ onFillAgain, children }: { onFillAgain(): void; children: ReactNode }) {
  const { text } = useFormTexts()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="space-y-4 rounded-lg border bg-card p-6 text-center">
      <CheckCircle2Icon
        className="mx-auto size-10 text-emerald-600 dark:text-emerald-400"
        aria-hidden
      />
      <h1 ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        {text('thanks')}
      </h1>
      {children}
      <Button variant="outline" className="print:hidden" onClick={onFillAgain}>
        <RotateCcwIcon aria-hidden /> {text('fill again')}
      </Button>
    </section>
  )
}

type RestoredProps = { changed: boolean; left: string; onForget(): void }

/** Says that input from before a reload was restored, and offers an empty form. */
function RestoredNotice({ changed, left, onForget }: RestoredProps) {
  const { text } = useFormTexts()
  const said = text(changed ? 'restored.changed' : 'restored')
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
        <p role="status">{said}</p>
        <Button variant="link" size="sm" className="px-0" onClick={onForget}>
          {text('start over')}
        </Button>
      </div>
      {left ? (
        <Suspense fallback={null}>
          <TypedText title={text('restored.left')} text={left} />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * A manual form: one column, readable on a phone. Input survives a reload, and sending ends with
 * thanks and a reference.
 */
export function StartForm(props: Props) {
  const { id, title, description, schema, uiSchema, uploadPath, Form, afterwards, saving } = props
  const { data, change, submit, sendNow, fillAgain, stored } = useStartForm(props)
  const { restored, left, forget, saved } = stored
  const { text } = useFormTexts()
  const heading = useHeadingFocus()
  if (submit.answer)
    return <Thanks onFillAgain={fillAgain}>{afterwards(submit.answer.reference)}</Thanks>
  return (
    <UploadPath value={uploadPath}>
      <section className="space-y-6">
        <header className="space-y-1">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-2xl font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {title}
          </h1>
          {description ? (
            <p className="text-muted-foreground wrap-anywhere">{description}</p>
          ) : null}
          <SavedNotice {...saved} />
          {restored === 'no' || saved.opened > 0 ? null : (
            <RestoredNotice changed={restored === 'changed'} left={left} onForget={forget} />
          )}
        </header>
        {/* The key draws it again with what was restored: rjsf reads once which alternative fits. */}
        <Form
          key={`${restored}.${saved.opened}`}
          firstPage={saved.page}
          isVisitor={saving !== undefined}
          schema={schema}
          uiSchema={uiSchema}
          data={data}
          onChange={change}
          onSubmit={(given) => submit.mutate(given)}
          failure={submit.error}
          onSendNow={sendNow}
          issuePrefix="data"
          memory={id}
          disabled={submit.isPending}
          below={
            <SaveForLater
              saving={saving}
              data={data}
              secret={saved.secret}
              onSaved={stored.keepSaved}
            />
          }
        >
          <Button type="submit" disabled={submit.isPending}>
            <SendIcon aria-hidden /> {text(submit.isPending ? 'sending' : 'send')}
          </Button>
        </Form>
      </section>
    </UploadPath>
  )
}
