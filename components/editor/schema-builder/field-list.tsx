'use client'

import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
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
import {
  addField,
  changeField,
  fieldsOf,
  kindGroups,
  kindTitles,
  moveField,
  removeField,
  renameField,
  type FieldKind,
  type SchemaField,
} from '../model/schema-fields.ts'
import { Alternatives } from './alternatives.tsx'
import { FieldCard } from './field-card.tsx'

type Schema = Record<string, unknown>
type Props = {
  schema: Schema
  onChange(schema: Schema): void
  /** Whose fields these are, for screen readers. */
  label?: string
}

/** The fields of a schema, which of them is open, and what can be done to them. */
function useFields(schema: Schema, onChange: (schema: Schema) => void) {
  const [open, setOpen] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
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
  return { fields, open, setOpen, announced, move, rename, remove, add }
}

/** The fields of a form in order: add, open to change, move by buttons or by dragging, remove. */
export function FieldList({ schema, onChange, label = 'Fields of the form' }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const { fields, open, setOpen, announced, ...acts } = useFields(schema, onChange)
  const { move, rename, remove, add } = acts
  const focusTitle = () => {
    const input = list.current?.querySelector<HTMLInputElement>(
      ':scope > li > div > div > input[data-field-title]',
    )
    input?.focus()
    input?.select()
  }
  return (
    <div className="space-y-2">
      {fields.length === 0 ? <p className="text-sm text-muted-foreground">No fields yet.</p> : null}
      <ol ref={list} className="space-y-1.5" aria-label={label}>
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
            onSchema={onChange}
            onRemove={() => remove(field)}
          >
            <InnerFields
              field={field}
              onChange={(set) => onChange(changeField(schema, field.name, { set }))}
            />
          </FieldCard>
        ))}
      </ol>
      <AddField onAdd={add} onAdded={focusTitle} />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

type InnerProps = { field: SchemaField; onChange(set: Schema): void }

/** The fields of a group, or of an entry of a list. */
function InnerFields({ field, onChange }: InnerProps) {
  const { kind, property, title, name } = field
  if (kind === 'alternatives')
    return (
      <Alternatives
        field={field}
        onChange={onChange}
        renderFields={(schema, label, change) => (
          <FieldList label={label} schema={schema} onChange={change} />
        )}
      />
    )
  if (kind !== 'group' && kind !== 'list') return null
  const items = kind === 'list' ? (property['items'] as Schema) : property
  return (
    <div className="space-y-2 border-t bg-muted/30 p-3">
      <p className="text-sm font-medium">
        {kind === 'list' ? 'Fields of an entry' : 'Fields of the group'}
      </p>
      <FieldList
        label={`Fields of ${title || name}`}
        schema={items}
        // Removed words, such as the last `required`, are removed in the field as well.
        onChange={(next) =>
          onChange(
            kind === 'list'
              ? { items: next }
              : {
                  ...Object.fromEntries(Object.keys(items).map((key) => [key, undefined])),
                  ...next,
                },
          )
        }
      />
    </div>
  )
}

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
function AddField({ onAdd, onAdded }: { onAdd(kind: FieldKind): void; onAdded(): void }) {
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
