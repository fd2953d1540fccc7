import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { LoadFailure } from './load-failure.tsx'
import { LoadingRows } from './loading.tsx'
import { OldData } from './old-data.tsx'

/** The fields of the result of `useInfiniteQuery` that this needs. */
type PagedQuery<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  error: Error | null
  isPending: boolean
  isPaused: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

/** The items of all pages that have been read. */
export const itemsOf = <Item,>({ data }: Pick<PagedQuery<Item>, 'data'>): Item[] =>
  data?.pages.flatMap((page) => page.items) ?? []

type Props<Item> = {
  query: PagedQuery<Item>
  /** The name of the items at the start of a sentence: `The runs`. */
  what: string
  /** The number of skeletons while the first page loads, and their height. */
  skeletons: { rows: number; height: string }
  /** The content for an empty list. */
  empty: ReactNode
  children(items: Item[]): ReactNode
}

/**
 * A list that is read page by page: its items with a button for the next page, or instead the
 * skeletons, the failure or the content for an empty list. Items stay while a newer read of them
 * fails, which is said above them.
 */
export function PagedList<Item>({ query, what, skeletons, empty, children }: Props<Item>) {
  const items = itemsOf(query)
  if (query.isPending) {
    const label = `Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`
    return (
      <LoadingRows label={label} rows={skeletons.rows} rowClass={`${skeletons.height} w-full`} />
    )
  }
  if (query.error && items.length === 0)
    return <LoadFailure what={what} error={query.error} onRetry={() => void query.refetch()} />
  if (items.length === 0) return empty
  return (
    <>
      <OldData query={query} what={what} />
      {children(items)}
      {query.hasNextPage ? (
        <Button
          variant="outline"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
