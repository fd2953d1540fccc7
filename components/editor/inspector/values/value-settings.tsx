'use client'

import { Settings2Icon } from 'lucide-react'
import { useId } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import type { InsertedValue } from '#lib/domain/expressions/written/template'
import { entryFormatsFor, formatsFor, withEntries, type FormatChoice } from './value-formats.ts'

type Props = {
  title: string
  value: InsertedValue
  schema: Record<string, unknown> | undefined
  onChange(value: InsertedValue): void
}

const keyOf = (format: { kind: string; style: string } | undefined): string =>
  format ? `${format.kind} ${format.style}` : ''

type FormatProps = {
  id: string
  label: string
  formats: FormatChoice[]
  chosen: string
  onChoose(key: string): void
}

function ChooseFormat({ id, label, formats, chosen, onChoose }: FormatProps) {
  return (
    <Labelled id={id} label={label}>
      <NativeSelect id={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">As it is</option>
        {formats.map(({ format, title }) => (
          <option key={keyOf(format)} value={keyOf(format)}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

/** How the value is written; of a list also how each of its entries is. */
function Formats({ id, value, schema, onChange }: Omit<Props, 'title'> & { id: string }) {
  const formats = formatsFor(schema)
  const list = value.format?.kind === 'list' ? value.format : undefined
  const ofEntries = list ? entryFormatsFor(schema) : []
  const withFormat = (key: string) => {
    const { format: _old, ...rest } = value
    const chosen = formats.find(({ format }) => keyOf(format) === key)?.format
    if (!chosen) return onChange(rest)
    const entries = chosen.kind === 'list' ? list?.entries : undefined
    onChange({ ...rest, format: withEntries(chosen, entries) })
  }
  const withEntryFormat = (key: string) => {
    const chosen = ofEntries.find(({ format }) => keyOf(format) === key)?.format
    if (list) onChange({ ...value, format: withEntries(list, chosen) })
  }
  return (
    <>
      {formats.length > 0 ? (
        <ChooseFormat
          id={`${id}-format`}
          label="Written as"
          formats={formats}
          chosen={keyOf(value.format)}
          onChoose={withFormat}
        />
      ) : null}
      {ofEntries.length > 0 ? (
        <ChooseFormat
          id={`${id}-entries`}
          label="Each entry as"
          formats={ofEntries}
          chosen={keyOf(list?.entries)}
          onChoose={withEntryFormat}
        />
      ) : null}
    </>
  )
}

/** How the value at the cursor is written, and what stands in its place when it is empty. */
export function ValueSettings({ title, value, schema, onChange }: Props) {
  const id = useId()
  const withOtherwise = (otherwise: string) => {
    const { otherwise: _old, ...rest } = value
    onChange(otherwise === '' ? rest : { ...rest, otherwise })
  }
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button type="button" variant="outline" size="sm" className="h-7 max-w-full">
          <Settings2Icon aria-hidden /> <span className="truncate">How “{title}” is written</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="w-80 space-y-3"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') event.stopPropagation()
        }}
      >
        <Formats id={id} value={value} schema={schema} onChange={onChange} />
        <Labelled id={`${id}-otherwise`} label="When it is empty, write">
          <Input
            id={`${id}-otherwise`}
            placeholder="nothing"
            value={value.otherwise ?? ''}
            onChange={({ target }) => withOtherwise(target.value)}
          />
        </Labelled>
      </PopoverContent>
    </Popover>
  )
}
