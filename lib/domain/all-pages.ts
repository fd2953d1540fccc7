import type { Page } from './page.ts'

// Apart from page.ts, whose schemas a page of the browser has no use for.

const mostPages = 25

/**
 * The items of all pages of a list, which `read` reads one by one; at most 5,000. People choose from
 * no longer list: they search it.
 */
export async function itemsOfAllPages<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = []
  let page: { limit: number; cursor?: string } = { limit: 200 }
  for (let count = 0; count < mostPages; count++) {
    const { items, nextCursor } = await read(page)
    all.push(...items)
    if (nextCursor === null) break
    page = { ...page, cursor: nextCursor }
  }
  return all
}
