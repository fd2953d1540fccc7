import {
  CheckCircle2Icon,
  CircleHelpIcon,
  TruckIcon,
  UndoIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { letterStatusTitle, type LetterStatus } from '#lib/domain/provider/letter'

type Look = { icon: LucideIcon; tone: string }
const bad: Look = {
  icon: XCircleIcon,
  tone: 'bg-red-100 text-red-900 dark:bg-red-950 dark:text-red-200',
}
const under: Look = {
  icon: TruckIcon,
  tone: 'bg-sky-100 text-sky-900 dark:bg-sky-950 dark:text-sky-200',
}
const amber = 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-200'

/** What is not here is under way. */
const looks: Partial<Record<LetterStatus, Look>> = {
  delivered: {
    icon: CheckCircle2Icon,
    tone: 'bg-emerald-100 text-emerald-900 dark:bg-emerald-950 dark:text-emerald-200',
  },
  returned_to_sender: { icon: UndoIcon, tone: amber },
  unknown: { icon: CircleHelpIcon, tone: amber },
  issue: { icon: CircleHelpIcon, tone: amber },
  not_sent: bad,
  failed: bad,
  cancelled: bad,
}

/** A letter's status as icon, word and colour. */
export function LetterStatusBadge({ status }: { status: LetterStatus }) {
  const { icon: Icon, tone } = looks[status] ?? under
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tone}`}
    >
      <Icon className="size-3.5" aria-hidden />
      {letterStatusTitle(status)}
    </span>
  )
}
