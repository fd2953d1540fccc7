'use client'

import { EraserIcon, Undo2Icon } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from '#components/ui/input/button'
import { useFormTexts } from '../texts.ts'
import { isDrawing, padHeight, padWidth, paint, pictureOf, type Strokes } from './signature-pad.ts'

type Props = {
  label: string
  disabled: boolean
  onDrawn(picture: File): void
  onFault(message: string): void
}

/** The strokes, and their picture once the person is done. */
function useStrokes({ onDrawn, onFault }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<Strokes>([])
  const isDown = useRef(false)
  useEffect(() => {
    if (canvas.current) paint(canvas.current, strokes)
  }, [strokes])

  const pointOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * padWidth,
      y: ((event.clientY - box.top) / box.height) * padHeight,
    }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    isDown.current = true
    const point = pointOf(event)
    setStrokes((list) => [...list, [point]])
  }
  const goOn = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDown.current) return
    const point = pointOf(event)
    setStrokes((list) => list.map((one, at) => (at === list.length - 1 ? [...one, point] : one)))
  }
  const end = () => {
    isDown.current = false
  }
  const done = async () => {
    if (!canvas.current) return
    try {
      onDrawn(await pictureOf(canvas.current))
    } catch (error) {
      onFault((error as Error).message)
    }
  }
  return {
    canvas,
    isDrawn: isDrawing(strokes),
    isEmpty: strokes.length === 0,
    pen: { onPointerDown: begin, onPointerMove: goOn, onPointerUp: end, onPointerCancel: end },
    undo: () => setStrokes((list) => list.slice(0, -1)),
    clear: () => setStrokes([]),
    done,
  }
}

/** Calls back when the person goes elsewhere: nobody has to press a button for a drawn signature. */
function useLeaving(isActive: boolean, onLeave: () => void) {
  const area = useRef<HTMLDivElement>(null)
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (!isActive) return undefined
    const look = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) leave.current()
    }
    document.addEventListener('pointerdown', look, true)
    document.addEventListener('focusin', look, true)
    return () => {
      document.removeEventListener('pointerdown', look, true)
      document.removeEventListener('focusin', look, true)
    }
  }, [isActive])
  return area
}

/** A pad to sign on by mouse, pen or finger. */
export function DrawSignature(props: Props) {
  const { label, disabled } = props
  const { text } = useFormTexts()
  const { canvas, isDrawn, isEmpty, pen, undo, clear, done } = useStrokes(props)
  const area = useLeaving(isDrawn && !disabled, () => void done())
  return (
    <div ref={area} className="space-y-2">
      <canvas
        ref={canvas}
        width={padWidth}
        height={padHeight}
        role="img"
        aria-label={text('sign.pad', { label })}
        // Otherwise a finger would scroll the page.
        className="block aspect-[3/1] w-full max-w-lg cursor-crosshair touch-none rounded-md border border-input bg-white"
        {...(disabled ? {} : pen)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="button" size="sm" disabled={disabled || !isDrawn} onClick={() => void done()}>
          {text('sign.use')}
        </Button>
        <Button
          type="button"
          size="sm"
          variant="outline"
          disabled={disabled || isEmpty}
          onClick={undo}
        >
          <Undo2Icon aria-hidden /> {text('sign.undo')}
        </Button>
        <Button
          type="button"
          size="sm"
          variant="outline"
          disabled={disabled || isEmpty}
          onClick={clear}
        >
          <EraserIcon aria-hidden /> {text('sign.clear')}
        </Button>
      </div>
    </div>
  )
}
