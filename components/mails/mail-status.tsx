import {
  ArchiveIcon,
  CheckCircle2Icon,
  ClockIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { MailSummary } from '#lib/contracts/runs/mails'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<MailSummary['status'], Look> = {
  queued: { label: 'On its way', icon: ClockIcon, tone: 'busy' },
  sent: { label: 'Sent', icon: CheckCircle2Icon, tone: 'good' },
  kept: { label: 'Stored', icon: ArchiveIcon, tone: 'waiting' },
  failed: { label: 'Failed', icon: XCircleIcon, tone: 'bad' },
}

/** A mail's status as people read it. */
export const mailStatusLabel = (status: MailSummary['status']): string => looks[status].label

/** A mail's status as icon, word and colour. */
export function MailStatusBadge({ status }: { status: MailSummary['status'] }) {
  return <Pill {...looks[status]} />
}
