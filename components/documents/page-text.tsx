import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { getFilePageContract } from '#lib/contracts/data/file-pages'
import { cutText } from '#lib/domain/text'

type Marked = { start: number; end: number } | undefined

function Text({ text, marked }: { text: string; marked: Marked }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [marked?.start, marked?.end])
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

/** The text of a page, with a place in it. */
export function PageText({
  fileId,
  page,
  marked,
}: {
  fileId: string
  page: number
  marked: Marked
}) {
  const query = useQuery(queryOf(getFilePageContract, { params: { id: fileId, page } }))
  return (
    <div className="mx-auto min-h-40 w-full max-w-3xl rounded-md border bg-background p-4 sm:p-6">
      <Loaded query={query} what="The text" loading={<Skeleton className="h-24 w-full" />}>
        {({ text }) => <Text text={text} marked={marked} />}
      </Loaded>
    </div>
  )
}
