import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { LoadFailure } from './load-failure.tsx'
import { LoadingRows } from './loading.tsx'

/** What this needs of the answer of `useInfiniteQuery`. */
type PagedQuery<Item> = {
  data: { pages: { items: Item[] }[] } | undefined
  error: Error | null
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

/** The items of all pages that were read so far. */
export const itemsOf = <Item,>({ data }: Pick<PagedQuery<Item>, 'data'>): Item[] =>
  data?.pages.flatMap((page) => page.items) ?? []

type Props<Item> = {
  query: PagedQuery<Item>
  /** What is listed, as a sentence about it begins: `The runs`. */
  what: string
  /** How many skeletons stand there while the first page loads, and their height. */
  skeletons: { rows: number; height: string }
  /** What stands there when the list is empty. */
  empty: ReactNode
  children(items: Item[]): ReactNode
}

/**
 * A list that is read page by page: its items with a button for the next page, or in their place
 * the skeletons, the failure or what an empty list shows. Items stay while a newer read of them
 * fails.
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
