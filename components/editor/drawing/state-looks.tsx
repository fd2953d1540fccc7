import { RepeatIcon } from 'lucide-react'
import { TaskStatusIcon, taskStatusLabel } from '#components/shared/display/status'
import { cn } from '#components/ui/cn'
import type { TaskStatus } from '#lib/domain/statuses'
import { markLooks } from '../changes/mark-looks.ts'
import type { StepStatus } from '../data/step-states.ts'

/** The border of a box, and its colour where it is drawn from far. */
type Look = { frame: string; tint: string | undefined }

const quiet: Look = { frame: 'border-dashed border-input opacity-75', tint: undefined }
const solid = (frame: string, tint: string): Look => ({ frame: cn('ring-1', frame), tint })

const looks: Record<Exclude<StepStatus, 'repeated'>, Look> = {
  unused: quiet,
  'waiting-dependencies': { frame: 'border-border', tint: undefined },
  pending: solid('border-sky-500 ring-sky-500', '#0ea5e9'),
  running: solid('border-sky-600 ring-2 ring-sky-500/40', '#0284c7'),
  suspended: solid('border-amber-500 ring-amber-500', '#f59e0b'),
  completed: solid('border-emerald-600 ring-emerald-600', '#059669'),
  failed: solid('border-red-600 ring-red-600', '#dc2626'),
  skipped: quiet,
  cancelled: { frame: 'border-dashed border-zinc-500', tint: '#71717a' },
  same: { frame: 'opacity-75', tint: undefined },
  added: { frame: markLooks.added.frame, tint: '#059669' },
  removed: { frame: markLooks.removed.frame, tint: '#dc2626' },
  changed: { frame: markLooks.changed.frame, tint: '#f59e0b' },
  moved: { frame: markLooks.moved.frame, tint: '#0284c7' },
}

const lookOf = (ran: StepStatus | ''): Look | undefined =>
  ran === '' ? undefined : looks[ran === 'repeated' ? 'completed' : ran]

/** The border of a step's box by what became of it. */
export const frameOfState = (ran: StepStatus | ''): string => lookOf(ran)?.frame ?? ''

/** The colour of what became of a step; undefined: that of all boxes. */
export const tintOfState = (ran: StepStatus | ''): string | undefined => lookOf(ran)?.tint

const isMark = (ran: string): ran is keyof typeof markLooks => Object.hasOwn(markLooks, ran)

/** Whether the number beside the sign is one of items; that of fields stands at the word. */
export const isCounted = (ran: string): boolean => !isMark(ran)

type Props = { ran: StepStatus | ''; className?: string }

/** What became of a step as a sign; its name says it in words. */
export function StateSign({ ran, className = 'size-4' }: Props) {
  if (ran === '' || ran === 'unused' || ran === 'same') return null
  if (ran === 'repeated') return <RepeatIcon aria-hidden className={cn('shrink-0', className)} />
  if (!isMark(ran)) return <TaskStatusIcon status={ran} className={className} />
  const { icon: Icon, tone } = markLooks[ran]
  return <Icon aria-hidden className={cn('shrink-0', className, tone)} />
}

/** What changed of a step, as a word before its kind; nothing of what became of it in a run. */
export function MarkWord({ ran, items }: { ran: StepStatus | ''; items: string }) {
  if (!isMark(ran)) return null
  const { word, tone } = markLooks[ran]
  return (
    <span className={cn('shrink-0 font-medium', tone)}>
      {word}
      {Number(items) > 1 ? ` (${items})` : ''}
    </span>
  )
}

const counted = (count: string, one: string): string => `${count} ${one}${count === '1' ? '' : 's'}`

/**
 * What became of a step, in words that follow its name. `where`: “ in the chosen run”, where the
 * drawing is not that of the run.
 */
export function wordsOfState(ran: StepStatus | '', items: string, where: string): string {
  if (ran === '') return ''
  if (ran === 'repeated') return `, repeated for ${counted(items, 'item')}`
  if (ran === 'unused') return `, not used${where}`
  if (ran === 'same') return ', the same'
  if (isMark(ran)) {
    const word = markLooks[ran].word.toLowerCase()
    return `, ${word}${items === '' ? '' : `, ${counted(items, 'field')}`}`
  }
  const status: TaskStatus = ran
  const times = items === '' ? '' : `, ${counted(items, 'item')}`
  return `, ${taskStatusLabel(status).toLowerCase()}${where}${times}`
}
