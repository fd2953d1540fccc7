'use client'

import { initialsOf } from '#components/shared/display/initials'
import { Tooltip, TooltipContent, TooltipTrigger } from '#components/ui/overlay/tooltip'
import { cn } from '#components/ui/cn'
import type { DraftReader } from '#lib/contracts/workflows/drafts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { toneOfReader } from './reader-tone.ts'

const mostShown = 4

function Reader({ reader }: { reader: DraftReader }) {
  const store = useEditorStore()
  const [stepId] = reader.stepIds
  const title = useEditor(
    ({ definition }) => definition.steps.find(({ id }) => id === stepId)?.title || stepId,
  )
  const name = reader.mine ? `${reader.name} (another tab of yours)` : reader.name
  const says = title === undefined ? `${name} has this draft open` : `${name} is at ${title}`
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <button
          type="button"
          aria-label={title === undefined ? says : `${says}. Go there`}
          aria-disabled={stepId === undefined}
          className={cn(
            'grid size-7 place-items-center rounded-full border-2 border-card text-xs font-medium',
            toneOfReader(reader.tab),
          )}
          onClick={() => {
            if (stepId === undefined || title === undefined) return
            store.getState().select([stepId])
            store.getState().show([stepId])
          }}
        >
          {initialsOf(reader.name)}
        </button>
      </TooltipTrigger>
      <TooltipContent>{says}</TooltipContent>
    </Tooltip>
  )
}

/** Who else has the draft open, and where they are. */
export function Readers() {
  const readers = useEditor((state) => state.readers)
  if (readers.length === 0) return null
  const rest = readers.slice(mostShown)
  return (
    <ul aria-label="Also here" className="flex -space-x-1.5">
      {readers.slice(0, mostShown).map((reader) => (
        <li key={reader.tab}>
          <Reader reader={reader} />
        </li>
      ))}
      {rest.length > 0 ? (
        <li className="grid h-7 place-items-center pl-2.5 text-xs text-muted-foreground">
          <span title={rest.map(({ name }) => name).join(', ')}>+{rest.length}</span>
        </li>
      ) : null}
    </ul>
  )
}
