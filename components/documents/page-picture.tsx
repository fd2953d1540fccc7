import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { cn } from '#components/ui/cn'
import type { Box } from '#lib/domain/document/page'
import { scrollInViewer } from './scroll-in-viewer.ts'

/** A box to be seen on the page; the chosen one is scrolled to. */
export type Highlight = { box: Box; chosen: boolean }

type Props = {
  /** The address of the picture. */
  source: string
  page: number
  /** In points, as shown. */
  width: number
  height: number
  label: string
  highlights: Highlight[]
  /** Another object scrolls to the chosen box again. */
  asked?: unknown
}

const percent = (part: number, whole: number) => `${(part / Math.max(1, whole)) * 100}%`
/** Room around a word, in points, so that its frame does not stand on its letters. */
const room = 2

type BoxesProps = Pick<Props, 'width' | 'height' | 'highlights' | 'asked'>

function Boxes({ width, height, highlights, asked }: BoxesProps) {
  const first = useRef<HTMLDivElement>(null)
  const chosen = highlights.findIndex((highlight) => highlight.chosen)
  const target = JSON.stringify(highlights[chosen]?.box ?? null)
  useEffect(() => {
    scrollInViewer(first.current)
  }, [target, asked])
  return highlights.map(({ box, chosen: isChosen }, index) => (
    <div
      key={`${box.x} ${box.y} ${isChosen}`}
      ref={index === chosen ? first : undefined}
      aria-hidden
      data-highlight={isChosen ? 'chosen' : 'other'}
      // The page is white in both themes, and so are these colours.
      className={cn(
        'absolute rounded-xs mix-blend-multiply',
        isChosen
          ? 'bg-yellow-300/60 ring-2 ring-amber-600'
          : 'bg-sky-300/40 ring-1 ring-sky-600/60',
      )}
      style={{
        left: percent(box.x - room, width),
        top: percent(box.y - room, height),
        width: percent(box.width + 2 * room, width),
        height: percent(box.height + 2 * room, height),
      }}
    />
  ))
}

function Failed({ page, onRetry }: { page: number; onRetry(): void }) {
  return (
    <div role="alert" className="absolute inset-0 grid content-start gap-3 p-6 pt-16 text-center">
      <p className="text-sm text-neutral-700">Page {page} could not be drawn.</p>
      <Button variant="secondary" size="sm" className="mx-auto" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** A page as a picture, with boxes on it. It has its size before the picture has arrived. */
export function PagePicture({ source, page, label, ...boxes }: Props) {
  const { width, height } = boxes
  const [ended, setEnded] = useState<{ source: string; how: 'loaded' | 'failed' }>()
  const [tries, setTries] = useState(0)
  const how = ended?.source === source ? ended.how : undefined
  return (
    <div
      className="relative w-full bg-white shadow-md ring-1 ring-black/10"
      style={{ aspectRatio: `${Math.max(1, width)} / ${Math.max(1, height)}` }}
    >
      {how === 'failed' ? (
        <Failed
          page={page}
          onRetry={() => {
            setEnded(undefined)
            setTries(tries + 1)
          }}
        />
      ) : (
        <>
          {/* Paper in both themes, also while it is loaded: what stands on it is to be read. */}
          {how ? null : <Skeleton className="absolute inset-0 rounded-none bg-neutral-100" />}
          {/* oxlint-disable-next-line nextjs/no-img-element -- it needs the person's session */}
          <img
            key={`${source} ${tries}`}
            src={source}
            alt={label}
            draggable={false}
            className={cn('absolute inset-0 size-full', how ? '' : 'opacity-0')}
            onLoad={() => setEnded({ source, how: 'loaded' })}
            onError={() => setEnded({ source, how: 'failed' })}
          />
          <Boxes {...boxes} />
        </>
      )}
    </div>
  )
}
