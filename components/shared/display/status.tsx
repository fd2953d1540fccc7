import {
  BanIcon,
  CheckCircle2Icon,
  CircleDashedIcon,
  CircleDotIcon,
  ClockIcon,
  LoaderIcon,
  PauseCircleIcon,
  SkipForwardIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { runStatusWords } from '#lib/domain/run/status-words'
import type { RunStatus, TaskStatus } from '#lib/domain/statuses'
import { Pill, type Tone } from './pill.tsx'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const taskLooks: Record<TaskStatus, Look> = {
  'waiting-dependencies': { label: 'Not reached', icon: CircleDashedIcon, tone: 'quiet' },
  pending: { label: 'Pending', icon: ClockIcon, tone: 'busy' },
  running: { label: 'Running', icon: LoaderIcon, tone: 'busy' },
  suspended: { label: 'Waiting', icon: PauseCircleIcon, tone: 'waiting' },
  completed: { label: 'Completed', icon: CheckCircle2Icon, tone: 'good' },
  failed: { label: 'Failed', icon: XCircleIcon, tone: 'bad' },
  skipped: { label: 'Skipped', icon: SkipForwardIcon, tone: 'quiet' },
  cancelled: { label: 'Cancelled', icon: BanIcon, tone: 'quiet' },
}

const runLooks: Record<RunStatus, Look> = {
  running: { label: runStatusWords.running, icon: CircleDotIcon, tone: 'busy' },
  suspended: { label: runStatusWords.suspended, icon: PauseCircleIcon, tone: 'waiting' },
  completed: { label: runStatusWords.completed, icon: CheckCircle2Icon, tone: 'good' },
  failed: { label: runStatusWords.failed, icon: XCircleIcon, tone: 'bad' },
  cancelled: { label: runStatusWords.cancelled, icon: BanIcon, tone: 'quiet' },
}

/** A task's status as icon, word and colour. */
export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <Pill {...taskLooks[status]} />
)

/** A run's status as icon, word and colour. */
export const RunStatusBadge = ({ status }: { status: RunStatus }) => <Pill {...runLooks[status]} />

/** A task's status as people read it. */
export const taskStatusLabel = (status: TaskStatus): string => taskLooks[status].label

/** A run's status as people read it. */
export const runStatusLabel = (status: RunStatus): string => runLooks[status].label

const iconTones: Record<Tone, string> = {
  quiet: 'text-muted-foreground',
  busy: 'text-sky-700 dark:text-sky-300',
  waiting: 'text-amber-700 dark:text-amber-300',
  good: 'text-emerald-700 dark:text-emerald-400',
  bad: 'text-destructive',
}

type IconProps = { status: TaskStatus; className?: string }

/** A task's status as an icon alone, where its word is the name of what is around. */
export function TaskStatusIcon({ status, className = 'size-4' }: IconProps) {
  const { icon: Icon, tone, label } = taskLooks[status]
  return (
    <span title={label} className="shrink-0">
      <Icon aria-hidden className={`${className} ${iconTones[tone]}`} />
    </span>
  )
}
