'use client'

import { useRef } from 'react'
import { changeField, type SchemaField } from '../model/schema-fields.ts'
import { AddField } from './add-field.tsx'
import { Alternatives } from './alternatives.tsx'
import { FieldCard } from './field-card.tsx'
import { useFields, type Fields } from './use-fields.ts'

type Schema = Record<string, unknown>
type Change = { schema: Schema; onChange(schema: Schema): void }
type Props = Change & {
  /** Whose fields these are, for screen readers. */
  label?: string
}

/** The fields of a form in order: add, open to change, move by buttons or by dragging, remove. */
export function FieldList({ schema, onChange, label = 'Fields of the form' }: Props) {
  const all = useFields(schema, onChange)
  return (
    <div {...all.root} className="space-y-2">
      {all.fields.length === 0 ? (
        <p className="text-sm text-muted-foreground">No fields yet.</p>
      ) : null}
      <FieldCards
        label={label}
        schema={schema}
        onChange={onChange}
        all={all}
        fields={all.fields}
        onAdd={all.add}
      />
      <p role="status" className="sr-only">
        {all.announced}
      </p>
    </div>
  )
}

type CardsProps = Change & {
  label: string
  all: Fields
  /** Those of all that stand here. */
  fields: SchemaField[]
  onAdd: Fields['add']
}

/** Some fields of a form, and a way to add one to them. */
export function FieldCards({ label, schema, onChange, all, fields, onAdd }: CardsProps) {
  const list = useRef<HTMLOListElement>(null)
  const { open, setOpen, step, drop, rename, remove } = all
  const focusTitle = () => {
    const input = list.current?.querySelector<HTMLInputElement>(
      ':scope > li > div > div > input[data-field-title]',
    )
    input?.focus()
    input?.select()
  }
  return (
    <>
      <ol ref={list} className="space-y-1.5 empty:hidden" aria-label={label}>
        {fields.map((field, index) => (
          <FieldCard
            // The index: the name changes while it is typed, and the input must not lose the focus.
            key={index}
            field={field}
            isFirst={all.isAtEnd(field, 0)}
            isLast={all.isAtEnd(field, -1)}
            schema={schema}
            open={open === field.name}
            onOpen={(wanted) => setOpen(wanted ? field.name : null)}
            onChange={(change) => onChange(changeField(schema, field.name, change))}
            onRename={(name) => rename(field.name, name)}
            onStep={(direction) => step(field, direction)}
            onDropName={(name) => drop(name, field)}
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
      <AddField onAdd={onAdd} onAdded={focusTitle} />
    </>
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
