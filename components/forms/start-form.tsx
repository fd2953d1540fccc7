'use client'

import { useMutation } from '@tanstack/react-query'
import { CheckCircle2Icon, RotateCcwIcon, SendIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure } from '#lib/http/client'
import { FillForm } from './fill-form.tsx'
import { initialData } from './initial-data.ts'
import { UploadPath } from './uploads/upload-path.ts'
import { useStoredData } from './use-stored-data.ts'
import { useSendAgain } from './use-send-again.ts'

type Data = Record<string, unknown>

type Props = {
  /** Names the form in this browser's memory. */
  id: string
  title: string
  description: string
  schema: Data
  uiSchema: Data
  uploadPath: string
  /**
   * Sends the form; `key` is the same for every try of one filling, so a lost answer never starts
   * two runs.
   */
  send(data: Data, key: string): Promise<{ reference: string }>
  /** What stands under the thanks. */
  afterwards(reference: string): ReactNode
}

const arrivedBefore = [
  'An earlier try had arrived, only its answer was lost.',
  'What you changed since is not part of it. Send again to hand this in as well.',
].join(' ')

/** The server knows the key with what was sent before. */
const isOtherThanBefore = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'idempotency_key_reused'

/**
 * A manual form: one column, readable on a phone; what is typed survives a reload; thanks with a
 * reference when it was sent.
 */
export function StartForm(props: Props) {
  const { id, title, description, schema, uiSchema, uploadPath, send, afterwards } = props
  const initial = useMemo(() => initialData(schema), [schema])
  const { data, setData, forget, restored } = useStoredData(id, initial)
  // Kept until the form was received, also when it is changed after a try: had that one arrived
  // without its answer, the server refuses the changed form instead of starting a second run.
  const [key, setKey] = useState(randomId)
  const thanks = useRef<HTMLHeadingElement>(null)
  const submit = useMutation({
    mutationFn: async (given: Data) => {
      try {
        return await send(given, key)
      } catch (error) {
        if (!isOtherThanBefore(error)) throw error
        setKey(randomId())
        throw new ApiFailure(409, 'arrived_before', arrivedBefore, {})
      }
    },
    // Otherwise a form that is sent offline would wait in silence.
    networkMode: 'always',
    onSuccess: () => forget(),
  })
  const sendNow = useSendAgain(submit)
  const change = (next: Data, edited: boolean) => {
    // What waits to be sent again is not what stands here any more.
    if (edited && sendNow) submit.reset()
    setData(next, edited)
  }
  useEffect(() => {
    if (submit.isSuccess) thanks.current?.focus()
  }, [submit.isSuccess])

  if (submit.isSuccess)
    return (
      <section className="space-y-4 rounded-lg border bg-card p-6 text-center">
        <CheckCircle2Icon
          className="mx-auto size-10 text-emerald-600 dark:text-emerald-400"
          aria-hidden
        />
        <h1 ref={thanks} tabIndex={-1} className="text-xl font-semibold outline-none">
          Thank you, this was received
        </h1>
        {afterwards(submit.data.reference)}
        <Button
          variant="outline"
          onClick={() => {
            setKey(randomId())
            submit.reset()
          }}
        >
          <RotateCcwIcon aria-hidden /> Fill it in again
        </Button>
      </section>
    )

  return (
    <UploadPath value={uploadPath}>
      <section className="space-y-6">
        <header className="space-y-1">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {description ? (
            <p className="text-muted-foreground wrap-anywhere">{description}</p>
          ) : null}
          {restored ? (
            <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
              <p role="status">What you typed before was kept in this tab.</p>
              <Button variant="link" size="sm" className="px-0" onClick={forget}>
                Begin anew
              </Button>
            </div>
          ) : null}
        </header>
        {/* Drawn anew with what was restored: which alternative is chosen is read once. */}
        <FillForm
          key={String(restored)}
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
        >
          <Button type="submit" disabled={submit.isPending}>
            <SendIcon aria-hidden /> {submit.isPending ? 'Sending…' : 'Send'}
          </Button>
        </FillForm>
      </section>
    </UploadPath>
  )
}
