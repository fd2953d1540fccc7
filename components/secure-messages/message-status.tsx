import {
  CheckCheckIcon,
  CheckIcon,
  MailOpenIcon,
  ReplyIcon,
  TimerOffIcon,
  UndoIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { SecureMessageStatus } from '#lib/domain/secure-message'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<SecureMessageStatus, Look> = {
  waiting: { label: 'Sent', icon: CheckIcon, tone: 'waiting' },
  opened: { label: 'Link opened', icon: MailOpenIcon, tone: 'busy' },
  read: { label: 'Read', icon: CheckCheckIcon, tone: 'good' },
  replied: { label: 'Replied', icon: ReplyIcon, tone: 'good' },
  expired: { label: 'Expired', icon: TimerOffIcon, tone: 'quiet' },
  withdrawn: { label: 'Withdrawn', icon: UndoIcon, tone: 'quiet' },
}

/** How far a message is, as icon, word and colour. */
export function MessageStatus({ status }: { status: SecureMessageStatus }) {
  return <Pill {...looks[status]} />
}
