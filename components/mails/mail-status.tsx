import {
  ArchiveIcon,
  CheckCircle2Icon,
  ClockIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import type { MailSummary } from '#lib/contracts/mails'

const looks: Record<MailSummary['status'], { label: string; icon: LucideIcon; tone: string }> = {
  queued: {
    label: 'On its way',
    icon: ClockIcon,
    tone: 'bg-sky-100 text-sky-900 dark:bg-sky-950 dark:text-sky-200',
  },
  sent: {
    label: 'Sent',
    icon: CheckCircle2Icon,
    tone: 'bg-emerald-100 text-emerald-900 dark:bg-emerald-950 dark:text-emerald-200',
  },
  kept: {
    label: 'Kept here',
    icon: ArchiveIcon,
    tone: 'bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-200',
  },
  failed: {
    label: 'Failed',
    icon: XCircleIcon,
    tone: 'bg-red-100 text-red-900 dark:bg-red-950 dark:text-red-200',
  },
}

export const mailStatusLabel = (status: MailSummary['status']): string => looks[status].label

/** A mail's status as icon, word and colour. */
export function MailStatusBadge({ status }: { status: MailSummary['status'] }) {
  const { label, icon: Icon, tone } = looks[status]
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${tone}`}
    >
      <Icon className="size-3.5" aria-hidden />
      {label}
    </span>
  )
}
