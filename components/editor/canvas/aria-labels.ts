import type { AriaLabelConfig } from '@xyflow/react'
import { viewLabels } from '#components/shared/drawing/view-labels'

/** The texts of React Flow for screen readers, in our words. */
export const ariaLabels: Partial<AriaLabelConfig> = {
  ...viewLabels,
  'node.a11yDescription.default':
    'Enter opens the step. Delete removes it. C connects it to another step. ' +
    'Once it is open, the arrow keys move it.',
  'node.a11yDescription.keyboardDisabled':
    'Enter opens the step. The arrow keys move it. Delete removes it. ' +
    'C connects it to another step.',
  'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
    `Step moved ${direction}, to ${Math.round(x)}, ${Math.round(y)}.`,
  'edge.a11yDescription.default': 'Enter selects the connection, Delete removes it.',
  'controls.interactive.ariaLabel': 'Lock or unlock the canvas',
  'minimap.ariaLabel': 'Overview of the workflow',
  'handle.ariaLabel': 'Connection point',
}
