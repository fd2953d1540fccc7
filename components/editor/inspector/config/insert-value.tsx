'use client'

import { ListPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover'
import { SearchList, type SearchGroup } from '#components/ui/search-list'
import type { CompletionItem } from '../../../code/code-help.ts'

/**
 * The picker of what earlier steps and the start produce; choosing puts its name into the
 * expression.
 */
export function InsertValue({
  items,
  label,
  onInsert,
}: {
  items: CompletionItem[]
  label: string
  onInsert(path: string): void
}) {
  const [open, setOpen] = useState(false)
  const entries = items.map(({ path, info, detail }) => ({
    id: path,
    searched: `${path} ${info ?? ''}`.toLowerCase(),
    onSelect() {
      setOpen(false)
      onInsert(path)
    },
    content: (
      <>
        <span className="min-w-0 grow">
          <span className="block truncate font-mono text-xs">{path}</span>
          {info ? (
            <span className="block truncate text-xs text-muted-foreground">{info}</span>
          ) : null}
        </span>
        <span className="shrink-0 text-xs text-muted-foreground">{detail}</span>
      </>
    ),
  }))
  const groupsFor = (text: string): SearchGroup[] => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return [
      { entries: entries.filter(({ searched }) => words.every((word) => searched.includes(word))) },
    ]
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="h-7"
          aria-label={`Insert a value into ${label}`}
        >
          <ListPlusIcon aria-hidden /> Insert
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-80 p-0"
        onKeyDown={(event) => event.stopPropagation()}
      >
        <SearchList
          label="Search values"
          placeholder="Search values…"
          empty="Nothing of that name comes before this step."
          groupsFor={groupsFor}
        />
      </PopoverContent>
    </Popover>
  )
}
