import type { AriaLabelConfig, ProOptions } from '@xyflow/react'

/** Its licence asks for no mark on drawings; docs/third-party-software.md has the thanks. */
export const withoutMark: ProOptions = { hideAttribution: true }

/** The buttons that zoom, of every drawing of steps. */
export const viewLabels = {
  'controls.ariaLabel': 'View',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit the whole workflow',
} satisfies Partial<AriaLabelConfig>
