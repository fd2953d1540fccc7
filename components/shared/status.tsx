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
import type { RunStatus, TaskStatus } from '#lib/domain/statuses'

type Look = { label: string; icon: LucideIcon; tone: string }

const tones = {
  quiet: 'bg-muted text-muted-foreground',
  busy: 'bg-sky-100 text-sky-900 dark:bg-sky-950 dark:text-sky-200',
  waiting: 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-200',
  good: 'bg-emerald-100 text-emerald-900 dark:bg-emerald-950 dark:text-emerald-200',
  bad: 'bg-red-100 text-red-900 dark:bg-red-950 dark:text-red-200',
}

const taskLooks: Record<TaskStatus, Look> = {
  'waiting-dependencies': { label: 'Not reached', icon: CircleDashedIcon, tone: tones.quiet },
  pending: { label: 'Pending', icon: ClockIcon, tone: tones.busy },
  running: { label: 'Running', icon: LoaderIcon, tone: tones.busy },
  suspended: { label: 'Waiting', icon: PauseCircleIcon, tone: tones.waiting },
  completed: { label: 'Completed', icon: CheckCircle2Icon, tone: tones.good },
  failed: { label: 'Failed', icon: XCircleIcon, tone: tones.bad },
  skipped: { label: 'Skipped', icon: SkipForwardIcon, tone: tones.quiet },
  cancelled: { label: 'Cancelled', icon: BanIcon, tone: tones.quiet },
}

const runLooks: Record<RunStatus, Look> = {
  running: { label: 'Running', icon: CircleDotIcon, tone: tones.busy },
  suspended: { label: 'Waiting', icon: PauseCircleIcon, tone: tones.waiting },
  completed: { label: 'Completed', icon: CheckCircle2Icon, tone: tones.good },
  failed: { label: 'Failed', icon: XCircleIcon, tone: tones.bad },
  cancelled: { label: 'Cancelled', icon: BanIcon, tone: tones.quiet },
}

function Pill({ look }: { look: Look }) {
  const Icon = look.icon
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${look.tone}`}
    >
      <Icon className="size-3.5" aria-hidden />
      {look.label}
    </span>
  )
}

/** A task's status as icon, word and colour. */
export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <Pill look={taskLooks[status]} />
)

/** A run's status as icon, word and colour. */
export const RunStatusBadge = ({ status }: { status: RunStatus }) => (
  <Pill look={runLooks[status]} />
)

export const taskStatusLabel = (status: TaskStatus): string => taskLooks[status].label

export const runStatusLabel = (status: RunStatus): string => runLooks[status].label
