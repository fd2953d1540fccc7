import {
  CheckCircle2Icon,
  CircleSlashIcon,
  HourglassIcon,
  RocketIcon,
  Undo2Icon,
  type LucideIcon,
} from 'lucide-react'
import { formatInstant } from '#components/shared/display/format'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { ApprovalRequestSummary } from '#lib/contracts/workflows/approvals'
import type { ApprovalStatus } from '#lib/domain/approval/approval'
import { statusInWords } from './approval-words.ts'

const icons: Record<ApprovalStatus, LucideIcon> = {
  open: HourglassIcon,
  approved: CheckCircle2Icon,
  'sent-back': Undo2Icon,
  void: CircleSlashIcon,
  withdrawn: CircleSlashIcon,
  published: RocketIcon,
}

/** When the request got its answer, and when it came to its end. */
function sinceInWords({ status, decidedAt, endedAt }: ApprovalRequestSummary): string {
  const answered = decidedAt === null ? '' : ` Answered on ${formatInstant(decidedAt)}.`
  if (endedAt === null) return answered
  const end = status === 'published' ? 'Published' : 'Ended'
  return `${answered} ${end} on ${formatInstant(endedAt)}.`
}

/** What became of a request for approval, with what the approver wrote. */
export function RequestStatus({ request }: { request: ApprovalRequestSummary }) {
  const { status, askedBy, askedAt, decisionNote } = request
  const Icon = icons[status]
  const isBad = status === 'sent-back' || status === 'void'
  return (
    <Alert variant={isBad ? 'warning' : 'default'}>
      <Icon aria-hidden />
      <AlertTitle className="wrap-anywhere">{statusInWords(request)}</AlertTitle>
      <AlertDescription>
        <p>
          Asked by {askedBy} on {formatInstant(askedAt)}.{sinceInWords(request)}
        </p>
        {decisionNote === '' ? null : (
          <p className="whitespace-pre-wrap wrap-anywhere">“{decisionNote}”</p>
        )}
      </AlertDescription>
    </Alert>
  )
}
