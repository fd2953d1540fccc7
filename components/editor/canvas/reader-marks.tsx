'use client'

import { ViewportPortal } from '@xyflow/react'
import { cn } from '#components/ui/cn'
import { shortText } from '#lib/domain/text'
import type { StepNode } from '../graph-adapter.ts'
import { useShown } from '../levels/use-view.ts'
import { toneOfReader } from '../panels/reader-tone.ts'
import { useEditor } from '../store-context.ts'

type Mark = { tab: string; name: string; x: number; y: number; width: number; height: number }

/**
 * The steps at which other people are, framed and with their names. The places are those of the
 * model: from far the steps are no elements.
 */
export function ReaderMarks({ nodes }: { nodes: readonly StepNode[] }) {
  const readers = useEditor((state) => state.readers)
  const { boxOf } = useShown()
  const marks = readers.flatMap(({ tab, name, stepIds }): Mark[] =>
    stepIds.flatMap((id) => {
      // A collapsed box stands for the steps in it.
      const node = nodes.find((one) => one.id === boxOf.get(id))
      if (!node) return []
      const { position, width = 0, height = 0 } = node
      return [{ tab, name, ...position, width, height }]
    }),
  )
  if (marks.length === 0) return null
  return (
    <ViewportPortal>
      {marks.map(({ tab, name, x, y, width, height }) => (
        <div
          key={`${tab}:${x}:${y}`}
          aria-hidden
          className="pointer-events-none absolute"
          style={{
            transform: `translate(${x - 4}px, ${y - 4}px)`,
            width: width + 8,
            height: height + 8,
          }}
        >
          <div className="size-full rounded-xl border-2 border-dashed border-foreground/50" />
          <span
            className={cn(
              'absolute -top-5 left-2 rounded-t-md px-1.5 text-[11px] leading-5 font-medium',
              'whitespace-nowrap',
              toneOfReader(tab),
            )}
          >
            {shortText(name, 30)}
          </span>
        </div>
      ))}
    </ViewportPortal>
  )
}
