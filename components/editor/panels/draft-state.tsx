'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { cn } from '#components/ui/cn'
import { readVersionContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { countOf } from '#lib/domain/count-of'
import type { Definition } from '#lib/domain/workflow/definition'
import { createChangeCount } from '../model/count-changes.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

const stateClass = cn(
  'shrink-0 truncate rounded-full border px-2 py-0.5 text-xs whitespace-nowrap',
  'text-muted-foreground xl:min-w-0 xl:shrink',
)

/** What is live, and by how much the draft differs from it. */
export function DraftState({ workflow }: { workflow: Workflow }) {
  const { published } = workflow
  const changes = useChanges(workflow)
  if (!published) return <span className={stateClass}>Not published yet</span>
  const live = `Version ${published.number} is live`
  const isSame = changes === 0
  return (
    <span className={cn(stateClass, isSame ? '' : 'border-primary/40 text-foreground')}>
      <span className="xl:hidden">
        v{published.number} {isSame ? 'live' : `· ${wordsOf(changes)}`}
      </span>
      <span className="max-xl:hidden">
        {isSame ? live : `${live} · draft has ${wordsOf(changes)}`}
      </span>
    </span>
  )
}

function wordsOf(changes: number | undefined): string {
  if (changes === undefined) return 'changes'
  return countOf(changes, 'change')
}

/** How much differs from the published version; undefined while that is not known. */
function useChanges({ id, published, hasUnpublishedChanges }: Workflow): number | undefined {
  const store = useEditorStore()
  const [first] = useState(() => store.getState().definition)
  const [count] = useState(createChangeCount)
  const isChanged = useEditor(({ definition }) => definition !== first)
  const mayDiffer = hasUnpublishedChanges || isChanged
  const live = useQuery({
    ...queryOf(readVersionContract, { params: { id, number: published?.number ?? 0 } }),
    enabled: published !== null && mayDiffer,
    staleTime: Infinity,
  })
  const liveOne = live.data?.definition as Definition | undefined
  // Drawn again only when the number is another one.
  return useEditor(({ definition }) => {
    if (!mayDiffer) return 0
    return liveOne && count(liveOne, definition)
  })
}
