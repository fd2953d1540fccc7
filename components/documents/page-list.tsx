import { useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn'
import { getFilePagePictureContract, type FilePagesView } from '#lib/contracts/data/file-pages'
import { pathOf } from '#lib/http/client'

type Page = FilePagesView['pages'][number]
type Props = {
  view: FilePagesView
  current: number
  onPage(page: number): void
}
type ThumbnailProps = { fileId: string; page: Page; isShown: boolean; onSettled(): void }

/** A small picture of a page; its number stands below it, also where it cannot be drawn. */
function Thumbnail({ fileId, page: { page, width, height }, isShown, onSettled }: ThumbnailProps) {
  const source = pathOf(getFilePagePictureContract, { id: fileId, page }, { resolution: 'small' })
  return (
    <span
      className="block w-full overflow-hidden rounded-xs bg-white ring-1 ring-black/15"
      style={{ aspectRatio: `${Math.max(1, width)} / ${Math.max(1, height)}` }}
    >
      {isShown ? (
        // oxlint-disable-next-line nextjs/no-img-element -- it needs the person's session
        <img src={source} alt="" className="size-full" onLoad={onSettled} onError={onSettled} />
      ) : null}
    </span>
  )
}

/** The pages that came into view; each is drawn after the ones before it. */
function useSeen(list: React.RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState<readonly number[]>([])
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!list.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const now = entries
          .filter(({ isIntersecting }) => isIntersecting)
          .map(({ target }) => Number((target as HTMLElement).dataset['page']))
        setSeen((before) => [...before, ...now.filter((page) => !before.includes(page))])
      },
      { root: list.current },
    )
    for (const entry of list.current.querySelectorAll('[data-page]')) observer.observe(entry)
    return () => observer.disconnect()
  }, [list])
  // Two at a time, so that the page itself need not wait for its list.
  const waiting = seen.filter((page) => !settled.has(page)).slice(0, 2)
  return {
    isShown: (page: number) => settled.has(page) || waiting.includes(page),
    settle: (page: number) => setSettled((before) => new Set(before).add(page)),
  }
}

/** All pages of a document, to choose one: small pictures, or the names of its sections. */
export function PageList({ view: { fileId, drawn, pages }, current, onPage }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { isShown, settle } = useSeen(list)
  useEffect(() => {
    const entry = list.current?.querySelector(`[data-page="${current}"]`)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ul
      ref={list}
      aria-label="Pages"
      className={cn(
        'shrink-0 space-y-1 overflow-y-auto border-r bg-background p-2 print:hidden',
        drawn ? 'w-24' : 'w-36',
      )}
    >
      {pages.map((page) => (
        <li key={page.page} data-page={page.page}>
          <button
            type="button"
            aria-current={page.page === current ? 'page' : undefined}
            onClick={() => onPage(page.page)}
            className="w-full rounded-sm p-1 text-left text-xs tabular-nums outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring aria-[current]:bg-accent aria-[current]:font-semibold"
          >
            {drawn ? (
              <Thumbnail
                fileId={fileId}
                page={page}
                isShown={isShown(page.page)}
                onSettled={() => settle(page.page)}
              />
            ) : null}
            <span className={cn('block truncate', drawn ? 'pt-0.5 text-center' : '')}>
              {page.cells ? `${page.cells.sheet} ${page.cells.range}`.trim() : null}
              {page.cells ? null : `${drawn ? '' : 'Section '}${page.page}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
