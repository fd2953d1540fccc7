'use client'

import { SearchIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { cn } from '../cn.ts'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from './dialog.tsx'

export type SearchEntry = { id: string; content: ReactNode; onSelect(): void }
export type SearchGroup = { heading?: string; entries: SearchEntry[] }

type Props = {
  label: string
  placeholder: string
  /** Shown when nothing fits. */
  empty: string
  /**
   * The entries that match the text, best first. Called while the person types, so it must be
   * quick.
   */
  groupsFor(text: string): SearchGroup[]
  /** Told what is typed, where the entries are searched elsewhere. */
  onText?: ((text: string) => void) | undefined
}

const entriesOf = (groups: SearchGroup[]): SearchEntry[] => groups.flatMap(({ entries }) => entries)

/** Where a key leads from one place of a list; undefined for keys that do not move. */
function placeAfter(key: string, place: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(last, place + 1)
  if (key === 'ArrowUp') return Math.max(0, place - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/**
 * The text of a search, its matches, and the chosen entry: the first until the arrow keys or the
 * mouse choose another. Enter uses the matches of the text at that moment: a list that is filtered
 * after the key would act on another entry than the person typed.
 */
function useSearch(groupsFor: Props['groupsFor'], onText: Props['onText']) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState<string>()
  const groups = groupsFor(text)
  const entries = entriesOf(groups)
  const place = entries.findIndex(({ id }) => id === chosen)
  const current = entries[Math.max(0, place)]

  const type = (next: string) => {
    setText(next)
    onText?.(next)
    choose(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The Enter that ends a composition (Japanese, Chinese) belongs to the text.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const typed = event.currentTarget.value
      const meant = typed === text ? current : entriesOf(groupsFor(typed))[0]
      meant?.onSelect()
      return
    }
    const next = placeAfter(event.key, Math.max(0, place), entries.length - 1)
    if (next === undefined) return
    event.preventDefault()
    choose(entries[next]?.id)
  }
  return { text, type, groups, isEmpty: entries.length === 0, current, choose, onKeyDown }
}

type OptionProps = {
  id: string
  entry: SearchEntry
  isCurrent: boolean
  onPoint(): void
}

function Option({ id, entry, isCurrent, onPoint }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={cn(
        'relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 ' +
          'text-sm select-none',
        "[&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
        isCurrent && 'bg-accent text-accent-foreground',
      )}
      onPointerMove={onPoint}
      // The field stays in focus; the click chooses.
      onPointerDown={(event) => event.preventDefault()}
      onClick={entry.onSelect}
    >
      {entry.content}
    </div>
  )
}

type GroupProps = { heading: string | undefined; children: ReactNode }

function Group({ heading, children }: GroupProps) {
  return (
    <div role="group" aria-label={heading}>
      {heading ? (
        <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-muted-foreground">
          {heading}
        </p>
      ) : null}
      {children}
    </div>
  )
}

type FieldProps = Pick<Props, 'label' | 'placeholder'> & {
  listId: string
  currentId: string | undefined
  search: ReturnType<typeof useSearch>
}

function SearchField({ label, placeholder, listId, currentId, search }: FieldProps) {
  return (
    <div className="flex h-10 items-center gap-2 border-b px-3">
      <SearchIcon className="size-4 shrink-0 opacity-60" aria-hidden />
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={!search.isEmpty}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        className="flex h-10 w-full bg-transparent py-3 text-sm outline-none placeholder:text-muted-foreground"
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.onKeyDown}
      />
    </div>
  )
}

/** A field with a list of its matches (WAI-ARIA combobox with a listbox). */
export function SearchList({ label, placeholder, empty, groupsFor, onText }: Props) {
  const listId = useId()
  const search = useSearch(groupsFor, onText)
  const { groups, isEmpty, current, choose } = search
  const idOf = (entry: SearchEntry) => `${listId}-${entry.id}`
  const currentId = current && idOf(current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <div className="flex max-h-full w-full flex-col overflow-hidden rounded-md bg-popover text-popover-foreground">
      <SearchField
        label={label}
        placeholder={placeholder}
        listId={listId}
        currentId={currentId}
        search={search}
      />
      <div
        id={listId}
        {...(isEmpty ? {} : { role: 'listbox', 'aria-label': label })}
        className="max-h-80 overflow-x-hidden overflow-y-auto p-1"
      >
        {isEmpty ? (
          <p role="status" className="py-6 text-center text-sm text-muted-foreground">
            {empty}
          </p>
        ) : null}
        {groups
          .filter(({ entries }) => entries.length > 0)
          .map(({ heading, entries }, index) => (
            <Group key={heading ?? index} heading={heading}>
              {entries.map((entry) => (
                <Option
                  key={entry.id}
                  id={idOf(entry)}
                  entry={entry}
                  isCurrent={entry === current}
                  onPoint={() => choose(entry.id)}
                />
              ))}
            </Group>
          ))}
      </div>
    </div>
  )
}

type DialogProps = ComponentProps<typeof Dialog> & { title: string; description: string }

/** A dialog around a search; its title is for screen readers. */
export function SearchDialog({ title, description, children, ...props }: DialogProps) {
  return (
    <Dialog {...props}>
      <DialogContent className="overflow-hidden p-0 [&>button]:top-1.5">
        <DialogTitle className="sr-only">{title}</DialogTitle>
        <DialogDescription className="sr-only">{description}</DialogDescription>
        {children}
      </DialogContent>
    </Dialog>
  )
}
