'use client'

import { useStore, ViewportPortal, type ReactFlowState } from '@xyflow/react'
import { cn } from '#components/ui/cn'
import { shortText } from '#lib/domain/text'
import { toneOfReader } from '../panels/reader-tone.ts'
import { useEditor } from '../store-context.ts'

type Mark = { tab: string; name: string; x: number; y: number; width: number; height: number }

/** Whether the marks stand at the same places: else they are drawn at each move of any step. */
const isSame = (one: Mark[], other: Mark[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The steps at which other people are, framed and with their names. */
export function ReaderMarks() {
  const readers = useEditor((state) => state.readers)
  const marks = useStore(
    (state: ReactFlowState) =>
      readers.flatMap(({ tab, name, stepIds }): Mark[] =>
        stepIds.flatMap((id) => {
          const node = state.nodeLookup.get(id)
          if (!node) return []
          const { width = 0, height = 0 } = node.measured
          return [{ tab, name, ...node.internals.positionAbsolute, width, height }]
        }),
      ),
    isSame,
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
