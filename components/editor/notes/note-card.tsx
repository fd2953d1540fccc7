import {
  CircleCheckIcon,
  InfoIcon,
  ListTodoIcon,
  TriangleAlertIcon,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Markdown } from '#components/shared/display/markdown'
import { cn } from '#components/ui/cn'
import type { Note } from '#lib/domain/workflow/definition'
import { noteWords } from '#lib/domain/workflow/note-words'

const looks: Record<Note['kind'], { icon: LucideIcon; tone: string }> = {
  explanation: {
    icon: InfoIcon,
    tone: cn(
      'border-sky-300 bg-sky-50 text-sky-950',
      'dark:border-sky-800 dark:bg-sky-950 dark:text-sky-100',
    ),
  },
  caution: {
    icon: TriangleAlertIcon,
    tone: cn(
      'border-amber-400 bg-amber-50 text-amber-950',
      'dark:border-amber-700 dark:bg-amber-950 dark:text-amber-100',
    ),
  },
  todo: {
    icon: ListTodoIcon,
    tone: cn(
      'border-violet-300 bg-violet-50 text-violet-950',
      'dark:border-violet-800 dark:bg-violet-950 dark:text-violet-100',
    ),
  },
  agreed: {
    icon: CircleCheckIcon,
    tone: cn(
      'border-emerald-300 bg-emerald-50 text-emerald-950',
      'dark:border-emerald-800 dark:bg-emerald-950 dark:text-emerald-100',
    ),
  },
}

const cardClass = 'flex size-full flex-col gap-1 overflow-hidden rounded-md border px-3 py-2'
const selectedClass = cn('ring-2 ring-primary/50 forced-colors:outline-4 outline-[Highlight]')

type FrameProps = { kind: Note['kind']; selected?: boolean; children: ReactNode }

/** The sheet of a note, with what it is for as a colour, a sign and a word. */
export function NoteFrame({ kind, selected = false, children }: FrameProps) {
  const { icon: Icon, tone } = looks[kind]
  return (
    <div className={cn(cardClass, tone, selected && selectedClass)}>
      <p className="flex shrink-0 items-center gap-1.5 text-xs font-semibold">
        <Icon aria-hidden className="size-3.5 shrink-0" /> {noteWords[kind]}
      </p>
      {children}
    </div>
  )
}

/** In Markdown one end of a line is a space; in a note each is shown. */
const withLines = (text: string): string => text.replaceAll(/(?<!\n)\n(?!\n)/g, '  \n')

/** A note as people read it. */
export function NoteCard({ note, selected }: { note: Note; selected?: boolean }) {
  return (
    <NoteFrame kind={note.kind} selected={selected === true}>
      {note.text.trim() === '' ? (
        <p className="text-sm italic">Nothing is written here yet.</p>
      ) : (
        <div className="text-left wrap-anywhere select-text">
          <Markdown text={withLines(note.text)} />
        </div>
      )}
    </NoteFrame>
  )
}
