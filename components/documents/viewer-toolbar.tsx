import {
  ChevronLeftIcon,
  ChevronRightIcon,
  TextIcon,
  ZoomInIcon,
  ZoomOutIcon,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'

/** How many times as large as it fits. */
export const zooms = [1, 1.25, 1.5, 2, 3]

type Props = {
  page: number
  count: number
  zoom: number
  /** Whether its pages can be shown as pictures, and whether the text is shown in their place. */
  drawn: boolean
  asText: boolean
  onPage(page: number): void
  onZoom(step: -1 | 1): void
  /** Undefined where the text is not there. */
  onText: ((asText: boolean) => void) | undefined
}

function Tool({
  label,
  icon: Icon,
  ...props
}: {
  label: string
  icon: LucideIcon
  disabled: boolean
  onClick(): void
}) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} {...props}>
      <Icon aria-hidden />
    </Button>
  )
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
      <div className="w-14">
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

/** What can be done with the pages: turn, enlarge, read as text. */
export function ViewerToolbar({ zoom, drawn, asText, onZoom, onText, ...pages }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-background px-2 py-1">
      <Pages drawn={drawn} {...pages} />
      {drawn ? (
        <div className="ml-auto flex items-center gap-1">
          <Tool
            label="Smaller"
            icon={ZoomOutIcon}
            disabled={asText || zoom === zooms[0]}
            onClick={() => onZoom(-1)}
          />
          <span className="hidden w-11 text-center text-sm text-muted-foreground tabular-nums sm:inline">
            {Math.round(zoom * 100)}%
          </span>
          <Tool
            label="Larger"
            icon={ZoomInIcon}
            disabled={asText || zoom === zooms.at(-1)}
            onClick={() => onZoom(1)}
          />
          {onText ? (
            <Button
              variant={asText ? 'secondary' : 'ghost'}
              size="sm"
              aria-pressed={asText}
              onClick={() => onText(!asText)}
            >
              <TextIcon aria-hidden />
              Text
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
