'use client'

import { ListPlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import type { CompletionItem } from '../../../code/code-help.ts'
import type { Sample } from '../../model/sample.ts'
import { seenValue } from './value-names.ts'

type Props = {
  items: CompletionItem[]
  sample: Sample | undefined
  label: string
  /** Only the icon, inside of a field. */
  compact?: boolean
  onInsert(path: string): void
}

/** Picks one of the values that an expression can name, and inserts it. */
export function InsertValue({ items, sample, label, compact = false, onInsert }: Props) {
  const [open, setOpen] = useState(false)
  // The field takes the focus when it gets the value; the button must not take it back.
  const chosen = useRef(false)
  const choose = (path: string) => {
    chosen.current = true
    setOpen(false)
    onInsert(path)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          type="button"
          variant={compact ? 'ghost' : 'outline'}
          size={compact ? 'icon-sm' : 'sm'}
          className={compact ? 'm-0.5 shrink-0 text-muted-foreground' : 'h-7'}
          title="Insert a value"
          aria-label={`Insert a value into ${label}`}
        >
          <ListPlusIcon aria-hidden /> {compact ? null : 'Insert'}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        className="w-88 max-w-[95vw] p-0"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') event.stopPropagation()
        }}
        onCloseAutoFocus={(event) => {
          if (chosen.current) event.preventDefault()
          chosen.current = false
        }}
      >
        <SearchList
          label="Search values"
          placeholder="Search values…"
          empty="Nothing of that name comes before this step."
          groupsFor={(text) => matchingItems({ items, sample, text, onChoose: choose })}
        />
      </PopoverContent>
    </Popover>
  )
}

type Matching = {
  items: CompletionItem[]
  sample: Sample | undefined
  text: string
  onChoose(path: string): void
}

/** The items whose name, path or description contains every word of the text, by their origin. */
export function matchingItems({ items, sample, text, onChoose }: Matching): SearchGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ path, info, title, from }: CompletionItem) => {
    const searched = `${title ?? ''} ${from ?? ''} ${path} ${info ?? ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const groups = new Map<string, SearchGroup['entries']>()
  for (const item of items.filter(matches)) {
    const entries = groups.get(item.from ?? '') ?? []
    groups.set(item.from ?? '', entries)
    entries.push({
      id: item.path,
      onSelect: () => onChoose(item.path),
      content: <ItemLine item={item} sample={sample} />,
    })
  }
  return [...groups].map(([heading, entries]) => (heading ? { heading, entries } : { entries }))
}

type LineProps = { item: CompletionItem; sample: Sample | undefined }

function ItemLine({ item: { path, info, detail, title }, sample }: LineProps) {
  const seen = seenValue(sample, path)
  const value = seen?.known ? seen.text : ''
  const isSaid = info === undefined || info.startsWith('last run: ') || title?.endsWith(info)
  return (
    <>
      <span className="min-w-0 grow">
        <span className={`block truncate ${title ? 'text-sm' : 'font-mono text-xs'}`}>
          {title ?? path}
        </span>
        {isSaid ? null : (
          <span className="block truncate text-xs text-muted-foreground">{info}</span>
        )}
      </span>
      <span className="max-w-32 shrink-0 truncate text-xs text-muted-foreground">
        {value || detail}
      </span>
    </>
  )
}
