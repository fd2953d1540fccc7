'use client'

import { useState } from 'react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { ScreenDocument } from '#lib/contracts/runs/screens'
import { PageViewer } from '../page-viewer.tsx'

type Props = {
  documents: ScreenDocument[]
  shown: string
  onShow(fileId: string): void
}

/** Documents, each behind a tab. One that was opened stays at its page and its size. */
export function Evidence({ documents, shown, onShow }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([])
  if (!opened.includes(shown)) setOpened([...opened, shown])
  const [only] = documents
  if (documents.length === 1 && only) return <PageViewer fileId={only.id} className="h-full" />
  return (
    <Tabs value={shown} onValueChange={onShow} className="h-full min-h-0 gap-2">
      <TabsList aria-label="Documents" className="shrink-0 justify-start print:hidden">
        {documents.map(({ id, fileName }) => (
          <TabsTrigger key={id} value={id} title={fileName} className="max-w-52 justify-start">
            <span className="truncate">{fileName}</span>
          </TabsTrigger>
        ))}
      </TabsList>
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
