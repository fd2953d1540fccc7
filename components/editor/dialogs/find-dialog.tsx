'use client'

import { CommandDialog, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '#components/ui/command'
import { readingOrder } from '../model/graph.ts'
import { StepIcon } from '../step-icon.tsx'
import { useEditor, useEditorStore } from '../store-context.ts'

/** Finds a step by title, id, type or anything in its configuration, and goes there. */
export function FindDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange} title="Find a step" description="By title, id, type, or words in its configuration.">
      <CommandInput placeholder="Find a step…" aria-label="Find a step" />
      <CommandList>
        <CommandEmpty>No step says that.</CommandEmpty>
        <CommandGroup heading="Steps">
          {open
            ? readingOrder(definition).map((step) => (
                <CommandItem
                  key={step.id}
                  value={`${step.title} ${step.id} ${step.type} ${JSON.stringify(step.config).slice(0, 2000)}`}
                  onSelect={() => {
                    onOpenChange(false)
                    store.getState().focusOn(step.id, 'title')
                  }}
                >
                  <StepIcon name={types.get(step.type)?.icon ?? ''} className="size-4" />
                  <span className="truncate">{step.title || step.id}</span>
                  <span className="ml-auto font-mono text-xs text-muted-foreground">{step.id}</span>
                </CommandItem>
              ))
            : null}
        </CommandGroup>
      </CommandList>
    </CommandDialog>
  )
}
