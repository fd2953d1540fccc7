'use client'

import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { cn } from '#components/ui/cn'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Segmented } from '#components/ui/input/segmented'
import { SplitPanes } from '#components/ui/layout/split-panes'
import { useMediaQuery } from '#components/ui/use-media-query'
import type { ScreenDocument } from '#lib/contracts/runs/screens'
import { DocumentsBeside } from './open-document.ts'

/** Loaded only beside documents. */
const Evidence = lazy(async () => ({
  default: (await loadCode(() => import('./evidence.tsx'))).Evidence,
}))

type Pane = 'case' | 'documents'
type Props = { documents: ScreenDocument[]; children: ReactNode }

/** Which document is shown, and on a narrow page whether documents are. */
function useShownDocument(documents: ScreenDocument[]) {
  const [chosen, setShown] = useState('')
  // At first, and when the chosen one was removed, the first of the case.
  const shown = (documents.find(({ id }) => id === chosen) ?? documents[0])?.id ?? ''
  const [pane, setPane] = useState<Pane>('case')
  // A document that was opened stays at its page while the case is looked at.
  const [wasOpened, setWasOpened] = useState(false)
  if (pane === 'documents' && !wasOpened) setWasOpened(true)
  const viewer = useRef<HTMLElement>(null)
  const beside = useMemo(
    () => ({
      has: (fileId: string) => documents.some(({ id }) => id === fileId),
      open(fileId: string) {
        setShown(fileId)
        setPane('documents')
        // After it is shown.
        requestAnimationFrame(() => viewer.current?.focus())
      },
    }),
    [documents],
  )
  return { shown, setShown, pane, setPane, wasOpened, viewer, beside }
}

const viewerClass = cn(
  'outline-none print:hidden xl:sticky xl:top-4 xl:h-[calc(100dvh-2rem)]',
  'max-xl:h-[calc(100dvh-11rem)] max-xl:min-h-96',
)

/**
 * The case with its documents beside it, in two panes of which a person chooses the width; on a
 * narrow page one of the two. CSS decides, so that a phone is right before its program is there.
 */
export function BesideDocuments({ documents, children }: Props) {
  const { shown, setShown, pane, setPane, wasOpened, viewer, beside } = useShownDocument(documents)
  // Documents that nobody sees are not loaded.
  const isWide = useMediaQuery('(min-width: 1280px)', true)
  const panes = { case: 'Case', documents: `Documents (${documents.length})` }
  const evidence = (
    <section
      ref={viewer}
      aria-label="Documents"
      tabIndex={-1}
      className={cn(viewerClass, pane !== 'documents' && 'max-xl:hidden')}
    >
      <Suspense fallback={<Skeleton className="h-full w-full" />}>
        {isWide || wasOpened ? (
          <Evidence documents={documents} shown={shown} onShow={setShown} />
        ) : null}
      </Suspense>
    </section>
  )
  return (
    <DocumentsBeside value={beside}>
      <div className="sticky top-0 z-20 -mx-1 bg-background px-1 py-2 xl:hidden print:hidden">
        <Segmented label="What is shown" value={pane} options={panes} onChange={setPane} />
      </div>
      <SplitPanes
        label="Width of the documents"
        storedAs="documents-beside"
        first={evidence}
        second={
          // Paper has the case, whatever is shown.
          <div className={cn(pane !== 'case' && 'max-xl:hidden print:block!')}>{children}</div>
        }
      />
    </DocumentsBeside>
  )
}
