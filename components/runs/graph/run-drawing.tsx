'use client'

// The server draws with it, before the drawing's code is loaded.
import '../../editor/drawing/drawing.css'
import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

/**
 * The workflow of a run with the live status of each step. The server draws it as a picture; its
 * code comes with the first touch.
 */
export const RunDrawing = partAtTouch(
  async () => (await import('./run-canvas.tsx')).RunCanvas,
  <Skeleton className="size-full" />,
)
