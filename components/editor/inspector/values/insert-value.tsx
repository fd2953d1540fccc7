'use client'

import { ListPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import type { CompletionItem } from '../../../code/code-help.ts'

type Props = { items: CompletionItem[]; label: string; onInsert(path: string): void }

/** Picks one of the values that an expression can name, and inserts its name. */
export function InsertValue({ items, label, onInsert }: Props) {
  const [open, setOpen] = useState(false)
  const choose = (path: string) => {
    setOpen(false)
    onInsert(path)
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
          groupsFor={(text) => matchingItems(items, text, choose)}
        />
      </PopoverContent>
    </Popover>
  )
}

/** The items whose path or description contains every word of the text. */
function matchingItems(
  items: CompletionItem[],
  text: string,
  onChoose: (path: string) => void,
): SearchGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ path, info }: CompletionItem) => {
    const searched = `${path} ${info ?? ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const entries = items.filter(matches).map((item) => ({
    id: item.path,
    onSelect: () => onChoose(item.path),
    content: <ItemLine item={item} />,
  }))
  return [{ entries }]
}

function ItemLine({ item: { path, info, detail } }: { item: CompletionItem }) {
  return (
    <>
      <span className="min-w-0 grow">
        <span className="block truncate font-mono text-xs">{path}</span>
        {info ? <span className="block truncate text-xs text-muted-foreground">{info}</span> : null}
      </span>
      <span className="shrink-0 text-xs text-muted-foreground">{detail}</span>
    </>
  )
}
