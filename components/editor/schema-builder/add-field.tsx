'use client'

import { PlusIcon } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { kindGroups, kindTitles, type FieldKind } from '../model/schema-fields.ts'

/** The kinds that most forms are made of have a button of their own. */
const usual: [FieldKind, string][] = [
  ['text', 'Text'],
  ['date', 'Date'],
  ['choice', 'Choice'],
]

/**
 * All kinds in two columns. They are columns within the menu, which scrolls where there is little
 * room: columns of the menu itself would be cut off at its side.
 */
function KindItems({ onChoose }: { onChoose(kind: FieldKind): void }) {
  return (
    <div className="columns-2 gap-1">
      {kindGroups.map(({ title, kinds }) => (
        <DropdownMenuGroup key={title} aria-label={title} className="mb-2 break-inside-avoid">
          <DropdownMenuLabel aria-hidden>{title}</DropdownMenuLabel>
          {kinds.map((kind) => (
            <DropdownMenuItem key={kind} onSelect={() => onChoose(kind)}>
              {kindTitles[kind]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuGroup>
      ))}
    </div>
  )
}

/** `onAdded` is called when the new field can have the focus: its menu has closed. */
export function AddField({ onAdd, onAdded }: { onAdd(kind: FieldKind): void; onAdded(): void }) {
  const added = useRef(false)
  const group = useRef<HTMLDivElement>(null)
  const addAtOnce = (kind: FieldKind) => {
    flushSync(() => onAdd(kind))
    onAdded()
    // The next field is added from the same place.
    group.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div ref={group} className="flex flex-wrap gap-1.5">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button type="button" variant="outline" size="sm">
            <PlusIcon aria-hidden /> Add a field
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="start"
          className="w-80"
          onCloseAutoFocus={(event) => {
            if (!added.current) return
            // The menu would focus its button again, but the person wants to name the new field.
            event.preventDefault()
            added.current = false
            onAdded()
          }}
        >
          <KindItems
            onChoose={(kind) => {
              added.current = true
              onAdd(kind)
            }}
          />
        </DropdownMenuContent>
      </DropdownMenu>
      {usual.map(([kind, words]) => (
        <Button
          key={kind}
          type="button"
          variant="ghost"
          size="sm"
          aria-label={`${words}, new field`}
          onClick={() => addAtOnce(kind)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}
