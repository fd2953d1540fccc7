import {
  CheckCircle2Icon,
  CircleHelpIcon,
  InboxIcon,
  LoaderIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { FaxStatus } from '#lib/domain/provider/fax-words'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<FaxStatus, Look> = {
  sending: { label: 'Handing over', icon: LoaderIcon, tone: 'busy' },
  not_sent: { label: 'Not sent', icon: XCircleIcon, tone: 'bad' },
  unknown: { label: 'Not known', icon: CircleHelpIcon, tone: 'waiting' },
  queued: { label: 'In line', icon: LoaderIcon, tone: 'busy' },
  transmitting: { label: 'Being sent', icon: LoaderIcon, tone: 'busy' },
  delivered: { label: 'Delivered', icon: CheckCircle2Icon, tone: 'good' },
  failed: { label: 'Failed', icon: XCircleIcon, tone: 'bad' },
  cancelled: { label: 'Cancelled', icon: XCircleIcon, tone: 'quiet' },
  receiving: { label: 'Coming in', icon: LoaderIcon, tone: 'busy' },
  received: { label: 'Received', icon: InboxIcon, tone: 'good' },
  refused: { label: 'Started nothing', icon: CircleHelpIcon, tone: 'bad' },
}

export const faxStatusLabel = (status: FaxStatus): string => looks[status].label

/** A fax's status as icon, word and colour. */
export function FaxStatusBadge({ status }: { status: FaxStatus }) {
  return <Pill {...looks[status]} />
}
