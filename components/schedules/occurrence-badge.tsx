import { RunStatusBadge } from '#components/shared/display/status'
import { Badge } from '#components/ui/feedback/badge'
import type { OccurrenceStatus } from '#lib/domain/schedule/schedule'
import type { RunStatus } from '#lib/domain/statuses'

const labels: Record<OccurrenceStatus, string> = {
  planned: 'Planned',
  queued: 'Waits for the run before',
  started: 'Started',
  skipped: 'Skipped',
  missed: 'Missed',
  failed: 'Could not start',
  cancelled: 'Cancelled',
}

/** The status of an occurrence: that of its run, or why there is none. */
export function OccurrenceBadge({
  status,
  runStatus,
}: {
  status: OccurrenceStatus
  runStatus: RunStatus | null
}) {
  if (runStatus) return <RunStatusBadge status={runStatus} />
  return <Badge variant={status === 'failed' ? 'destructive' : 'outline'}>{labels[status]}</Badge>
}
