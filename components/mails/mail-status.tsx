import {
  ArchiveIcon,
  BanIcon,
  CheckCheckIcon,
  CheckCircle2Icon,
  CircleHelpIcon,
  ClockIcon,
  FlagIcon,
  UndoIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { MailStatus } from '#lib/domain/mail/status'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<MailStatus, Look> = {
  queued: { label: 'On its way', icon: ClockIcon, tone: 'busy' },
  held: { label: 'Held', icon: CircleHelpIcon, tone: 'waiting' },
  sent: { label: 'Sent', icon: CheckCircle2Icon, tone: 'good' },
  delivered: { label: 'Delivered', icon: CheckCheckIcon, tone: 'good' },
  bounced: { label: 'Bounced', icon: UndoIcon, tone: 'bad' },
  complained: { label: 'Complained of', icon: FlagIcon, tone: 'bad' },
  suppressed: { label: 'Suppressed', icon: BanIcon, tone: 'waiting' },
  kept: { label: 'Stored', icon: ArchiveIcon, tone: 'waiting' },
  failed: { label: 'Failed', icon: XCircleIcon, tone: 'bad' },
}

/** A mail's status as people read it. */
export const mailStatusLabel = (status: MailStatus): string => looks[status].label

/** A mail's status as icon, word and colour. */
export function MailStatusBadge({ status }: { status: MailStatus }) {
  return <Pill {...looks[status]} />
}
