'use client'

import { useMutation } from '@tanstack/react-query'
import { CheckCircle2Icon, RotateCcwIcon, SendIcon } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button'
import { FillForm } from './fill-form.tsx'
import { initialData } from './initial-data.ts'
import { UploadPath } from './upload-file.ts'
import { useKeptData } from './use-kept-data.ts'

type Data = Record<string, unknown>

type Props = {
  /** Names the form in this browser's memory. */
  id: string
  title: string
  description: string
  schema: Data
  uiSchema: Data
  uploadPath: string
  /** Sends the form; `key` is the same for every try of one filling, so a lost answer never starts two runs. */
  send(data: Data, key: string): Promise<{ reference: string }>
  /** What stands under the thanks. */
  afterwards(reference: string): ReactNode
}

/** A manual form: one column, readable on a phone; what is typed survives a reload; thanks with a reference when it was sent. */
export function StartForm({ id, title, description, schema, uiSchema, uploadPath, send, afterwards }: Props) {
  const initial = useMemo(() => initialData(schema), [schema])
  const { data, setData, forget, restored } = useKeptData(id, initial)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const thanks = useRef<HTMLHeadingElement>(null)
  const submit = useMutation({
    mutationFn: (given: Data) => send(given, key),
    onSuccess: () => forget(),
  })
  // A changed form is another request: the server would refuse the old key with another body.
  const change = (next: Data) => {
    if (submit.isError) setKey(crypto.randomUUID())
    setData(next)
  }
  useEffect(() => {
    if (submit.isSuccess) thanks.current?.focus()
  }, [submit.isSuccess])

  if (submit.isSuccess)
    return (
      <section className="space-y-4 rounded-lg border bg-card p-6 text-center">
        <CheckCircle2Icon className="mx-auto size-10 text-emerald-600 dark:text-emerald-400" aria-hidden />
        <h1 ref={thanks} tabIndex={-1} className="text-xl font-semibold outline-none">Thank you, this was received</h1>
        {afterwards(submit.data.reference)}
        <Button variant="outline" onClick={() => { setKey(crypto.randomUUID()); submit.reset() }}>
          <RotateCcwIcon aria-hidden /> Fill it in again
        </Button>
      </section>
    )

  return (
    <UploadPath value={uploadPath}>
      <section className="space-y-6">
        <header className="space-y-1">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {description ? <p className="text-muted-foreground">{description}</p> : null}
          {restored ? <p role="status" className="text-sm text-muted-foreground">What you typed before was kept in this tab.</p> : null}
        </header>
        <FillForm schema={schema} uiSchema={uiSchema} data={data} onChange={change} onSubmit={(given) => submit.mutate(given)}
          failure={submit.error} issuePrefix="data" disabled={submit.isPending}>
          <Button type="submit" disabled={submit.isPending}>
            <SendIcon aria-hidden /> {submit.isPending ? 'Sending…' : 'Send'}
          </Button>
        </FillForm>
      </section>
    </UploadPath>
  )
}
