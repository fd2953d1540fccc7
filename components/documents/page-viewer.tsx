'use client'

import { useQuery } from '@tanstack/react-query'
import { ScanTextIcon } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { cn } from '#components/ui/cn'
import { listFilePagesContract, type FilePagesView } from '#lib/contracts/data/file-pages'
import type { Place } from '#lib/domain/document/page'
import { PagePicture } from './page-picture.tsx'
import { PageText } from './page-text.tsx'
import { ViewerToolbar, zooms } from './viewer-toolbar.tsx'

type Props = {
  fileId: string
  /** The place to look at: its page is opened, its boxes are marked and scrolled to. */
  place?: Place | undefined
  /** Further places, marked more quietly. */
  others?: Place[]
  className?: string
}

/** Below this somebody should compare the text with the picture. */
const sureEnough = 0.7

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

/** Says that the text of a page was recognized, and how surely. */
function Recognized({ how, confidence }: FilePagesView['pages'][number]) {
  if (how !== 'ocr') return null
  const sure = `${Math.round(confidence * 100)}%`
  const isHard = confidence < sureEnough
  const read = isHard ? `hard to read (${sure} sure): compare it` : `${sure} sure`
  const text = confidence === 0 ? 'Scan, not recognized yet' : `Recognized from a scan, ${read}`
  return (
    <p
      className={cn(
        'flex items-center gap-1.5 border-b px-3 py-1 text-xs',
        isHard ? 'bg-amber-100 text-amber-950' : 'bg-background text-muted-foreground',
      )}
    >
      <ScanTextIcon className="size-3.5 shrink-0" aria-hidden />
      {text}
    </p>
  )
}

/** Says which cells of a spreadsheet a part has. */
function WhichCells({ cells }: FilePagesView['pages'][number]) {
  if (!cells) return null
  return (
    <p className="truncate border-b bg-background px-3 py-1 text-xs text-muted-foreground">
      {cells.sheet === '' ? `Cells ${cells.range}` : `${cells.sheet}, cells ${cells.range}`}
    </p>
  )
}

/** The place when it stands on this page. */
const onPage = (place: Place | undefined, fileId: string, page: number) =>
  place?.fileId === fileId && place.page === page ? place : undefined

function highlightsOf({ fileId, place, others = [] }: Props, page: number) {
  const shown = onPage(place, fileId, page)
  const isShown = (other: Place) => other.start === shown?.start && other.end === shown.end
  const quiet = others.filter((other) => onPage(other, fileId, page) && !isShown(other))
  return [
    ...quiet.flatMap(({ boxes }) => boxes.map((box) => ({ box, chosen: false }))),
    ...(shown?.boxes ?? []).map((box) => ({ box, chosen: true })),
  ]
}

/** The page that is shown; another place opens its page, wherever the reader had leafed to. */
function useShownPage(place: Place | undefined) {
  const [page, setPage] = useState(place?.page ?? 1)
  const [opened, setOpened] = useState(place)
  if (place !== opened) {
    setOpened(place)
    if (place) setPage(place.page)
  }
  return [page, setPage] as const
}

/** A page that was turned to begins at its top; before a place on it is scrolled to. */
function useTopOf(page: number) {
  const scrolled = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = 0
  }, [page])
  return scrolled
}

type Shown = { page: FilePagesView['pages'][number]; label: string; zoom: number; asText: boolean }

function Content({ page, label, zoom, asText, ...props }: Props & Shown) {
  const { fileId, place } = props
  if (asText)
    return <PageText fileId={fileId} page={page.page} place={onPage(place, fileId, page.page)} />
  return (
    <div className="mx-auto" style={{ width: `calc(min(100%, 56rem) * ${zoom})` }}>
      <PagePicture
        fileId={fileId}
        page={page.page}
        width={page.width}
        height={page.height}
        label={label}
        resolution={zoom >= 1.5 ? 'fine' : 'normal'}
        highlights={highlightsOf(props, page.page)}
        asked={place}
      />
    </div>
  )
}

function Pages({ view, className, ...props }: Props & { view: FilePagesView }) {
  const [number, setPage] = useShownPage(props.place)
  const [zoom, setZoom] = useState(1)
  const [wantsText, setWantsText] = useState(false)
  const scrolled = useTopOf(number)
  const { pages, drawn, fileName } = view
  const count = pages.length
  const page = pages[Math.min(number, count) - 1]
  if (!page) return null
  const asText = wantsText || !drawn
  const enlarge = (step: -1 | 1) => setZoom(zoomAt(zoom, step))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAct(event.key, { page: page.page, count })
    if (!act) return
    event.preventDefault()
    if (act.page) setPage(act.page)
    else if (act.step && !asText) enlarge(act.step)
  }
  const cells = page.cells ? `, cells ${page.cells.range}` : ''
  const label = `${drawn ? 'Page' : 'Section'} ${page.page} of ${count} of ${fileName}${cells}`
  return (
    <section
      aria-label={`Pages of ${fileName}`}
      className={cn('flex min-h-0 flex-col overflow-hidden rounded-md border', className)}
    >
      <ViewerToolbar
        page={page.page}
        count={count}
        zoom={zoom}
        drawn={drawn}
        asText={asText}
        onPage={setPage}
        onZoom={enlarge}
        onText={setWantsText}
      />
      <Recognized {...page} />
      <WhichCells {...page} />
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
        <Content {...props} page={page} label={label} zoom={zoom} asText={asText} />
      </div>
    </section>
  )
}

/**
 * Shows a document page by page, as pictures or as text, with places marked. It fills the height
 * that `className` gives it.
 */
export function PageViewer(props: Props) {
  const query = useQuery(queryOf(listFilePagesContract, { params: { id: props.fileId } }))
  return (
    <Loaded
      query={query}
      what="The document"
      loading={<Skeleton className={cn('min-h-60', props.className)} />}
    >
      {(view) => <Pages key={props.fileId} view={view} {...props} />}
    </Loaded>
  )
}
