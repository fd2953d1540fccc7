'use client'

import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cn } from '#components/ui/cn'

type Props = {
  label: string
  width: number
  least: number
  most: number
  usual: number
  onWidth(width: number): void
}

const barClass = cn(
  'absolute inset-y-0 -left-1.5 z-10 w-3 cursor-col-resize touch-none outline-none',
  'after:absolute after:inset-y-0 after:left-1.5 after:w-0.5 after:bg-transparent',
  'hover:after:bg-primary/60 focus-visible:after:bg-ring',
)

/** The left edge of a pane: the pointer and the arrow keys move it, a double click puts it back. */
export function ResizeBar({ label, width, least, most, usual, onWidth }: Props) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const keys: Record<string, number> = {
    ArrowLeft: width + 16,
    ArrowRight: width - 16,
    Home: least,
    End: most,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key]
    if (next === undefined) return
    event.preventDefault()
    onWidth(next)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current) onWidth(start.current.width + start.current.x - event.clientX)
  }
  const end = () => {
    start.current = null
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as ARIA has it
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves it
      tabIndex={0}
      className={barClass}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(usual)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
