'use client'

import { ListPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '#components/ui/command'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover'
import type { CompletionItem } from '../../code/code-help.ts'

/** The picker of what earlier steps and the start produce; choosing puts its name into the expression. */
export function InsertValue({ items, label, onInsert }: { items: CompletionItem[]; label: string; onInsert(path: string): void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button type="button" variant="outline" size="sm" className="h-7" aria-label={`Insert a value into ${label}`}>
          <ListPlusIcon aria-hidden /> Insert
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" className="w-80 p-0" onKeyDown={(event) => event.stopPropagation()}>
        <Command>
          <CommandInput placeholder="Search values…" aria-label="Search values" />
          <CommandList>
            <CommandEmpty>Nothing of that name comes before this step.</CommandEmpty>
            {items.map((item) => (
              <CommandItem
                key={item.path}
                value={item.path}
                onSelect={() => {
                  setOpen(false)
                  onInsert(item.path)
                }}
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-mono text-xs">{item.path}</span>
                  {item.info ? <span className="block truncate text-xs text-muted-foreground">{item.info}</span> : null}
                </span>
                <span className="shrink-0 text-xs text-muted-foreground">{item.detail}</span>
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
