import { useEffect, useRef, useState } from 'react'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { writtenPages } from '#lib/domain/form/pages'
import { pageOfField, pagesWithAll, putOnPage, stepField } from '../model/form/page-list.ts'
import {
  addField,
  fieldsOf,
  kindTitles,
  moveField,
  removeField,
  renameField,
  type FieldKind,
  type SchemaField,
} from '../model/schema-fields.ts'

type Schema = Record<string, unknown>
type Direction = 'up' | 'down'

/**
 * The focus stays at the button of the field that moved, or at its other one at the end. It is not
 * lost with a field that is removed.
 */
function useFollowedFocus() {
  const kept = useKeptFocus<HTMLDivElement>('last')
  const moved = useRef<{ name: string; direction: Direction }>(undefined)
  useEffect(() => {
    if (!moved.current) return
    const { name, direction } = moved.current
    moved.current = undefined
    const cards = kept.ref.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []
    // Not a field with this name within another field.
    const isOwn = (one: HTMLElement) =>
      one.parentElement?.closest('[data-fields]') === kept.ref.current
    const card = Array.from(cards).find((one) => one.dataset['field'] === name && isOwn(one))
    const other = direction === 'up' ? 'down' : 'up'
    const find = (one: Direction) =>
      card?.querySelector<HTMLElement>(`[data-move="${one}"]:not(:disabled)`)
    const button = find(direction) ?? find(other)
    button?.focus()
  })
  const follow = (name: string, direction: Direction) => {
    moved.current = { name, direction }
  }
  return { root: { ...kept, 'data-fields': '' }, follow }
}

/** The fields of a schema, which of them is open, and what can be done to them. */
export function useFields(schema: Schema, onChange: (schema: Schema) => void) {
  const [open, setOpen] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const { root, follow } = useFollowedFocus()
  const hasPages = writtenPages(schema).length > 0
  const pages = hasPages ? pagesWithAll(schema) : []
  const order = pages.flatMap((page) => page.fields)
  const fields = fieldsOf(schema)
  if (hasPages) fields.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  /** At an end of the form; beyond that of a page is another page, which may be empty. */
  const isAtEnd = ({ name }: SchemaField, end: 0 | -1) =>
    hasPages ? pages.at(end)?.fields.at(end) === name : fields.at(end)?.name === name
  const say = (next: Schema, { name, title }: SchemaField) => {
    const page = hasPages ? ` on page ${pageOfField(next, name) + 1}` : ''
    const place = fieldsOf(next).findIndex((field) => field.name === name) + 1
    setAnnounced(`${title || name} is now field ${place} of ${fields.length}${page}.`)
  }
  const step = (field: SchemaField, direction: Direction) => {
    const by = direction === 'up' ? -1 : 1
    const from = fields.findIndex(({ name }) => name === field.name)
    const next = hasPages
      ? stepField(schema, field.name, by)
      : moveField(schema, field.name, from + by)
    follow(field.name, direction)
    onChange(next)
    say(next, field)
  }
  /** Puts a dropped field in the place of another one. */
  const drop = (name: string, at: SchemaField) => {
    const field = fields.find((each) => each.name === name)
    if (!field || name === at.name) return
    const next = hasPages
      ? putOnPage(schema, name, pageOfField(schema, at.name), at.name)
      : moveField(schema, name, fields.indexOf(at))
    onChange(next)
    say(next, field)
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
  const add = (kind: FieldKind, page?: number) => {
    const added = addField(schema, kind)
    onChange(page === undefined ? added.schema : putOnPage(added.schema, added.name, page))
    setOpen(added.name)
    setAnnounced(`${kindTitles[kind]} field added.`)
  }
  return { fields, isAtEnd, open, setOpen, announced, root, step, drop, rename, remove, add }
}

export type Fields = ReturnType<typeof useFields>
