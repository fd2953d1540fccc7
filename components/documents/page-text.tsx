import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { getFilePageContract } from '#lib/contracts/data/file-pages'
import type { Place } from '#lib/domain/document/page'
import { cutText } from '#lib/domain/text'
import { PageTable } from './page-table.tsx'
import { scrollInViewer } from './scroll-in-viewer.ts'

type Marked = Pick<Place, 'start' | 'end'> | undefined

function Text({ text, marked }: { text: string; marked: Marked }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollInViewer(mark.current)
  }, [marked])
  if (text === '') return <p className="text-sm text-muted-foreground">There is no text here.</p>
  const { start = text.length, end = text.length } = marked ?? {}
  return (
    <p className="text-sm leading-relaxed break-words whitespace-pre-wrap" dir="auto">
      {cutText(text, start)}
      {marked ? (
        <mark ref={mark} className="rounded-xs bg-yellow-200 px-0.5 text-black">
          {text.slice(start, end)}
        </mark>
      ) : null}
      {text.slice(end)}
    </p>
  )
}

type Props = { fileId: string; page: number; place: Place | undefined }

/** The text of a page, or the cells of a part of a table, with a place marked. */
export function PageText({ fileId, page, place }: Props) {
  const query = useQuery(queryOf(getFilePageContract, { params: { id: fileId, page } }))
  return (
    <Loaded query={query} what="The text" loading={<Skeleton className="h-24 w-full" />}>
      {({ text, table }) =>
        table ? (
          <PageTable table={table} place={place} />
        ) : (
          <div className="mx-auto min-h-40 w-full max-w-3xl rounded-md border bg-background p-4 sm:p-6">
            <Text text={text} marked={place} />
          </div>
        )
      }
    </Loaded>
  )
}
