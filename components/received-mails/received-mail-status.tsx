import {
  BanIcon,
  CheckCircle2Icon,
  ClockIcon,
  FileWarningIcon,
  ReplyIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { CheckResult, ReceivedMailStatus } from '#lib/domain/received-mail-words'

type Look = { label: string; icon: LucideIcon; tone: Tone }

const looks: Record<ReceivedMailStatus, Look> = {
  waiting: { label: 'Being read', icon: ClockIcon, tone: 'busy' },
  started: { label: 'Started a run', icon: CheckCircle2Icon, tone: 'good' },
  answered: { label: 'Answered a run', icon: ReplyIcon, tone: 'good' },
  stopped: { label: 'Stopped', icon: BanIcon, tone: 'waiting' },
  refused: { label: 'Refused', icon: XCircleIcon, tone: 'bad' },
  unreadable: { label: 'Not readable', icon: FileWarningIcon, tone: 'bad' },
}

/** What became of a received mail, as people read it. */
export const receivedMailLabel = (status: ReceivedMailStatus): string => looks[status].label

/** What became of a received mail as icon, word and colour. */
export function ReceivedMailBadge({ status }: { status: ReceivedMailStatus }) {
  return <Pill {...looks[status]} />
}

const results: Record<CheckResult, string> = {
  pass: 'passed',
  fail: 'failed',
  softfail: 'failed softly',
  neutral: 'says nothing',
  none: 'not there',
  policy: 'not accepted',
  temperror: 'could not be checked',
  permerror: 'is set up wrongly',
}

/** The result of a check, as people read it. */
export const checkWords = (result: CheckResult): string => results[result]
