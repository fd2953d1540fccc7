import type { AriaLabelConfig } from '@xyflow/react'

/** The buttons that zoom, of every drawing of steps. */
export const viewLabels = {
  'controls.ariaLabel': 'View',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit the whole workflow',
} satisfies Partial<AriaLabelConfig>
