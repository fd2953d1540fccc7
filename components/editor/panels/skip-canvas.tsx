'use client'

import { useEditorStore } from '../store-context.ts'

/**
 * Leads past the boxes and lines of the canvas, each of which is a stop for the key Tab. Seen only
 * while it has the focus.
 */
export function SkipCanvas({ stepId }: { stepId: string | undefined }) {
  const store = useEditorStore()
  return (
    <button
      type="button"
      className="sr-only z-20 rounded-md bg-primary px-3 py-1.5 text-sm font-medium text-primary-foreground focus:not-sr-only focus:absolute focus:top-2 focus:left-12"
      onClick={() =>
        stepId === undefined
          ? store.getState().focusOn(null, 'start')
          : store.getState().focusOn(stepId, 'title')
      }
    >
      Skip the canvas
    </button>
  )
}
