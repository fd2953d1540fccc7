'use client'

import { PlusIcon, SplitIcon, Trash2Icon } from 'lucide-react'
import { useId } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { writtenPages, type FormPage } from '#lib/domain/form/pages'
import { removePage, splitIntoPages, withPages } from '../model/form/page-list.ts'

type Schema = Record<string, unknown>
type Props = { schema: Schema; onChange(schema: Schema): void }

type RowProps = {
  page: FormPage
  index: number
  onChange(page: FormPage): void
  onRemove(): void
}

function PageRow({ page, index, onChange, onRemove }: RowProps) {
  const id = useId()
  const count = page.fields.length
  return (
    <li className="space-y-2 rounded-md border bg-card p-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Labelled id={`${id}-title`} label={`Title of page ${index + 1}`}>
            <Input
              id={`${id}-title`}
              value={page.title}
              onChange={({ target }) => onChange({ ...page, title: target.value })}
            />
          </Labelled>
        </div>
        <Button
          type="button"
          variant="ghost"
          size="icon"
          aria-label={`Remove page ${index + 1}`}
          onClick={onRemove}
        >
          <Trash2Icon aria-hidden />
        </Button>
      </div>
      <Labelled id={`${id}-text`} label="Text below the title">
        <Input
          id={`${id}-text`}
          value={page.description}
          onChange={({ target }) => onChange({ ...page, description: target.value })}
        />
      </Labelled>
      <p className="text-xs text-muted-foreground">
        {count === 1 ? '1 field' : `${count} fields`}; each field’s settings say its page.
      </p>
    </li>
  )
}

/** The pages of a form: one page, or several with their titles. */
export function PagesEditor({ schema, onChange }: Props) {
  const pages = writtenPages(schema)
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const write = (next: FormPage[]) => onChange(withPages(schema, next))
  if (pages.length === 0)
    return (
      <Button
        type="button"
        variant="ghost"
        size="sm"
        onClick={() => onChange(splitIntoPages(schema))}
      >
        <SplitIcon aria-hidden /> Split into pages
      </Button>
    )
  return (
    <div className="space-y-2" role="group" aria-label="Pages" {...keptFocus}>
      <ol className="space-y-2">
        {pages.map((page, index) => (
          <PageRow
            key={index}
            page={page}
            index={index}
            onChange={(next) => write(pages.map((one, at) => (at === index ? next : one)))}
            onRemove={() => onChange(removePage(schema, index))}
          />
        ))}
      </ol>
      <Button
        type="button"
        variant="outline"
        size="sm"
        onClick={() =>
          write([...pages, { title: `Page ${pages.length + 1}`, description: '', fields: [] }])
        }
      >
        <PlusIcon aria-hidden /> Add a page
      </Button>
    </div>
  )
}
