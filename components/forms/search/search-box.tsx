'use client'

import { CheckIcon, ChevronDownIcon } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { cn } from '../../ui/cn.ts'
import { fieldClass } from '../../ui/input/field-class.ts'
import { useFormTexts } from '../texts.ts'
import { mostShown, searchOf, type Option } from './matching.ts'

type Props = {
  id: string
  name: string
  labels: string[]
  /** What stands in the field while nobody searches: the chosen one. */
  shown: string
  isChosen(index: number): boolean
  onChoose(index: number): void
  /** The text was emptied, or Backspace pressed where nothing was typed. */
  onEmptied(): void
  /** Several can be chosen: the list stays open. */
  multiple: boolean
  placeholder: string
  required: boolean
  disabled: boolean
  invalid: boolean
  describedBy: string | undefined
  onLeave(): void
}

type SearchProps = Pick<Props, 'labels' | 'shown' | 'multiple' | 'onChoose' | 'onEmptied'>

/** What is typed, which choices fit it, and which of them the arrow keys are at. */
function useSearch({ labels, shown, multiple, onChoose, onEmptied }: SearchProps) {
  const find = useMemo(() => searchOf(labels), [labels])
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const found = useMemo(() => (isOpen ? find(typed ?? '') : []), [find, isOpen, typed])
  const options = found.slice(0, mostShown)
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setPlace(0)
  }
  const open = () => {
    if (isOpen) return
    setOpen(true)
    const chosen = multiple ? -1 : labels.indexOf(shown)
    setPlace(chosen > 0 && chosen < mostShown ? chosen : 0)
  }
  const choose = (option: Option | undefined) => {
    if (!option) return
    onChoose(option.index)
    if (multiple) setTyped('')
    else close()
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setPlace(0)
    if (text === '' && !multiple) onEmptied()
  }
  /** A choice whose whole name was typed is chosen without Enter. */
  const leave = () => {
    const wanted = typed?.trim().toLowerCase()
    const meant = wanted ? found.filter(({ label }) => label.toLowerCase() === wanted) : []
    if (!multiple && meant.length === 1 && meant[0]) onChoose(meant[0].index)
    close()
  }
  const more = found.length - options.length
  const text = typed ?? (multiple ? '' : shown)
  const enter = (written: string) =>
    // By the text of this moment: it may be newer than the list that is drawn.
    choose(written === text ? options[place] : find(written)[0])
  const moveTo = (to: number) => {
    if (isOpen) setPlace(Math.max(0, Math.min(options.length - 1, to)))
    else open()
  }
  const clear = () => {
    if (multiple && !typed) onEmptied()
  }
  const state = { text, isOpen, options, more, place }
  return { ...state, open, close, choose, type, leave, enter, moveTo, clear }
}

type Search = ReturnType<typeof useSearch>

/** How many entries a key moves. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

const onKeyDown = (search: Search) => (event: KeyboardEvent<HTMLInputElement>) => {
  // The Enter that ends a composition (Japanese, Chinese) belongs to the text.
  if (event.nativeEvent.isComposing) return
  const { isOpen, place } = search
  const step = steps[event.key]
  if (step !== undefined) {
    event.preventDefault()
    search.moveTo(place + step)
  } else if (event.key === 'Enter' && isOpen) {
    event.preventDefault()
    search.enter(event.currentTarget.value)
  } else if (event.key === 'Escape' && isOpen) {
    event.preventDefault()
    event.stopPropagation()
    search.close()
  } else if (event.key === 'Backspace') search.clear()
}

type ListProps = {
  id: string
  labelledBy: string
  search: Search
  multiple: boolean
  isChosen(index: number): boolean
}

function List({ id, labelledBy, search, multiple, isChosen }: ListProps) {
  const { options, more, place, choose } = search
  const { text, language } = useFormTexts()
  const current = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [place, options.length])
  return (
    <div className="absolute top-full right-0 left-0 z-30 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-md">
      <div
        id={id}
        role="listbox"
        aria-labelledby={labelledBy}
        {...(multiple ? { 'aria-multiselectable': true } : {})}
      >
        {options.map((option, at) => (
          <div
            key={option.index}
            id={`${id}-${option.index}`}
            ref={at === place ? current : null}
            role="option"
            aria-selected={isChosen(option.index)}
            className={cn(
              'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm',
              at === place && 'bg-accent text-accent-foreground',
            )}
            // The field stays in focus; the click chooses.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <CheckIcon
              aria-hidden
              className={cn('size-4 shrink-0', !isChosen(option.index) && 'invisible')}
            />
            {option.label}
          </div>
        ))}
      </div>
      {options.length === 0 ? (
        <p className="px-2 py-3 text-sm text-muted-foreground">{text('search.none')}</p>
      ) : null}
      {more > 0 ? (
        <p className="border-t px-2 py-1.5 text-xs text-muted-foreground">
          {text('search.more', { number: more.toLocaleString(language) })}
        </p>
      ) : null}
    </div>
  )
}

/** A field that searches a long list of choices (WAI-ARIA combobox with a listbox). */
export function SearchBox(props: Props) {
  const { id, name, isChosen, multiple, placeholder, required, disabled, invalid } = props
  const { describedBy, onLeave } = props
  const listId = useId()
  const { count } = useFormTexts()
  const search = useSearch(props)
  const { isOpen, options, more, place, text } = search
  const current = options[place]
  return (
    <div className="relative">
      <input
        id={id}
        name={name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && current ? `${listId}-${current.index}` : undefined}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        value={text}
        className={cn(fieldClass, 'h-9 ps-3 pe-8')}
        onChange={(event) => search.type(event.target.value)}
        onClick={search.open}
        onKeyDown={onKeyDown(search)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          search.leave()
          onLeave()
        }}
      />
      <ChevronDownIcon
        aria-hidden
        className="pointer-events-none absolute end-2.5 top-2.5 size-4 text-muted-foreground"
      />
      {isOpen ? (
        <List
          id={listId}
          labelledBy={`${id}__label`}
          search={search}
          multiple={multiple}
          isChosen={isChosen}
        />
      ) : null}
      <p role="status" className="sr-only">
        {isOpen ? count('search.found', options.length + more) : ''}
      </p>
    </div>
  )
}
