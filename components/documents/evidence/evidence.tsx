'use client'

import { Rows2Icon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { ScreenDocument } from '#lib/contracts/runs/screens'
import { PageViewer } from '../page-viewer.tsx'

type Props = {
  documents: ScreenDocument[]
  shown: string
  onShow(fileId: string): void
}

type TabsProps = Props & { label: string; children?: ReactNode }

/** Documents, each behind a tab. One that was opened stays at its page and its size. */
function DocumentTabs({ documents, shown, onShow, label, children }: TabsProps) {
  const [opened, setOpened] = useState<readonly string[]>([])
  if (!opened.includes(shown)) setOpened([...opened, shown])
  return (
    <Tabs value={shown} onValueChange={onShow} className="h-full min-h-0 gap-2">
      <div className="flex shrink-0 items-center gap-2 print:hidden">
        <TabsList aria-label={label} className="min-w-0 justify-start">
          {documents.map(({ id, fileName }) => (
            <TabsTrigger key={id} value={id} title={fileName} className="max-w-52 justify-start">
              <span className="truncate">{fileName}</span>
            </TabsTrigger>
          ))}
        </TabsList>
        {children}
      </div>
      {documents.map(({ id }) => (
        <TabsContent
          key={id}
          value={id}
          forceMount
          className="min-h-0 flex-1 data-[state=inactive]:hidden"
        >
          {opened.includes(id) ? <PageViewer fileId={id} className="h-full" /> : null}
        </TabsContent>
      ))}
    </Tabs>
  )
}

/** The documents of a case: one, or two below each other to be compared, each with its own tabs. */
export function Evidence({ documents, shown, onShow }: Props) {
  const [compared, setSecond] = useState<string>()
  const second = documents.find(({ id }) => id === compared)?.id
  const [only] = documents
  if (documents.length === 1 && only) return <PageViewer fileId={only.id} className="h-full" />
  const other = documents.find(({ id }) => id !== shown)?.id
  const toggle = (
    <Button
      type="button"
      variant="ghost"
      size="icon"
      className="ml-auto size-8 shrink-0 max-lg:hidden"
      aria-label="Compare two documents"
      title="Compare two documents"
      aria-pressed={second !== undefined}
      onClick={() => setSecond(second === undefined ? other : undefined)}
    >
      <Rows2Icon aria-hidden />
    </Button>
  )
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="min-h-0 flex-1">
        <DocumentTabs documents={documents} shown={shown} onShow={onShow} label="Documents">
          {toggle}
        </DocumentTabs>
      </div>
      {second === undefined ? null : (
        <section aria-label="Second document" className="min-h-0 flex-1 max-lg:hidden">
          <DocumentTabs
            documents={documents}
            shown={second}
            onShow={setSecond}
            label="Second document"
          />
        </section>
      )}
    </div>
  )
}
