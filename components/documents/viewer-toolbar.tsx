import {
  ChevronLeftIcon,
  ChevronRightIcon,
  DownloadIcon,
  PanelLeftIcon,
  RotateCwIcon,
  SearchIcon,
  TextIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'
import { Tool } from './tool.tsx'

/** How many times as large as it fits. */
export const zooms = [1, 1.25, 1.5, 2, 3]

type Props = {
  page: number
  count: number
  zoom: number
  /** Whether its pages can be shown as pictures, and whether the text is shown in their place. */
  drawn: boolean
  asText: boolean
  /** Whether the list of pages is open; undefined where there is none. */
  hasList: boolean | undefined
  download: string | undefined
  onPage(page: number): void
  enlarge(step: -1 | 1): void
  /** As wide as it fits. */
  fit(): void
  turn(): void
  onList(hasList: boolean): void
  /** Undefined where there is no search. */
  search: (() => void) | undefined
  /** Undefined where there is only one of picture and text. */
  onText: ((asText: boolean) => void) | undefined
}

function Pages({ page, count, drawn, onPage }: Pick<Props, 'page' | 'count' | 'drawn' | 'onPage'>) {
  const what = drawn ? 'Page' : 'Section'
  return (
    <div className="flex items-center gap-1">
      <Tool
        label={`Previous ${what.toLowerCase()}`}
        icon={ChevronLeftIcon}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <div className="w-12">
        <NumberInput
          aria-label={what}
          className="h-8 px-1 text-center tabular-nums"
          value={page}
          min={1}
          max={count}
          required
          onChange={(next) => {
            if (next !== undefined && !Number.isNaN(next)) onPage(next)
          }}
        />
      </div>
      <span className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
        of {count}
      </span>
      <Tool
        label={`Next ${what.toLowerCase()}`}
        icon={ChevronRightIcon}
        disabled={page >= count}
        onClick={() => onPage(page + 1)}
      />
    </div>
  )
}

function Zoom({ zoom, enlarge, fit }: Pick<Props, 'zoom' | 'enlarge' | 'fit'>) {
  return (
    <div className="flex items-center">
      <Tool
        label="Smaller"
        icon={ZoomOutIcon}
        disabled={zoom === zooms[0]}
        onClick={() => enlarge(-1)}
      />
      <Button
        type="button"
        variant="ghost"
        size="sm"
        className="w-14 px-0 text-muted-foreground tabular-nums"
        aria-label={`Fit the width, now ${Math.round(zoom * 100)}%`}
        title="Fit the width"
        onClick={fit}
      >
        {Math.round(zoom * 100)}%
      </Button>
      <Tool
        label="Larger"
        icon={ZoomInIcon}
        disabled={zoom === zooms.at(-1)}
        onClick={() => enlarge(1)}
      />
    </div>
  )
}

/** What can be done with the pages: leaf, enlarge, turn, search, read as text, download. */
export function ViewerToolbar(props: Props) {
  const { drawn, asText, hasList, download, onList, onText, search, turn } = props
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-background px-2 py-1 print:hidden">
      {hasList === undefined ? null : (
        <Tool
          label="List of pages"
          icon={PanelLeftIcon}
          pressed={hasList}
          onClick={() => onList(!hasList)}
        />
      )}
      <Pages {...props} />
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <Zoom {...props} />
        {drawn && !asText ? <Tool label="Turn" icon={RotateCwIcon} onClick={turn} /> : null}
        {search ? <Tool label="Search" icon={SearchIcon} onClick={search} /> : null}
        {onText ? (
          <Tool label="Text" icon={TextIcon} pressed={asText} onClick={() => onText(!asText)} />
        ) : null}
        {download === undefined ? null : (
          <Button variant="ghost" size="icon" className="size-8" asChild>
            <a href={download} download aria-label="Download" title="Download">
              <DownloadIcon aria-hidden />
            </a>
          </Button>
        )}
      </div>
    </div>
  )
}
