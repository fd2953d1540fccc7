'use client'

import { ArrowDownIcon, ArrowUpIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import type { FormPage } from '#lib/domain/form/pages'
import {
  addPage,
  changePage,
  movePage,
  pagesWithAll,
  putOnPage,
  removePage,
} from '../model/form/page-list.ts'
import { fieldMime } from './field-card.tsx'
import { FieldCards } from './field-list.tsx'
import { useFields, type Fields } from './use-fields.ts'

type Schema = Record<string, unknown>
type Props = { schema: Schema; onChange(schema: Schema): void }
type HeadProps = Props & {
  page: FormPage
  index: number
  count: number
  onMove(to: number): void
}

/** What a page is called, and its place among the pages. */
function PageHead({ schema, onChange, page, index, count, onMove }: HeadProps) {
  const id = useId()
  const number = index + 1
  const buttons = [
    { Icon: ArrowUpIcon, label: `Move page ${number} up`, to: index - 1, move: 'up' },
    { Icon: ArrowDownIcon, label: `Move page ${number} down`, to: index + 1, move: 'down' },
  ]
  return (
    <>
      <div className="flex items-end gap-0.5">
        <div className="min-w-0 grow">
          <Labelled id={`${id}-title`} label={`Title of page ${number}`}>
            <Input
              id={`${id}-title`}
              data-page-title
              value={page.title}
              onChange={({ target }) =>
                onChange(changePage(schema, index, { title: target.value }))
              }
            />
          </Labelled>
        </div>
        {buttons.map(({ Icon, label, to, move }) => (
          <Button
            key={move}
            type="button"
            variant="ghost"
            size="icon-sm"
            data-move-page={move}
            aria-label={label}
            disabled={to < 0 || to >= count}
            onClick={() => onMove(to)}
          >
            <Icon aria-hidden />
          </Button>
        ))}
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove page ${number}, and keep its fields`}
          onClick={() => onChange(removePage(schema, index))}
        >
          <Trash2Icon aria-hidden />
        </Button>
      </div>
      <Labelled id={`${id}-text`} label={`Text of page ${number}`}>
        <Input
          id={`${id}-text`}
          value={page.description}
          onChange={({ target }) =>
            onChange(changePage(schema, index, { description: target.value }))
          }
        />
      </Labelled>
    </>
  )
}

/** The focus goes along with a page that is moved, and to the title of a new one. */
function usePageFocus() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<{ page: number; places: string[] }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { page, places } = wanted.current
    wanted.current = undefined
    const section = list.current?.children.item(page)
    const found = places.map((place) => section?.querySelector<HTMLElement>(place))
    found.find((element) => element !== null)?.focus()
  })
  const focus = (page: number, ...places: string[]) => {
    wanted.current = { page, places }
  }
  return { list, focus }
}

type SectionProps = HeadProps & { all: Fields }

/** One page: its head, its fields, and where a field may be dropped. */
function PageSection({ all, ...head }: SectionProps) {
  const { schema, onChange, page, index } = head
  const drop = (event: DragEvent) => {
    const name = event.dataTransfer.getData(fieldMime)
    // A field of the page takes it into its own place.
    if (!name || event.defaultPrevented) return
    event.preventDefault()
    if (all.fields.some((field) => field.name === name)) onChange(putOnPage(schema, name, index))
  }
  return (
    <li
      aria-label={`Page ${index + 1}: ${page.title}`}
      className="space-y-2 rounded-lg border bg-muted/30 p-2"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(fieldMime)) event.preventDefault()
      }}
      onDrop={drop}
    >
      <PageHead {...head} />
      {page.fields.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          No fields here yet. Add one, or move one here by its arrows.
        </p>
      ) : null}
      <FieldCards
        label={`Fields of page ${index + 1}`}
        schema={schema}
        onChange={onChange}
        all={all}
        fields={all.fields.filter(({ name }) => page.fields.includes(name))}
        onAdd={(kind) => all.add(kind, index)}
      />
    </li>
  )
}

/** The fields of a form on its pages: pages are named and ordered, fields move between them. */
export function PagedFields({ schema, onChange }: Props) {
  const all = useFields(schema, onChange)
  const { list, focus } = usePageFocus()
  const [said, setSaid] = useState('')
  const pages = pagesWithAll(schema)
  const move = (from: number, to: number) => {
    const places = ['up', 'down'].map((one) => `[data-move-page="${one}"]:not(:disabled)`)
    focus(to, ...(to < from ? places : places.toReversed()))
    onChange(movePage(schema, from, to))
    setSaid(`${pages[from]?.title} is now page ${to + 1} of ${pages.length}.`)
  }
  const add = () => {
    focus(pages.length, '[data-page-title]')
    onChange(addPage(schema))
  }
  return (
    <div {...all.root} className="space-y-3">
      <ol ref={list} className="space-y-3" aria-label="Pages">
        {pages.map((page, index) => (
          <PageSection
            key={index}
            all={all}
            schema={schema}
            onChange={onChange}
            page={page}
            index={index}
            count={pages.length}
            onMove={(to) => move(index, to)}
          />
        ))}
      </ol>
      <Button type="button" variant="outline" size="sm" onClick={add}>
        <PlusIcon aria-hidden /> Add a page
      </Button>
      {[said, all.announced].map((words, index) => (
        <p key={index} role="status" className="sr-only">
          {words}
        </p>
      ))}
    </div>
  )
}
