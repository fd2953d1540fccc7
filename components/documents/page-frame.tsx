import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { ViewerToolbar, zooms } from './viewer-toolbar.tsx'

/** The largest step that is not larger, or the next one. */
const zoomAt = (zoom: number, step: -1 | 1): number =>
  zooms[Math.min(zooms.length - 1, Math.max(0, zooms.indexOf(zoom) + step))] ?? 1

/** By how many degrees a page is turned to the right. */
export type Turn = 0 | 90 | 180 | 270
const nextTurn: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

type Acts = { page: number; count: number; enlarge(step: -1 | 1): void }
type MoreActs = { fit(): void; turn(): void; search: (() => void) | undefined }

/** What a key does in the viewer; undefined for all others, which scroll. */
function keyAct(
  key: string,
  { page, count, enlarge, fit, turn, search, onPage }: Acts & MoreActs & Pick<Props, 'onPage'>,
): (() => void) | undefined {
  const toPage = (to: number) => () => onPage(Math.min(count, Math.max(1, to)))
  const acts: Record<string, (() => void) | undefined> = {
    PageDown: toPage(page + 1),
    PageUp: toPage(page - 1),
    Home: toPage(1),
    End: toPage(count),
    '+': () => enlarge(1),
    '=': () => enlarge(1),
    '-': () => enlarge(-1),
    '0': fit,
    r: turn,
    '/': search,
  }
  return acts[key]
}

/** A page that was turned to begins at its top; before a place on it is scrolled to. */
function useTopOf(page: number) {
  const scrolled = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = 0
  }, [page])
  return scrolled
}

/** What is shown: the page by its number, its name for people, how large, turned, or as text. */
export type Shown = { page: number; label: string; zoom: number; turn: Turn; asText: boolean }

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
  /** Opens the search; undefined where there is none. */
  onSearch?: () => void
  /** The address under which the file is downloaded. */
  download?: string
  /** Stands above the page. */
  note?: ReactNode
  /** All pages, to choose one; not drawn before the person wants it. */
  pageList?: ReactNode
  className: string | undefined
  children(shown: Shown): ReactNode
}

type Named = Pick<Props, 'drawn' | 'page' | 'count' | 'fileName' | 'part'>

const labelOf = ({ drawn, page, count, fileName, part = '' }: Named): string =>
  `${drawn ? 'Page' : 'Section'} ${page} of ${count} of ${fileName}${part}`

const scrollClass = cn(
  'min-h-0 min-w-0 flex-1 overflow-auto bg-muted p-3 outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
)

/** A frame around one page of a document, in which a person turns pages and enlarges them. */
export function PageFrame(props: Props) {
  const { fileName, page, count, drawn, hasText, onPage, note, className } = props
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState<Turn>(0)
  const [wantsText, setWantsText] = useState(false)
  const [hasList, setHasList] = useState(false)
  const asText = hasText && (wantsText || !drawn)
  const acts = {
    enlarge: (step: -1 | 1) => setZoom(zoomAt(zoom, step)),
    fit: () => setZoom(1),
    turn: () => setTurn(nextTurn[turn]),
    search: props.onSearch,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const act = isPlain ? keyAct(event.key, { page, count, onPage, ...acts }) : undefined
    if (act) event.preventDefault()
    act?.()
  }
  const label = labelOf(props)
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
        hasList={props.pageList && count > 1 ? hasList : undefined}
        download={props.download}
        onPage={onPage}
        {...acts}
        onList={setHasList}
        onText={hasText && drawn ? setWantsText : undefined}
      />
      {note}
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="flex min-h-0 flex-1">
        {hasList ? props.pageList : null}
        <div
          ref={useTopOf(page)}
          data-viewer-scroll
          role="group"
          aria-label={`${label}. Page up and page down turn, plus and minus enlarge.`}
          aria-keyshortcuts="PageUp PageDown Home End + - 0 R /"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
          onKeyDown={onKeyDown}
          className={scrollClass}
        >
          {props.children({ page, label, zoom, turn, asText })}
        </div>
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

type TurnedProps = { turn: Turn; width: number; height: number; children: ReactNode }

/** A page turned to the right, as wide as its place. */
export function Turned({ turn, width, height, children }: TurnedProps) {
  if (turn === 0) return children
  const isAcross = turn !== 180
  const ratio = isAcross ? `${height} / ${width}` : `${width} / ${height}`
  return (
    <div className="relative w-full" style={{ aspectRatio: ratio }}>
      <div
        className="absolute top-1/2 left-1/2"
        style={{
          width: isAcross ? `${(width / Math.max(1, height)) * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
      >
        {children}
      </div>
    </div>
  )
}
