'use client'

import {
  ArrowDownIcon,
  ArrowUpIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  EyeOffIcon,
  GripVerticalIcon,
  Trash2Icon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { kindTitles, type FieldChange, type SchemaField } from '../model/schema-fields.ts'
import { FieldSettings } from './field-settings.tsx'

/** What is dragged: the name of a field. */
export const fieldMime = 'application/x-rounds-field'

/** That a field is shown or required only sometimes. */
function noteOf({ conditions: { shownWhen, requiredWhen } }: SchemaField): string {
  return [shownWhen ? 'shown sometimes' : '', requiredWhen ? 'required sometimes' : '']
    .filter(Boolean)
    .join(', ')
}

type Props = {
  field: SchemaField
  isFirst: boolean
  isLast: boolean
  schema: Record<string, unknown>
  open: boolean
  onOpen(open: boolean): void
  onChange(change: FieldChange): void
  onRename(name: string): void
  /** Changes the schema around the field. */
  onSchema(schema: Record<string, unknown>): void
  onStep(direction: 'up' | 'down'): void
  /** Another field was dropped here. */
  onDropName(name: string): void
  onRemove(): void
  /** The fields inside of it, below its settings. */
  children?: ReactNode
}

/** One field of the form being built: a line, and when open its settings. */
export function FieldCard(props: Props) {
  const { field, schema, open, onDropName, onChange, onRename, onSchema } = props
  return (
    <li
      data-field={field.name}
      className="rounded-md border bg-card"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(fieldMime)) event.preventDefault()
      }}
      onDrop={(event) => {
        const name = event.dataTransfer.getData(fieldMime)
        if (!name) return
        event.preventDefault()
        onDropName(name)
      }}
    >
      <div className="flex items-center gap-0.5 p-1">
        <DragHandle name={field.name} />
        <FieldButton {...props} />
        <FieldActions {...props} />
      </div>
      {open ? (
        <FieldSettings
          field={field}
          schema={schema}
          onChange={onChange}
          onRename={onRename}
          onSchema={onSchema}
        />
      ) : null}
      {open ? props.children : null}
    </li>
  )
}

function DragHandle({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      draggable
      title="Drag to move"
      className="grid size-6 shrink-0 cursor-grab place-items-center text-muted-foreground"
      onDragStart={(event) => event.dataTransfer.setData(fieldMime, name)}
    >
      <GripVerticalIcon className="size-4" />
    </span>
  )
}

const fieldButtonClass = cn(
  'flex min-h-7 min-w-0 grow items-center gap-1.5 rounded px-1 text-left text-sm outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

const hiddenClass = cn(
  'ml-auto inline-flex shrink-0 items-center gap-1 text-xs text-muted-foreground',
)

function FieldButton({ field, open, onOpen }: Pick<Props, 'field' | 'open' | 'onOpen'>) {
  const note = noteOf(field)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onOpen(!open)}
      className={fieldButtonClass}
    >
      <Chevron aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="truncate font-medium">{field.title || field.name}</span>
      {field.required ? (
        <span className="text-destructive">
          <span aria-hidden>*</span>
          <span className="sr-only">required</span>
        </span>
      ) : null}
      <span className="truncate text-xs text-muted-foreground">
        {[kindTitles[field.kind], note].filter(Boolean).join(', ')}
      </span>
      {field.hidden ? (
        <span className={hiddenClass}>
          <EyeOffIcon aria-hidden className="size-3.5" />
          hidden
        </span>
      ) : null}
    </button>
  )
}

function FieldActions({ field, isFirst, isLast, onStep, onRemove }: Props) {
  const title = field.title || field.name
  return (
    <>
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        data-move="up"
        aria-label={`Move ${title} up`}
        disabled={isFirst}
        onClick={() => onStep('up')}
      >
        <ArrowUpIcon aria-hidden />
      </Button>
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        data-move="down"
        aria-label={`Move ${title} down`}
        disabled={isLast}
        onClick={() => onStep('down')}
      >
        <ArrowDownIcon aria-hidden />
      </Button>
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${title}`}
        onClick={onRemove}
      >
        <Trash2Icon aria-hidden />
      </Button>
    </>
  )
}
