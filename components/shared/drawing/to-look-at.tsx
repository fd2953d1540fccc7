'use client'

import {
  Background,
  ControlButton,
  Controls,
  useReactFlow,
  type Node,
  type NodeChange,
} from '@xyflow/react'
import { MaximizeIcon } from 'lucide-react'
import { useTheme } from 'next-themes'
import type { ReactNode } from 'react'
import { viewLabels, withoutMark } from './view-labels.ts'

const fixed = {
  nodesDraggable: false,
  nodesConnectable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  multiSelectionKeyCode: null,
  selectionKeyCode: null,
  className: '!bg-transparent',
  ariaLabelConfig: viewLabels,
  proOptions: withoutMark,
} as const

/** What a drawing of steps needs that people look at and choose from, and do not change. */
export function useToLookAt<Drawn extends Node>(onSelect: (id: string) => void) {
  const { resolvedTheme } = useTheme()
  return {
    ...fixed,
    colorMode: resolvedTheme === 'dark' ? ('dark' as const) : ('light' as const),
    // A click, and Enter or Space on a focused node, both arrive as a selection.
    onNodesChange(changes: NodeChange<Drawn>[]) {
      for (const change of changes)
        if (change.type === 'select' && change.selected) onSelect(change.id)
    },
  }
}

/** The ground of such a drawing, what lies on it, and the buttons that zoom. */
export function Ground({ children }: { children?: ReactNode }) {
  const { fitView } = useReactFlow()
  const fit = viewLabels['controls.fitView.ariaLabel']
  return (
    <>
      <Background gap={20} bgColor="transparent" />
      {children}
      <Controls
        showInteractive={false}
        showFitView={false}
        className="!rounded-md !border !shadow-sm"
      >
        <ControlButton
          aria-label={fit}
          title={fit}
          onClick={() => void fitView({ maxZoom: 1, padding: 0.1 })}
        >
          <MaximizeIcon aria-hidden className="!fill-none" />
        </ControlButton>
      </Controls>
    </>
  )
}
