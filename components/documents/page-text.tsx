import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { cn } from '#components/ui/cn'
import { getFilePageContract } from '#lib/contracts/data/file-pages'
import type { Place } from '#lib/domain/document/page'
import { PageTable } from './page-table.tsx'
import { scrollInViewer } from './scroll-in-viewer.ts'

type Piece = { text: string; marked: 'no' | 'quiet' | 'chosen' }

/** The text cut at its places; where two overlap, the first counts. */
function piecesOf(text: string, place: Place | undefined, others: Place[]): Piece[] {
  const marks = [
    ...(place ? [{ ...place, marked: 'chosen' as const }] : []),
    ...others
      .filter(({ start, end }) => start !== place?.start || end !== place.end)
      .map((other) => ({ ...other, marked: 'quiet' as const })),
  ].toSorted((one, other) => one.start - other.start)
  const pieces: Piece[] = []
  let done = 0
  for (const { start, end, marked } of marks) {
    if (start < done) continue
    pieces.push({ text: text.slice(done, start), marked: 'no' })
    pieces.push({ text: text.slice(start, end), marked })
    done = end
  }
  return [...pieces, { text: text.slice(done), marked: 'no' }]
}

type TextProps = { text: string; place: Place | undefined; others: Place[] }

function Text({ text, place, others }: TextProps) {
  const chosen = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollInViewer(chosen.current)
  }, [place])
  if (text === '') return <p className="text-sm text-muted-foreground">There is no text here.</p>
  return (
    <p className="text-sm leading-relaxed break-words whitespace-pre-wrap" dir="auto">
      {piecesOf(text, place, others).map((piece, index) =>
        piece.marked === 'no' ? (
          piece.text
        ) : (
          <mark
            key={index}
            ref={piece.marked === 'chosen' ? chosen : undefined}
            className={cn(
              'rounded-xs px-0.5 text-black',
              piece.marked === 'chosen' ? 'bg-yellow-300 ring-2 ring-amber-600' : 'bg-sky-200',
            )}
          >
            {piece.text}
          </mark>
        ),
      )}
    </p>
  )
}

type Props = { fileId: string; page: number; place: Place | undefined; others: Place[] }

/** The text of a page, or the cells of a part of a table, with places marked. */
export function PageText({ fileId, page, place, others }: Props) {
  const query = useQuery(queryOf(getFilePageContract, { params: { id: fileId, page } }))
  return (
    <Loaded query={query} what="The text" loading={<Skeleton className="h-24 w-full" />}>
      {({ text, table }) =>
        table ? (
          <PageTable table={table} place={place} others={others} />
        ) : (
          <div className="mx-auto min-h-40 w-full max-w-3xl rounded-md border bg-background p-4 sm:p-6">
            <Text text={text} place={place} others={others} />
          </div>
        )
      }
    </Loaded>
  )
}
