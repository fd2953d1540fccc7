'use client'

import { useQuery } from '@tanstack/react-query'
import { DownloadIcon, ScanTextIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import {
  getFilePagePictureContract,
  listFilePagesContract,
  type FilePagesView,
} from '#lib/contracts/data/file-pages'
import { getFileContentContract } from '#lib/contracts/data/files'
import type { Place } from '#lib/domain/document/page'
import { ApiFailure, pathOf } from '#lib/http/client'
import { Enlarged, PageFrame, Turned, type Shown } from './page-frame.tsx'
import { PageList } from './page-list.tsx'
import { PagePicture } from './page-picture.tsx'
import { PageText } from './page-text.tsx'
import { SearchBar } from './search-bar.tsx'
import { useFileSearch } from './use-file-search.ts'

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

type ContentProps = Props & { page: FilePagesView['pages'][number]; shown: Shown }

function Content({ page, shown: { label, zoom, turn, asText }, ...props }: ContentProps) {
  const { fileId, place, others = [] } = props
  if (asText)
    return (
      <div style={{ zoom }}>
        <PageText
          fileId={fileId}
          page={page.page}
          place={onPage(place, fileId, page.page)}
          others={others.filter((other) => onPage(other, fileId, page.page))}
        />
      </div>
    )
  const resolution = zoom >= 1.5 ? 'fine' : 'normal'
  return (
    <Enlarged zoom={zoom}>
      <Turned turn={turn} width={page.width} height={page.height}>
        <PagePicture
          source={pathOf(
            getFilePagePictureContract,
            { id: fileId, page: page.page },
            { resolution },
          )}
          page={page.page}
          width={page.width}
          height={page.height}
          label={label}
          highlights={highlightsOf(props, page.page)}
          asked={place}
        />
      </Turned>
    </Enlarged>
  )
}

function Pages({ view, className, ...given }: Props & { view: FilePagesView }) {
  const { search, places, place: found } = useFileSearch(given.fileId)
  // What the person looks for comes before what the page was opened for.
  const props = search.count > 0 ? { ...given, place: found, others: places } : given
  const [number, setPage] = useShownPage(props.place)
  const { pages, drawn, fileName } = view
  const page = pages[Math.min(number, pages.length) - 1]
  if (!page) return null
  return (
    <PageFrame
      fileName={fileName}
      page={page.page}
      count={pages.length}
      part={page.cells ? `, cells ${page.cells.range}` : ''}
      drawn={drawn}
      hasText
      onPage={setPage}
      onSearch={search.open}
      download={pathOf(getFileContentContract, { id: given.fileId })}
      pageList={<PageList view={view} current={page.page} onPage={setPage} />}
      note={
        <>
          {search.opened > 0 ? <SearchBar search={search} /> : null}
          <Recognized {...page} />
          <WhichCells {...page} />
        </>
      }
      className={className}
    >
      {(shown) => <Content {...props} page={page} shown={shown} />}
    </PageFrame>
  )
}

/** Why a document cannot be shown, and its bytes for a program that can. */
function NotShown({ fileId, error, onRetry }: { fileId: string; error: Error; onRetry(): void }) {
  const isFinal = error instanceof ApiFailure && error.status === 422
  return (
    <div className="space-y-3">
      {isFinal ? (
        <Alert>
          <AlertTitle>This file cannot be shown here</AlertTitle>
          <AlertDescription>{error.message}</AlertDescription>
        </Alert>
      ) : (
        <LoadFailure what="The document" error={error} onRetry={onRetry} />
      )}
      <Button variant="outline" size="sm" asChild>
        <a href={pathOf(getFileContentContract, { id: fileId })} download>
          <DownloadIcon aria-hidden /> Download it
        </a>
      </Button>
    </div>
  )
}

/**
 * Shows a document page by page, as pictures or as text, with places marked. It fills the height
 * that `className` gives it.
 */
export function PageViewer(props: Props) {
  const query = useQuery(queryOf(listFilePagesContract, { params: { id: props.fileId } }))
  const { data, error } = query
  if (data) return <Pages key={props.fileId} view={data} {...props} />
  if (!error) return <Skeleton className={cn('min-h-60', props.className)} />
  return <NotShown fileId={props.fileId} error={error} onRetry={() => void query.refetch()} />
}
