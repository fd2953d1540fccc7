'use client'

import { useState } from 'react'
import { useReplacement } from '#components/shared/loading/use-replacement'
import { cn } from '#components/ui/cn'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { Canvas, type CanvasProps } from '../canvas/canvas.tsx'
import { CanvasPicture } from './canvas-picture.tsx'
import type { Wish } from './view-buttons.tsx'

/**
 * The workflow as a graph. The server draws it as a picture, whose steps can be chosen; the canvas
 * takes its place as soon as it shows the same.
 */
export function CanvasPlace(props: CanvasProps) {
  const isHydrated = useHydrated()
  const [fromServer] = useState(!isHydrated)
  return fromServer ? <ReplacedPicture isHydrated={isHydrated} {...props} /> : <Canvas {...props} />
}

function ReplacedPicture({ isHydrated, ...props }: CanvasProps & { isHydrated: boolean }) {
  const { place, isThere, onThere, onPointerDown } = useReplacement()
  const [wish, setWish] = useState<Wish>()
  return (
    <div ref={place} className="relative size-full" onPointerDown={onPointerDown}>
      {isThere ? null : <CanvasPicture {...props} onWish={setWish} />}
      {isHydrated ? (
        <div
          aria-hidden={isThere ? undefined : true}
          className={cn('absolute inset-0', isThere ? '' : 'pointer-events-none opacity-0')}
        >
          <Canvas {...props} onThere={onThere} wish={wish} />
        </div>
      ) : null}
    </div>
  )
}
