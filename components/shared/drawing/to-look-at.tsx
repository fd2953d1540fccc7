'use client'

import { Background, Controls, type Node, type NodeChange } from '@xyflow/react'
import { useTheme } from 'next-themes'
import type { ReactNode } from 'react'

const fixed = {
  nodesDraggable: false,
  nodesConnectable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  multiSelectionKeyCode: null,
  selectionKeyCode: null,
  className: '!bg-transparent',
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
  return (
    <>
      <Background gap={20} bgColor="transparent" />
      {children}
      <Controls showInteractive={false} />
    </>
  )
}
