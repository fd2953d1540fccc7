import {
  CheckCircle2Icon,
  CircleHelpIcon,
  TruckIcon,
  UndoIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import { letterStatusTitle, type LetterStatus } from '#lib/domain/provider/letter-words'

type Look = { icon: LucideIcon; tone: Tone }

const underWay: Look = { icon: TruckIcon, tone: 'busy' }

/** Statuses that are missing here mean that the letter is being delivered. */
const looks: Partial<Record<LetterStatus, Look>> = {
  delivered: { icon: CheckCircle2Icon, tone: 'good' },
  returned_to_sender: { icon: UndoIcon, tone: 'waiting' },
  unknown: { icon: CircleHelpIcon, tone: 'waiting' },
  issue: { icon: CircleHelpIcon, tone: 'waiting' },
  not_sent: { icon: XCircleIcon, tone: 'bad' },
  failed: { icon: XCircleIcon, tone: 'bad' },
  cancelled: { icon: XCircleIcon, tone: 'bad' },
}

/** A letter's status as icon, word and colour. */
export function LetterStatusBadge({ status }: { status: LetterStatus }) {
  return <Pill {...(looks[status] ?? underWay)} label={letterStatusTitle(status)} />
}
