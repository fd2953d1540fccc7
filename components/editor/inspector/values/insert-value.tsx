'use client'

import { ListPlusIcon } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { SearchList, type SearchGroup } from '#components/ui/overlay/search-list'
import type { CompletionItem } from '../../../code/code-help.ts'
import type { Sample } from '../../model/sample.ts'
import { fitOf } from './reference.ts'
import { seenValue } from './value-names.ts'

type Props = {
  items: CompletionItem[]
  sample: Sample | undefined
  label: string
  /** Only the icon, inside of a field or beside its label. */
  compact?: boolean
  /** The type of the field (JSON Schema): values that fit come first. */
  type?: unknown
  disabled?: boolean
  className?: string
  onInsert(path: string): void
}

/** Picks one of the values that an expression can name, and inserts it. */
export function InsertValue(props: Props) {
  const { items, sample, label, compact = false, type, disabled, className, onInsert } = props
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
          className={cn(compact ? 'm-0.5 text-muted-foreground' : 'h-7', className)}
          disabled={disabled}
          title="Insert a value"
          aria-label={`Insert a value into ${label}`}
        >
          <ListPlusIcon aria-hidden /> {compact ? null : 'Insert'}
        </Button>
      </PopoverTrigger>
      <ValueMenu
        align="end"
        items={items}
        sample={sample}
        type={type}
        onChoose={choose}
        onCloseAutoFocus={(event) => {
          if (chosen.current) event.preventDefault()
          chosen.current = false
        }}
      />
    </Popover>
  )
}

type MenuProps = Pick<Props, 'items' | 'sample' | 'type'> &
  Pick<ComponentProps<typeof PopoverContent>, 'align' | 'onCloseAutoFocus'> & {
    onChoose(path: string): void
  }

/** The list of all values, in a popover. */
export function ValueMenu({ items, sample, type, onChoose, ...content }: MenuProps) {
  return (
    <PopoverContent
      className="w-88 max-w-[95vw] p-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') event.stopPropagation()
      }}
      {...content}
    >
      <SearchList
        label="Search values"
        placeholder="Search values…"
        empty="Nothing of that name comes before this step."
        groupsFor={(text) => matchingItems({ items, sample, type, text, onChoose })}
      />
    </PopoverContent>
  )
}

type Matching = Pick<MenuProps, 'items' | 'sample' | 'type' | 'onChoose'> & { text: string }

/**
 * The items whose name, path or description contains every word of the text, by their origin; those
 * of another type than the field's come after all that fit.
 */
export function matchingItems({ items, sample, type, text, onChoose }: Matching): SearchGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ path, info, title, from }: CompletionItem) => {
    const searched = `${title ?? ''} ${from ?? ''} ${path} ${info ?? ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const groups = new Map<string, SearchGroup['entries']>()
  const found = items.filter(matches)
  const add = (item: CompletionItem, heading: string) => {
    const entries = groups.get(heading) ?? []
    groups.set(heading, entries)
    entries.push({
      id: item.path,
      onSelect: () => onChoose(item.path),
      content: <ItemLine item={item} sample={sample} />,
    })
  }
  const ranked = Object.groupBy(found, (item) => fitOf(type, item))
  for (const item of [...(ranked.fits ?? []), ...(ranked.may ?? [])]) add(item, item.from ?? '')
  for (const item of ranked.not ?? []) add(item, `${item.from ?? 'Others'}, of another kind`)
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
