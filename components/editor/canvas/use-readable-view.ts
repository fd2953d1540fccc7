import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useEffectEvent } from 'react'
import { edgeRoom, fitPadding, readableZoom } from '../drawing/zooms.ts'
import type { StepNode } from '../graph-adapter.ts'
import { boundsOf } from './bounds.ts'

/** The middle of a view over `place` pixels that shows nothing beyond the steps. */
function middleWithin(wanted: number, start: number, size: number, place: number): number {
  const reach = Math.max(0, size / 2 + (edgeRoom - place / 2) / readableZoom)
  const middle = start + size / 2
  return Math.min(middle + reach, Math.max(middle - reach, wanted))
}

/**
 * Shows the step that matters where all of them would be too small to read; again when the place of
 * the drawing changes, as when a phone is turned. Without one (undefined) all steps stay in sight.
 */
export function useReadableView(nodes: readonly StepNode[], centre: string | null | undefined) {
  const { setCenter } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const onSize = useEffectEvent(() => {
    if (centre === undefined) return
    const bounds = boundsOf(nodes)
    const share = 1 + fitPadding
    const zoom = Math.min(width / (bounds.width * share), height / (bounds.height * share))
    const node = nodes.find(({ id }) => id === centre) ?? nodes[0]
    if (zoom >= readableZoom || !node) return
    const { position, width: wide = 0, height: high = 0 } = node
    void setCenter(
      middleWithin(position.x + wide / 2, bounds.x, bounds.width, width),
      middleWithin(position.y + high / 2, bounds.y, bounds.height, height),
      { zoom: readableZoom },
    )
  })
  useEffect(() => {
    if (width > 0 && height > 0) onSize()
  }, [width, height])
}
