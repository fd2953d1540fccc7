'use client'

import { SearchIcon } from 'lucide-react'
import { useEffect, useMemo, useState, type KeyboardEvent, type Ref } from 'react'
import { Input } from '#components/ui/input'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { toneOf } from './canvas/category-tone.ts'
import { paletteGroups } from './palette-groups.ts'
import { StepIcon } from './step-icon.tsx'

/** What a dragged palette entry carries. */
export const stepTypeMime = 'application/x-rounds-step-type'

type Props = {
  types: StepTypeInfo[]
  onAdd(type: StepTypeInfo): void
  searchRef: Ref<HTMLInputElement>
  /** Where the next step goes, in words: "after Review referral". */
  whereTo: string
}

/**
 * All step types, grouped. Typing filters (other names count too: “loop”, “delay”), the arrow keys
 * choose, Enter adds behind the selected step; or click, or drag onto the canvas.
 */
export function Palette({ types, onAdd, searchRef, whereTo }: Props) {
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const groups = useMemo(() => paletteGroups(types, query), [types, query])
  const flat = groups.flatMap((group) => group.types)
  const searching = query.trim() !== ''
  // Nothing is chosen until somebody types or presses an arrow: a stray Enter must not add the
  // first of the list.
  const at = active ?? (searching ? 0 : -1)
  const current = flat[Math.min(at, flat.length - 1)]

  // The list is longer than the pane: what the arrow keys choose comes into sight.
  useEffect(() => {
    if (at > 0 && current)
      document.getElementById(`palette-${current.type}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, current])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(Math.max(0, Math.min(flat.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onAdd(current)
      setQuery('')
      setActive(null)
    }
  }

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
            aria-expanded={flat.length > 0}
            aria-controls="palette-list"
            aria-activedescendant={current ? `palette-${current.type}` : undefined}
            aria-describedby="palette-where"
            placeholder="Add a step…"
            className="pl-8"
            autoComplete="off"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setActive(null)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <p id="palette-where" className="line-clamp-2 text-xs text-muted-foreground">
          Enter adds it {whereTo}.
        </p>
      </div>
      <div
        id="palette-list"
        {...(flat.length > 0 ? { role: 'listbox', 'aria-label': 'Step types' } : {})}
        className="min-h-0 grow overflow-y-auto p-2"
      >
        {groups.map((group) => (
          <div key={group.category} role="group" aria-label={group.category} className="mb-3">
            <p aria-hidden className="px-2 py-1 text-xs font-semibold text-muted-foreground">
              {group.category}
            </p>
            {group.types.map((type) => (
              <div
                key={type.type}
                id={`palette-${type.type}`}
                role="option"
                aria-selected={type === current}
                aria-label={`${type.title}: ${type.description}`}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(stepTypeMime, type.type)
                  event.dataTransfer.effectAllowed = 'move'
                }}
                onClick={() => onAdd(type)}
                title={type.description}
                className={`flex cursor-grab items-center gap-2.5 rounded-md px-2 py-1.5 text-sm hover:bg-accent hover:text-accent-foreground ${type === current ? 'bg-accent text-accent-foreground' : ''}`}
              >
                <span
                  className={`grid size-7 shrink-0 place-items-center rounded-md ${toneOf(type.category)}`}
                >
                  <StepIcon name={type.icon} className="size-4" />
                </span>
                <span className="min-w-0">
                  <span className="block truncate">{type.title}</span>
                  {searching ? (
                    <span className="line-clamp-2 text-xs text-muted-foreground">
                      {type.description}
                    </span>
                  ) : null}
                </span>
              </div>
            ))}
          </div>
        ))}
        {flat.length === 0 ? (
          <p className="p-3 text-sm text-muted-foreground">
            No step is called that. Try “screen”, “loop” or “mail”.
          </p>
        ) : null}
      </div>
    </div>
  )
}
