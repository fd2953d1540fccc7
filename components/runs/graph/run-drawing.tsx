'use client'

import { useRef, useState } from 'react'
import { ViewButtons } from '#components/editor/picture/view-buttons'
import { loadCode } from '#components/shared/loading/load-code'
import { useReplacement } from '#components/shared/loading/use-replacement'
import { cn } from '#components/ui/cn'
import type { Zoom } from './run-graph.tsx'
import type { GraphProps } from './run-node.tsx'
import { RunPicture } from './run-picture.tsx'

const loadGraph = async () => (await loadCode(() => import('./run-graph.tsx'))).RunGraph
type Graph = Awaited<ReturnType<typeof loadGraph>>

/** Loads the drawing when it is wanted, and puts it in the place of the picture. */
function useDrawing() {
  const { onPointerDown, ...replacement } = useReplacement()
  const wanted = useRef(false)
  const [RunGraph, setGraph] = useState<Graph>()
  const want = () => {
    if (wanted.current) return
    wanted.current = true
    loadGraph().then(
      (graph) => setGraph(() => graph),
      () => {
        wanted.current = false
      },
    )
  }
  const handlers = {
    onPointerEnter: want,
    onFocus: want,
    onPointerDown: () => {
      onPointerDown()
      want()
    },
  }
  return { ...replacement, RunGraph, want, handlers }
}

/**
 * The workflow of a run with the live status of each task. It is a picture whose steps can be
 * chosen until somebody goes to it: then React Flow takes its place, to zoom and move it.
 */
export function RunDrawing(props: GraphProps) {
  const { place, RunGraph, isThere, want, handlers, onThere } = useDrawing()
  const [first, setFirst] = useState<Zoom>()
  const [centre] = useState(props.selected)
  const zoom = (wish: Zoom) => {
    setFirst(wish)
    want()
  }
  return (
    <div ref={place} className="relative size-full" {...handlers}>
      {isThere ? null : (
        <>
          <RunPicture {...props} centre={centre} />
          <ViewButtons onWish={zoom} />
        </>
      )}
      {RunGraph ? (
        <div
          aria-hidden={isThere ? undefined : true}
          className={cn('absolute inset-0', isThere ? '' : 'pointer-events-none opacity-0')}
        >
          <RunGraph {...props} centre={centre} first={first} onThere={onThere} />
        </div>
      ) : null}
    </div>
  )
}
