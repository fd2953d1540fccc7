'use client'

import { ViewportPortal } from '@xyflow/react'
import { MessageSquareIcon } from 'lucide-react'
import type { StepNode } from '../graph-adapter.ts'
import { useShown } from '../levels/use-view.ts'
import { useEditor } from '../store-context.ts'

/**
 * How many open comments stand at a step, at the corner of its box. Screen readers have them in the
 * inspector.
 */
export function ThreadMarks({ nodes }: { nodes: readonly StepNode[] }) {
  const threads = useEditor((state) => state.threads)
  const { boxOf } = useShown()
  const open = threads.filter((thread) => thread.open > 0)
  if (open.length === 0) return null
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const counts = new Map<string, number>()
  for (const { stepId, open: count } of open) {
    // A collapsed box stands for the steps in it.
    const box = boxOf.get(stepId)
    if (box !== undefined) counts.set(box, (counts.get(box) ?? 0) + count)
  }
  return (
    <ViewportPortal>
      {[...counts].map(([stepId, count]) => {
        const node = byId.get(stepId)
        if (!node) return null
        const { position, width = 0 } = node
        return (
          <span
            key={stepId}
            aria-hidden
            data-comments={stepId}
            className="pointer-events-none absolute inline-flex h-5 items-center gap-1 rounded-full bg-amber-300 px-1.5 text-[11px] font-semibold text-amber-950 shadow-sm"
            style={{
              transform: `translate(${position.x + width - 20}px, ${position.y - 10}px)`,
            }}
          >
            <MessageSquareIcon className="size-3" />
            {count}
          </span>
        )
      })}
    </ViewportPortal>
  )
}
