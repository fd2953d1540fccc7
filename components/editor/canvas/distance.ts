import type { ReactFlowState } from '@xyflow/react'
import { middleZoom, nearZoom, type Distance } from '../drawing/step-card.tsx'

/** From how far the canvas is seen. */
export const distanceOf = ({ transform: [, , zoom] }: ReactFlowState): Distance => {
  if (zoom >= nearZoom) return 'near'
  return zoom >= middleZoom ? 'middle' : 'far'
}
