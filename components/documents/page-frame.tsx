import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { ViewerToolbar, zooms } from './viewer-toolbar.tsx'

/** The largest step that is not larger, or the next one. */
const zoomAt = (zoom: number, step: -1 | 1): number =>
  zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + step))] ?? 1

/** What a key does in the viewer; undefined for all others, which scroll. */
function keyAct(key: string, { page, count }: { page: number; count: number }) {
  const pages: Record<string, number> = {
    PageDown: page + 1,
    PageUp: page - 1,
    Home: 1,
    End: count,
  }
  const steps: Record<string, -1 | 1> = { '+': 1, '=': 1, '-': -1 }
  const to = pages[key]
  if (to !== undefined) return { page: Math.min(count, Math.max(1, to)) }
  const step = steps[key]
  return step === undefined ? undefined : { step }
}

/** A page that was turned to begins at its top; before a place on it is scrolled to. */
function useTopOf(page: number) {
  const scrolled = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = 0
  }, [page])
  return scrolled
}

/** What is shown: the page by its number, its name for people, how large, and whether as text. */
export type Shown = { page: number; label: string; zoom: number; asText: boolean }

type Props = {
  fileName: string
  page: number
  count: number
  /** Which part of the document the page is, such as its cells; follows its number. */
  part?: string
  /** Whether the pages are pictures; else they are sections of text. */
  drawn: boolean
  hasText: boolean
  onPage(page: number): void
  /** Stands above the page. */
  note?: ReactNode
  className: string | undefined
  children(shown: Shown): ReactNode
}

/** A frame around one page of a document, in which a person turns pages and enlarges them. */
export function PageFrame(props: Props) {
  const { fileName, page, count, part = '', drawn, hasText, onPage, note, className } = props
  const [zoom, setZoom] = useState(1)
  const [wantsText, setWantsText] = useState(false)
  const scrolled = useTopOf(page)
  const asText = hasText && (wantsText || !drawn)
  const enlarge = (step: -1 | 1) => setZoom(zoomAt(zoom, step))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAct(event.key, { page, count })
    if (!act) return
    event.preventDefault()
    if (act.page) onPage(act.page)
    else if (act.step && !asText) enlarge(act.step)
  }
  const label = `${drawn ? 'Page' : 'Section'} ${page} of ${count} of ${fileName}${part}`
  return (
    <section
      aria-label={`Pages of ${fileName}`}
      className={cn('flex min-h-0 flex-col overflow-hidden rounded-md border', className)}
    >
      <ViewerToolbar
        page={page}
        count={count}
        zoom={zoom}
        drawn={drawn}
        asText={asText}
        onPage={onPage}
        onZoom={enlarge}
        onText={hasText ? setWantsText : undefined}
      />
      {note}
      <p role="status" className="sr-only">
        {label}
      </p>
      <div
        ref={scrolled}
        data-viewer-scroll
        role="group"
        aria-label={`${label}. Page up and page down turn, plus and minus enlarge.`}
        aria-keyshortcuts="PageUp PageDown Home End + -"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto bg-muted p-3 outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
      >
        {props.children({ page, label, zoom, asText })}
      </div>
    </section>
  )
}

/** A page in its frame, as wide as it fits, or larger. */
export function Enlarged({ zoom, children }: { zoom: number; children: ReactNode }) {
  return (
    <div className="mx-auto" style={{ width: `calc(min(100%, 56rem) * ${zoom})` }}>
      {children}
    </div>
  )
}
