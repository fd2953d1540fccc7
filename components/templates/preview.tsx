'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { CodeField } from '#components/code/code-field'
import { LoadingRows } from '#components/shared/loading/loading'
import { keyOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import { Segmented } from '#components/ui/input/segmented'
import { renderTemplateContract, type Keeping, type Rendered } from '#lib/contracts/data/templates'
import type { WrittenSource } from '#lib/domain/template/template'
import { call } from '#lib/http/client'
import { RunChoice } from './run-choice.tsx'
import { problemsIn } from './show-template-refusal.ts'

const SafeHtml = dynamic(
  async () => (await loadCode(() => import('#components/shared/display/safe-html'))).SafeHtml,
  { loading: () => null },
)
const PicturesViewer = dynamic(
  async () =>
    (await loadCode(() => import('#components/documents/pictures-viewer'))).PicturesViewer,
  { loading: () => <Skeleton className="h-[min(44rem,80dvh)]" /> },
)

type Result = NonNullable<Rendered['result']>

function downloadOf({ content, mimeType, fileName }: Result): void {
  const bytes = Uint8Array.from(atob(content ?? ''), (sign) => sign.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName ?? 'preview'
  link.click()
  URL.revokeObjectURL(address)
}

const paperClass = 'max-h-[36rem] overflow-auto rounded-lg border bg-white p-5 text-black'

function Pages({ result: { pages, pageCount, fileName } }: { result: Result }) {
  return (
    <>
      <PicturesViewer
        fileName={fileName ?? 'the result'}
        pages={pages}
        className="max-h-[80dvh] sm:h-[min(44rem,80dvh)]"
      />
      {pageCount > pages.length ? (
        <p className="text-sm text-muted-foreground">
          The first {pages.length} of {pageCount} pages. Download it to see all.
        </p>
      ) : null}
    </>
  )
}

/** The result: pages of a PDF as pictures, else the text or the HTML. */
function Shown({ result }: { result: Result }) {
  const { subject, text, html, pages, content, fileName } = result
  return (
    <div className="space-y-2">
      {subject === null ? null : (
        <p className="text-sm">
          <span className="text-muted-foreground">Subject: </span>
          <strong>{subject}</strong>
        </p>
      )}
      {pages.length > 0 ? <Pages result={result} /> : null}
      {text === null ? null : (
        <pre className={`${paperClass} font-sans text-sm whitespace-pre-wrap`} tabIndex={0}>
          {text}
        </pre>
      )}
      {html === null ? null : (
        <div className={paperClass} tabIndex={0} role="region" aria-label="Result">
          <SafeHtml html={html} pictures className="prose-rounds template-paper" />
        </div>
      )}
      {content === null ? null : (
        <Button variant="outline" size="sm" onClick={() => downloadOf(result)}>
          <DownloadIcon aria-hidden /> Download {fileName}
        </Button>
      )}
    </div>
  )
}

function Problems({ title, messages }: { title: string; messages: string[] }) {
  return (
    <Alert variant="warning">
      <AlertDescription className="col-start-2 space-y-1">
        <p className="font-medium">{title}</p>
        <ul className="list-disc space-y-0.5 pl-5">
          {messages.map((message) => (
            <li key={message} className="break-words">
              {message}
            </li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}

const origins = { sample: 'Made up', own: 'Typed', run: 'From a run' } as const
type Origin = keyof typeof origins

type Wanted = { source?: WrittenSource; data?: Record<string, unknown>; runId?: string }

/** Asks the server a moment after the last change. */
function useRendered(template: string, version: number, wanted: Wanted, enabled: boolean) {
  const [settled, setSettled] = useState(wanted)
  const text = JSON.stringify(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Wanted), 400)
    return () => clearTimeout(timer)
  }, [text])
  return useQuery({
    queryKey: keyOf(renderTemplateContract, template, version, settled),
    queryFn: async ({ signal }): Promise<Rendered> =>
      await call(renderTemplateContract, { params: { template }, body: settled, signal }),
    placeholderData: keepPreviousData,
    enabled,
    retry: false,
    staleTime: 60_000,
  })
}

/** The last result there was: what is typed is wrong until it is complete, and would flicker. */
function useLast(result: Result | undefined): Result | undefined {
  const [last, setLast] = useState(result)
  if (result && result !== last) setLast(result)
  return result ?? last
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function TypedData({ text, onChange }: { text: string; onChange(text: string): void }) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>Data</Label>
      <CodeField
        id={id}
        label="Data"
        language="json"
        value={text}
        minLines={4}
        maxLines={16}
        invalid={parsed(text) === undefined}
        onChange={onChange}
      />
    </div>
  )
}

type Props = {
  template: string
  version: number
  /** What is not saved yet; without it the version itself is shown. */
  source: WrittenSource | undefined
  /** The workflows that use it: their runs have data for it. */
  workflowIds: string[]
  /** What would keep the version of before, once `source` is saved. */
  onKeeping(keeping: Keeping | undefined): void
}

/** The template filled with made-up data, with typed data, or with what a run gave it. */
export function Preview({ template, version, source, workflowIds, onKeeping }: Props) {
  const [origin, setOrigin] = useState<Origin>('sample')
  const [typed, setTyped] = useState<string>()
  const [runId, setRunId] = useState<string>()
  const data = origin === 'own' && typed !== undefined ? parsed(typed) : undefined
  const wanted: Wanted = {
    ...(source ? { source } : {}),
    ...(data ? { data } : {}),
    ...(origin === 'run' && runId ? { runId } : {}),
  }
  const query = useRendered(
    template,
    version,
    useDeferredValue(wanted),
    origin !== 'run' || runId !== undefined,
  )
  const rendered = query.data
  const last = useLast(rendered?.result ?? undefined)
  const keeping = source && !query.error ? rendered?.keeping : undefined
  useEffect(() => onKeeping(keeping), [keeping, onKeeping])
  const choose = (next: Origin) => {
    if (next === 'own') setTyped((now) => now ?? JSON.stringify(rendered?.data ?? {}, null, 2))
    setOrigin(next)
  }
  return (
    <section aria-label="Preview" className="space-y-3 lg:sticky lg:top-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Preview</h2>
        <Segmented label="Data" value={origin} options={origins} onChange={choose} />
      </div>
      {origin === 'own' ? <TypedData text={typed ?? '{}'} onChange={setTyped} /> : null}
      {origin === 'run' ? (
        <RunChoice workflowIds={workflowIds} value={runId} onChange={setRunId} />
      ) : null}
      {query.error ? (
        <Problems title="It cannot be shown:" messages={problemsIn(query.error)} />
      ) : null}
      {rendered && rendered.issues.length > 0 && !query.error ? (
        <Problems
          title="The data does not fit:"
          messages={rendered.issues.map(({ message }) => message)}
        />
      ) : null}
      {last ? (
        <div className="space-y-2">
          {query.error ? (
            <p className="text-sm text-muted-foreground">As it was before the mistake:</p>
          ) : null}
          <Shown result={last} />
        </div>
      ) : null}
      {query.isLoading ? (
        <LoadingRows label="Filling the template" rows={5} rowClass="h-4 w-full" />
      ) : null}
    </section>
  )
}
