'use client'

import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import {
  addField,
  changeField,
  fieldKinds,
  fieldsOf,
  kindTitles,
  moveField,
  removeField,
  renameField,
  type FieldKind,
  type SchemaField,
} from '../model/schema-fields.ts'
import { FieldCard } from './field-card.tsx'

type Schema = Record<string, unknown>
type Props = { schema: Schema; onChange(schema: Schema): void }

/** The fields of a form in order: add, open to change, move by buttons or by dragging, remove. */
export function FieldList({ schema, onChange }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const fields = fieldsOf(schema)
  const move = (name: string, to: number) => {
    if (to < 0 || to >= fields.length) return
    onChange(moveField(schema, name, to))
    setAnnounced(`${name} is now field ${to + 1} of ${fields.length}.`)
  }
  const rename = (from: string, to: string) => {
    onChange(renameField(schema, from, to))
    setOpen(to)
  }
  const remove = ({ name, title }: SchemaField) => {
    onChange(removeField(schema, name))
    setAnnounced(`${title || name} removed.`)
    setOpen(null)
  }
  const add = (kind: FieldKind) => {
    const added = addField(schema, kind)
    onChange(added.schema)
    setOpen(added.name)
    setAnnounced(`${kindTitles[kind]} field added.`)
  }
  const focusTitle = () => {
    const input = list.current?.querySelector<HTMLInputElement>('input[data-field-title]')
    input?.focus()
    input?.select()
  }
  return (
    <div className="space-y-2">
      {fields.length === 0 ? <p className="text-sm text-muted-foreground">No fields yet.</p> : null}
      <ol ref={list} className="space-y-1.5" aria-label="Fields of the form">
        {fields.map((field, index) => (
          <FieldCard
            // The index: the name changes while it is typed, and the input must not lose the focus.
            key={index}
            field={field}
            index={index}
            count={fields.length}
            schema={schema}
            open={open === field.name}
            onOpen={(wanted) => setOpen(wanted ? field.name : null)}
            onChange={(change) => onChange(changeField(schema, field.name, change))}
            onRename={(name) => rename(field.name, name)}
            onMove={(to) => move(field.name, to)}
            onDropName={(name) => move(name, index)}
            onRemove={() => remove(field)}
          />
        ))}
      </ol>
      <AddField onAdd={add} onAdded={focusTitle} />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

/** `onAdded` is called when the menu has closed after adding, to focus the new field. */
function AddField({ onAdd, onAdded }: { onAdd(kind: FieldKind): void; onAdded(): void }) {
  const added = useRef(false)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button type="button" variant="outline" size="sm">
          <PlusIcon aria-hidden /> Add a field
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        onCloseAutoFocus={(event) => {
          if (!added.current) return
          // The menu would focus its button again, but the person wants to name the new field.
          event.preventDefault()
          added.current = false
          onAdded()
        }}
      >
        {addableKinds.map((kind) => (
          <DropdownMenuItem
            key={kind}
            onSelect={() => {
              added.current = true
              onAdd(kind)
            }}
          >
            {kindTitles[kind]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Fields of another kind are only written as JSON Schema. */
const addableKinds = fieldKinds.filter((kind) => kind !== 'other')
