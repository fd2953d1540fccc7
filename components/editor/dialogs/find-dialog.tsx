'use client'

import { SearchDialog, SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import type { Step } from '#lib/domain/workflow/definition'
import { readingOrder } from '../model/graph.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'

/** Characters of a step's configuration that are searched. */
const searchedConfig = 20_000

/** Finds a step by title, id, type or any part of its configuration, and goes there. */
export function FindDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange(open: boolean): void
}) {
  return (
    <SearchDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find a step"
      description="By title, id, type, or words in its configuration."
    >
      {open ? <Steps onDone={() => onOpenChange(false)} /> : null}
    </SearchDialog>
  )
}

/** 3: all words occur in the names of the step; 1: somewhere in the step; 0: not all. */
function fitOf(words: string[], named: string, whole: string): number {
  if (words.every((word) => named.includes(word))) return 3
  return words.every((word) => whole.includes(word)) ? 1 : 0
}

function Steps({ onDone }: { onDone(): void }) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const steps = readingOrder(definition).map((step) => {
    const named = `${step.title} ${step.id} ${step.type}`.toLowerCase()
    const config = JSON.stringify(step.config).slice(0, searchedConfig).toLowerCase()
    return { step, named, whole: `${named} ${config}` }
  })
  const entryOf = (step: Step) => ({
    id: step.id,
    onSelect() {
      onDone()
      store.getState().focusOn(step.id, 'title')
    },
    content: (
      <>
        <StepIcon name={types.get(step.type)?.icon} className="size-4" />
        <span className="truncate">{step.title || step.id}</span>
        <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
      </>
    ),
  })
  const groupsFor = (text: string): SearchGroup[] => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    const found = steps
      .map(({ step, named, whole }) => ({ step, fit: fitOf(words, named, whole) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit)
    return [{ heading: 'Steps', entries: found.map(({ step }) => entryOf(step)) }]
  }
  return (
    <SearchList
      label="Find a step"
      placeholder="Find a step…"
      empty="No step says that."
      groupsFor={groupsFor}
    />
  )
}
