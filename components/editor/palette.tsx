'use client'

import { SearchIcon } from 'lucide-react'
import { memo, useEffect, useMemo, useState, type KeyboardEvent, type Ref } from 'react'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { toneOf } from './canvas/category-tone.ts'
import { calledReason } from './levels/shown-store.ts'
import { paletteGroups } from './palette-groups.ts'
import { StepIcon } from './step-icon.tsx'

/** The media type of a dragged palette entry; its data is the id of the step type. */
export const stepTypeMime = 'application/x-rounds-step-type'

type Props = {
  types: StepTypeInfo[]
  onAdd(type: StepTypeInfo): void
  searchRef: Ref<HTMLInputElement>
  /** Where the next step goes, in words: "after Review referral"; undefined: nowhere. */
  whereTo: string | undefined
}

/**
 * All step types, grouped. Typing filters (other names count too: “loop”, “delay”), the arrow keys
 * choose, Enter adds behind the selected step; or click, or drag onto the canvas.
 */
export function Palette({ types, onAdd, searchRef, whereTo }: Props) {
  const { query, setQuery, groups, current, onKeyDown } = usePaletteSearch(types, onAdd)
  const isEmpty = groups.length === 0
  return (
    <div className="flex h-full min-h-0 flex-col" role="region" aria-label="Steps to add">
      <div className="space-y-1.5 border-b p-3">
        <div className="relative">
          <SearchIcon
            aria-hidden
            className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
          />
          <Input
            ref={searchRef}
            type="search"
            role="combobox"
            aria-label="Add a step"
            aria-expanded={!isEmpty}
            aria-controls="palette-list"
            aria-activedescendant={current ? entryId(current) : undefined}
            aria-describedby="palette-where"
            placeholder="Add a step…"
            className="pl-8"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <p id="palette-where" className="line-clamp-2 text-xs text-muted-foreground">
          {whereTo === undefined ? calledReason : `Enter adds it ${whereTo}.`}
        </p>
      </div>
      <div
        id="palette-list"
        {...(isEmpty ? {} : { role: 'listbox', 'aria-label': 'Step types' })}
        className="min-h-0 grow overflow-y-auto p-2"
      >
        {groups.map((group) => (
          <PaletteCategory
            key={group.category}
            group={group}
            current={current}
            described={isSearch(query)}
            onAdd={onAdd}
          />
        ))}
        {isEmpty ? (
          <p className="p-3 text-sm text-muted-foreground">
            No step is called that. Try “screen”, “loop” or “mail”.
          </p>
        ) : null}
      </div>
    </div>
  )
}

const entryId = (type: StepTypeInfo): string => `palette-${type.type}`
const isSearch = (query: string): boolean => query.trim() !== ''

/** The query, the matching step types, and the one that the arrow keys chose. */
function usePaletteSearch(types: StepTypeInfo[], onAdd: (type: StepTypeInfo) => void) {
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const groups = useMemo(() => paletteGroups(types, query), [types, query])
  const found = groups.flatMap((group) => group.types)
  // No entry is chosen before the person types or presses an arrow, because a stray Enter must not
  // add the first one.
  const index = active ?? (isSearch(query) ? 0 : -1)
  const current = found[Math.min(index, found.length - 1)]

  // The list is longer than the pane, so it scrolls to the chosen entry.
  useEffect(() => {
    if (index > 0 && current)
      document.getElementById(entryId(current))?.scrollIntoView({ block: 'nearest' })
  }, [index, current])

  const change = (next: string) => {
    setQuery(next)
    setActive(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = index + (event.key === 'ArrowDown' ? 1 : -1)
      setActive(Math.max(0, Math.min(found.length - 1, next)))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onAdd(current)
      change('')
    }
  }
  return { query, setQuery: change, groups, current, onKeyDown }
}

type CategoryProps = {
  group: { category: string; types: StepTypeInfo[] }
  current: StepTypeInfo | undefined
  /** Each entry shows its description. */
  described: boolean
  onAdd(type: StepTypeInfo): void
}

/** Drawn again only with its own change, not with each letter that is typed elsewhere. */
const PaletteCategory = memo(function PaletteCategory({
  group,
  current,
  described,
  onAdd,
}: CategoryProps) {
  return (
    <div role="group" aria-label={group.category} className="mb-3">
      <p aria-hidden className="px-2 py-1 text-xs font-semibold text-muted-foreground">
        {group.category}
      </p>
      {group.types.map((type) => (
        <PaletteEntry
          key={type.type}
          type={type}
          chosen={type === current}
          described={described}
          onAdd={onAdd}
        />
      ))}
    </div>
  )
})

type EntryProps = {
  type: StepTypeInfo
  chosen: boolean
  described: boolean
  onAdd(type: StepTypeInfo): void
}

function PaletteEntry({ type, chosen, described, onAdd }: EntryProps) {
  const tile = `grid size-7 shrink-0 place-items-center rounded-md ${toneOf(type.category)}`
  return (
    <div
      id={entryId(type)}
      role="option"
      aria-selected={chosen}
      aria-label={`${type.title}: ${type.description}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(stepTypeMime, type.type)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onClick={() => onAdd(type)}
      title={type.description}
      className={cn(
        'flex cursor-grab items-center gap-2.5 rounded-md px-2 py-1.5 text-sm',
        'hover:bg-accent hover:text-accent-foreground',
        chosen && 'bg-accent text-accent-foreground',
      )}
    >
      <span className={tile}>
        <StepIcon name={type.icon} className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block truncate">{type.title}</span>
        {described ? (
          <span className="line-clamp-2 text-xs text-muted-foreground">{type.description}</span>
        ) : null}
      </span>
    </div>
  )
}
