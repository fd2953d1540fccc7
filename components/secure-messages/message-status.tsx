import {
  CheckCheckIcon,
  CheckIcon,
  MailOpenIcon,
  ReplyIcon,
  TimerOffIcon,
  UndoIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { SecureMessageStatus } from '#lib/domain/secure-message-words'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<SecureMessageStatus, Look> = {
  waiting: { label: 'Sent', icon: CheckIcon, tone: 'quiet' },
  opened: { label: 'Link opened', icon: MailOpenIcon, tone: 'busy' },
  read: { label: 'Read', icon: CheckCheckIcon, tone: 'good' },
  replied: { label: 'Replied', icon: ReplyIcon, tone: 'good' },
  expired: { label: 'Expired', icon: TimerOffIcon, tone: 'quiet' },
  withdrawn: { label: 'Withdrawn', icon: UndoIcon, tone: 'quiet' },
}

/** Nobody can open it: the mail with the link did not arrive. */
const lost: Look = { label: 'Not delivered', icon: XCircleIcon, tone: 'bad' }

/** How far a message is, as icon, word and colour. */
export function MessageStatus({
  status,
  undelivered = false,
}: {
  status: SecureMessageStatus
  undelivered?: boolean
}) {
  return <Pill {...(undelivered && status === 'waiting' ? lost : looks[status])} />
}
