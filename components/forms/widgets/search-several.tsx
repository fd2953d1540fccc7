'use client'

import type { WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { XIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { SearchBox } from '../search/search-box.tsx'
import { useFormTexts } from '../texts.ts'

type Chosen = { label: string; index: number }
type ChipsProps = {
  label: string
  chosen: Chosen[]
  disabled: boolean
  onRemove(index: number): void
}

/** What was chosen, each with a button that removes it. */
function Chips({ label, chosen, disabled, onRemove }: ChipsProps) {
  const { text } = useFormTexts()
  if (chosen.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={text('search.chosen', { label })}>
      {chosen.map((one) => (
        <li
          key={one.index}
          className="inline-flex max-w-full items-center gap-1 rounded-full border bg-muted py-0.5 ps-2.5 pe-1 text-sm"
        >
          <span className="truncate">{one.label}</span>
          <button
            type="button"
            disabled={disabled}
            aria-label={text('search.remove', { name: one.label })}
            className="grid size-6 shrink-0 place-items-center rounded-full outline-none hover:bg-background focus-visible:ring-2 focus-visible:ring-ring"
            onClick={() => onRemove(one.index)}
          >
            <XIcon aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Several of a long list of choices: what was chosen, and a field that searches for more. */
export function SearchSeveralWidget(props: WidgetProps) {
  const { id, htmlName, options, value, required, disabled, readonly, label } = props
  const { onChange, onBlur, rawErrors = [] } = props
  const { enumOptions = [] } = options
  const { text, language } = useFormTexts()
  const labels = useMemo(() => enumOptions.map((option) => option.label), [enumOptions])
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const list: unknown[] = Array.isArray(value) ? value : []
  const keys = new Set(list.map((one) => JSON.stringify(one)))
  const isLocked = (disabled ?? false) || (readonly ?? false)
  const isChosen = (index: number) => keys.has(JSON.stringify(enumOptions[index]?.value))
  // In the order of the choices, whatever the order of choosing.
  const write = (next: Set<string>) =>
    onChange(
      enumOptions
        .map((option): unknown => option.value)
        .filter((one) => next.has(JSON.stringify(one))),
    )
  const toggle = (index: number) => {
    const key = JSON.stringify(enumOptions[index]?.value)
    const next = new Set(keys)
    if (!next.delete(key)) next.add(key)
    write(next)
  }
  const chosen = labels.flatMap((one, index) => (isChosen(index) ? [{ label: one, index }] : []))
  return (
    <div className="space-y-2" {...keptFocus}>
      <Chips label={label} chosen={chosen} disabled={isLocked} onRemove={toggle} />
      <SearchBox
        id={id}
        name={htmlName || id}
        labels={labels}
        shown=""
        isChosen={isChosen}
        onChoose={toggle}
        onEmptied={() => {
          const last = chosen.at(-1)
          if (last) toggle(last.index)
        }}
        multiple
        placeholder={text('search', { number: labels.length.toLocaleString(language) })}
        required={required ?? false}
        disabled={isLocked}
        invalid={rawErrors.length > 0}
        describedBy={ariaDescribedByIds(id)}
        onLeave={() => onBlur(id, value)}
      />
    </div>
  )
}
