'use client'

import { ChevronDownIcon, ChevronRightIcon, CopyIcon } from 'lucide-react'
import { useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { toast } from '#components/shared/messages/toast'
import { copyText } from '#components/copy/copy-text'
import { cn } from '#components/ui/cn'
import { useValueTarget, valueMimeType } from './insert-target.ts'
import { foundRows, valueRows, type ValueRoot, type ValueRow } from './value-rows.ts'

type Props = {
  label: string
  roots: ValueRoot[]
  /** What is looked for; empty for everything. */
  search?: string
  /** Lines of this level and above are open at first. */
  openTo?: number
}

/** What is copied of a line: what expressions call it, or else the value. */
async function copyRow({ path, value }: ValueRow): Promise<void> {
  const text = path ?? (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))
  if (await copyText(text)) toast.success(path === undefined ? 'Copied.' : `Copied ${path}.`)
  else toast.error('This browser does not let us copy.')
}

/** Which lines are open, and the one that the keyboard is at. */
function useRows({ roots, search = '', openTo = 1 }: Props) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const isOpen = ({ id, level, whole, kind }: ValueRow): boolean => {
    const first = level <= openTo && whole === undefined && kind !== 'text' && kind !== 'unknown'
    return first !== changed.has(id)
  }
  const rows = search.trim() === '' ? valueRows(roots, isOpen) : foundRows(roots, search)
  const place = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  )
  const toggle = (id: string) =>
    setChanged((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return { rows, place, setCurrent, toggle }
}

/** Where an arrow key leads from a line; undefined for keys that do not move. */
function placeAfter(key: string, rows: ValueRow[], place: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: Math.min(rows.length - 1, place + 1),
    ArrowUp: Math.max(0, place - 1),
    Home: 0,
    End: rows.length - 1,
  }
  const level = rows[place]?.level ?? 1
  // To the line around it.
  if (key === 'ArrowLeft')
    return rows.findLastIndex((row, index) => index < place && row.level < level)
  return moves[key]
}

/**
 * Values as a tree: a click or Enter puts a value into the field that had the focus last, a drag
 * into any field; the arrow keys move, open and close.
 */
export function ValueTree(props: Props) {
  const { label } = props
  const { rows, place, setCurrent, toggle } = useRows(props)
  const target = useValueTarget()
  const root = useRef<HTMLDivElement>(null)
  const base = useId()
  const insertOrOpen = (row: ValueRow) => {
    if (row.path !== undefined && target) target.insert(row.path)
    else if (row.canOpen) toggle(row.id)
    else if (row.path !== undefined)
      toast.message('Choose a field first: the value goes where you type.')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[place]
    if (!row) return
    const copies = event.key === 'c' && (event.ctrlKey || event.metaKey)
    const opens = event.key === 'ArrowRight' && row.canOpen && !row.isOpen
    const closes = event.key === 'ArrowLeft' && row.isOpen
    const next = opens || closes ? place : placeAfter(event.key, rows, place)
    if (!copies && next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (copies) return void copyRow(row)
    if (opens || closes) return toggle(row.id)
    if (event.key === 'Enter') return insertOrOpen(row)
    const to = rows[Math.max(0, next ?? place)]
    root.current?.querySelector<HTMLElement>(`[id="${base}-${to?.id ?? ''}"]`)?.focus()
  }
  return (
    <div
      ref={root}
      role="tree"
      aria-label={label}
      tabIndex={-1}
      className="min-w-0 py-1 text-[13px] outline-none"
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <Line
          key={row.id}
          id={`${base}-${row.id}`}
          row={row}
          isCurrent={index === place}
          onUse={() => insertOrOpen(row)}
          onToggle={() => toggle(row.id)}
          onReach={() => setCurrent(row.id)}
        />
      ))}
    </div>
  )
}

type LineProps = {
  id: string
  row: ValueRow
  isCurrent: boolean
  onUse(): void
  onToggle(): void
  onReach(): void
}

const lineClass = cn(
  'group relative flex min-h-7 cursor-default items-center gap-1 rounded-sm pr-7 outline-none',
  'hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring',
)

/** So that a read-only value is not dragged for nothing. */
function drag(event: DragEvent, path: string | undefined): void {
  if (path === undefined) return event.preventDefault()
  event.dataTransfer.setData(valueMimeType, path)
  event.dataTransfer.setData('text/plain', path)
  event.dataTransfer.effectAllowed = 'copy'
}

function Line({ id, row, isCurrent, onUse, onToggle, onReach }: LineProps) {
  const { level, label, path, text, kind, canOpen, isOpen, whole, mark } = row
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys */}
      <div
        id={id}
        role="treeitem"
        aria-level={level}
        aria-selected={isCurrent}
        {...(canOpen ? { 'aria-expanded': isOpen } : {})}
        aria-label={mark === undefined ? `${label}: ${text}` : `${label}, ${mark}: ${text}`}
        tabIndex={isCurrent ? 0 : -1}
        draggable={path !== undefined}
        onDragStart={(event) => drag(event, path)}
        className={lineClass}
        style={{ paddingLeft: `${(level - 1) * 14 + 4}px` }}
        title={path}
        onFocus={onReach}
        onClick={onUse}
      >
        {canOpen ? (
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-muted"
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Chevron className="size-3.5" />
          </span>
        ) : (
          <span className="size-6 shrink-0" />
        )}
        <span className="max-w-[60%] shrink-0 truncate font-medium">{label}</span>
        {mark === undefined ? null : (
          <span className="shrink-0 rounded-full border px-1.5 text-xs text-muted-foreground">
            {mark}
          </span>
        )}
        <span className={valueClass(kind)}>{text}</span>
        <span
          aria-hidden
          title={path === undefined ? 'Copy the value' : `Copy ${path}`}
          className={copyClass}
          onClick={(event) => {
            event.stopPropagation()
            void copyRow(row)
          }}
        >
          <CopyIcon className="size-3.5" />
        </span>
      </div>
      <WholeText text={whole} />
    </>
  )
}

function WholeText({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <pre className="my-1 ml-7 max-h-60 overflow-auto rounded bg-muted p-2 text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  )
}

const copyClass = cn(
  'absolute right-0.5 grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0',
  'group-hover:opacity-100 group-focus-visible:opacity-100 hover:bg-muted',
)

function valueClass(kind: ValueRow['kind']): string {
  const quiet = kind === 'nothing' || kind === 'list' || kind === 'fields'
  return cn(
    'min-w-0 truncate',
    quiet && 'text-muted-foreground',
    kind === 'unknown' && 'text-amber-700 italic dark:text-amber-400',
    kind === 'number' && 'tabular-nums',
  )
}
