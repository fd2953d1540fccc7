'use client'

import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { cn } from '../cn.ts'

type Props = {
  /** Of the bar between them. */
  label: string
  /** Under which name this browser remembers the width. */
  storedAs: string
  first: ReactNode
  second: ReactNode
}

const least = 25
const most = 75
const usual = 55
const within = (share: number): number => Math.min(most, Math.max(least, Math.round(share)))

function stored(name: string): number {
  try {
    return within(Number(window.localStorage.getItem(`split.${name}`)) || usual)
  } catch {
    return usual
  }
}

/** How much of the width the first pane has, in percent; remembered in this browser. */
function useShare(name: string) {
  const [share, setShare] = useState(usual)
  useEffect(() => setShare(stored(name)), [name])
  const change = (next: number) => {
    setShare(within(next))
    try {
      window.localStorage.setItem(`split.${name}`, String(within(next)))
    } catch {
      // It is not remembered where storage is switched off.
    }
  }
  return { share, change }
}

/** How the bar follows a pointer. */
function useDrag(change: (share: number) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setIsDragged(true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const box = frame.current?.getBoundingClientRect()
      if (!isDragged || !box || box.width === 0) return
      change(((event.clientX - box.left) / box.width) * 100)
    },
    onPointerUp: () => setIsDragged(false),
    onPointerCancel: () => setIsDragged(false),
  }
  return { frame, isDragged, handlers }
}

const steps: Record<string, (share: number) => number> = {
  ArrowLeft: (share) => share - 2,
  ArrowRight: (share) => share + 2,
  Home: () => least,
  End: () => most,
}

const barClass = cn(
  'group flex w-6 shrink-0 cursor-col-resize touch-none justify-center self-stretch outline-none',
  'max-xl:hidden print:hidden',
)
const lineClass = cn(
  'sticky top-4 h-[calc(100dvh-2rem)] w-1 rounded-full bg-border transition-colors',
  'group-hover:bg-primary/50 group-focus-visible:bg-ring',
)

/**
 * Two panes side by side, whose widths a person changes with the pointer, the arrow keys, Home and
 * End; a double click makes them as they were at first. Below 1280 px they stand one below the
 * other, without anything between them: by CSS, as the server knows no width.
 */
export function SplitPanes({ label, storedAs, first, second }: Props) {
  const { share, change } = useShare(storedAs)
  const { frame, isDragged, handlers } = useDrag(change)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    change(step(share))
  }
  return (
    <div
      ref={frame}
      className={cn('xl:flex xl:items-start print:block', isDragged && 'select-none')}
    >
      <div className="min-w-0 self-stretch" style={{ flex: `${share} 1 0` }}>
        {first}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as ARIA has it */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={least}
        aria-valuemax={most}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves it
        tabIndex={0}
        className={barClass}
        onKeyDown={onKeyDown}
        onDoubleClick={() => change(usual)}
        {...handlers}
      >
        <span aria-hidden className={lineClass} />
      </div>
      <div className="min-w-0" style={{ flex: `${100 - share} 1 0` }}>
        {second}
      </div>
    </div>
  )
}
