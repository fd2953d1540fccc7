'use client'

import { useMemo, useState, type ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import {
  diffLines,
  diffWords,
  type DiffLine,
  type TextPart,
} from '#lib/domain/differences/diff-texts'

type Line = Extract<DiffLine, { text: string }>

const tones = {
  same: '',
  added: 'bg-emerald-100 text-emerald-950 dark:bg-emerald-950 dark:text-emerald-100',
  removed: 'bg-red-100 text-red-950 dark:bg-red-950 dark:text-red-100',
}
const strongTones = {
  same: '',
  added: 'rounded-xs bg-emerald-300/70 dark:bg-emerald-700',
  removed: 'rounded-xs bg-red-300/70 dark:bg-red-800',
}
const signs = { same: ' ', added: '+', removed: '−' }
const words = { same: '', added: 'added: ', removed: 'removed: ' }

/** Short texts of one line are compared by words in place. */
const isShort = (text: string): boolean => text.length <= 240 && !text.includes('\n')

function Words({ parts }: { parts: TextPart[] }) {
  return parts.map(({ kind, text }, place) => {
    if (kind === 'same') return <span key={place}>{text}</span>
    const Mark = kind === 'added' ? 'ins' : 'del'
    return (
      <Mark
        key={place}
        className={cn('rounded-xs px-0.5', tones[kind], kind === 'added' && 'no-underline')}
      >
        <span className="sr-only">{words[kind]}</span>
        {text}
        <span className="sr-only">; </span>
      </Mark>
    )
  })
}

/** For each changed line that stands for another one, the words in which they differ. */
function emphasized(lines: DiffLine[]): Map<DiffLine, ReactNode> {
  const found = new Map<DiffLine, ReactNode>()
  for (let from = 0; from < lines.length; from++) {
    if (lines[from]?.kind !== 'removed') continue
    let to = from
    while (lines[to]?.kind === 'removed') to++
    let end = to
    while (lines[end]?.kind === 'added') end++
    if (to - from === end - to)
      for (let place = 0; place < to - from; place++)
        emphasizePair(lines[from + place] as Line, lines[to + place] as Line, found)
    from = end - 1
  }
  return found
}

function emphasizePair(before: Line, after: Line, found: Map<DiffLine, ReactNode>): void {
  const parts = diffWords(before.text, after.text)
  const same = parts.filter(({ kind }) => kind === 'same').map(({ text }) => text.trim())
  // Lines with nothing in common are no change of each other.
  if (same.join('').length === 0) return
  const without = (kind: TextPart['kind']): ReactNode =>
    parts
      .filter((part) => part.kind !== kind)
      .map((part, place) => (
        <span key={place} className={strongTones[part.kind]}>
          {part.text}
        </span>
      ))
  found.set(before, without('added'))
  found.set(after, without('removed'))
}

const numberClass =
  'w-9 shrink-0 pr-2 text-right text-muted-foreground select-none tabular-nums max-sm:hidden'

function LineRow({ line, content }: { line: Line; content: ReactNode }) {
  return (
    <span className={cn('flex px-2', tones[line.kind])}>
      <span aria-hidden className={numberClass}>
        {line.before}
      </span>
      <span aria-hidden className={numberClass}>
        {line.after}
      </span>
      <span aria-hidden className="w-4 shrink-0 select-none">
        {signs[line.kind]}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        <span className="sr-only">{words[line.kind]}</span>
        {content}
      </span>
    </span>
  )
}

function Fold({ lines }: { lines: Line[] }) {
  const [open, setOpen] = useState(false)
  if (open)
    return lines.map((line, place) => <LineRow key={place} line={line} content={line.text} />)
  return (
    <button
      type="button"
      className="w-full bg-muted/60 px-2 py-0.5 text-left font-sans text-muted-foreground outline-none hover:text-foreground focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
      onClick={() => setOpen(true)}
    >
      Show {lines.length} lines that are the same
    </button>
  )
}

type Props = { before: string; after: string }

/**
 * In what two texts differ: by words in a short one, else by lines. Only lines that are the same are
 * folded, so a changed one is always in sight.
 */
export function TextDifference({ before, after }: Props) {
  const short = isShort(before) && isShort(after)
  const parts = useMemo(() => (short ? diffWords(before, after) : []), [short, before, after])
  const lines = useMemo(() => (short ? [] : diffLines(before, after)), [short, before, after])
  const strong = useMemo(() => emphasized(lines), [lines])
  if (short)
    return (
      <span className="wrap-anywhere whitespace-pre-wrap">
        <Words parts={parts} />
      </span>
    )
  return (
    <code
      role="group"
      tabIndex={0}
      aria-label="Changed lines"
      className="block max-h-96 overflow-auto rounded-md border bg-card py-1 font-mono text-xs leading-5 outline-none focus-visible:ring-2 focus-visible:ring-ring"
    >
      {lines.map((line, place) =>
        line.kind === 'skipped' ? (
          <Fold key={place} lines={line.lines} />
        ) : (
          <LineRow key={place} line={line} content={strong.get(line) ?? line.text} />
        ),
      )}
    </code>
  )
}
