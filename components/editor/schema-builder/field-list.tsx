'use client'

import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu'
import {
  addField,
  changeField,
  fieldKinds,
  fieldsOf,
  kindTitles,
  moveField,
  removeField,
  renameField,
} from '../model/schema-fields.ts'
import { FieldCard } from './field-card.tsx'

type Schema = Record<string, unknown>

/** The fields of a form in order: add, open to change, move by buttons or by dragging, remove. */
export function FieldList({
  schema,
  onChange,
}: {
  schema: Schema
  onChange(schema: Schema): void
}) {
  const [open, setOpen] = useState<string | null>(null)
  const [says, setSays] = useState('')
  const focusTitle = useRef(false)
  const list = useRef<HTMLOListElement>(null)
  const fields = fieldsOf(schema)
  const move = (name: string, to: number) => {
    if (to < 0 || to >= fields.length) return
    onChange(moveField(schema, name, to))
    setSays(`${name} is now field ${to + 1} of ${fields.length}.`)
  }
  return (
    <div className="space-y-2">
      {fields.length === 0 ? <p className="text-sm text-muted-foreground">No fields yet.</p> : null}
      <ol ref={list} className="space-y-1.5" aria-label="Fields of the form">
        {fields.map((field, index) => (
          <FieldCard
            // The index, because the name changes while it is typed and the input must keep its
            // focus.
            key={index}
            field={field}
            index={index}
            count={fields.length}
            schema={schema}
            open={open === field.name}
            onOpen={(wanted) => setOpen(wanted ? field.name : null)}
            onChange={(change) => onChange(changeField(schema, field.name, change))}
            onRename={(name) => {
              onChange(renameField(schema, field.name, name))
              setOpen(name)
            }}
            onMove={(to) => move(field.name, to)}
            onDropName={(name) => move(name, index)}
            onRemove={() => {
              onChange(removeField(schema, field.name))
              setSays(`${field.title || field.name} removed.`)
              setOpen(null)
            }}
          />
        ))}
      </ol>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button type="button" variant="outline" size="sm">
            <PlusIcon aria-hidden /> Add a field
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="start"
          onCloseAutoFocus={(event) => {
            if (!focusTitle.current) return
            // The menu would give the focus back to its button; the person wants to name the new
            // field.
            event.preventDefault()
            focusTitle.current = false
            const input = list.current?.querySelector<HTMLInputElement>('input[data-field-title]')
            input?.focus()
            input?.select()
          }}
        >
          {fieldKinds
            .filter((kind) => kind !== 'other')
            .map((kind) => (
              <DropdownMenuItem
                key={kind}
                onSelect={() => {
                  const added = addField(schema, kind)
                  focusTitle.current = true
                  onChange(added.schema)
                  setOpen(added.name)
                  setSays(`${kindTitles[kind]} field added.`)
                }}
              >
                {kindTitles[kind]}
              </DropdownMenuItem>
            ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <p role="status" className="sr-only">
        {says}
      </p>
    </div>
  )
}
