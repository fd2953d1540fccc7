'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Age } from '#components/shared/display/age'
import { formatInstant } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { getRunHistoryContract, type HistoryEntry } from '#lib/contracts/runs/comments'
import type { HistoryAction } from '#lib/domain/run/history'

/** What somebody did, before the title of the screen or step; without one, with the case. */
const words: Record<HistoryAction, string> = {
  'run.started': 'started the case',
  'run.read': 'opened the case',
  'run.cancelled': 'cancelled the case',
  'run.retried': 'ran the case again',
  'screen.read': 'opened',
  'screen.claimed': 'took',
  'screen.released': 'gave back',
  'screen.prioritized': 'changed the priority of',
  'screen.assigned': 'assigned',
  'screen.handed-over': 'handed over',
  'screen.returned': 'returned',
  'screen.completed': 'completed',
  'task.cancelled': 'cancelled',
  'task.outcome-answered': 'said how it ended:',
  'comment.added': 'wrote a comment',
  'comment.changed': 'changed a comment',
  'comment.deleted': 'deleted a comment',
  'run.file-added': 'added a file',
  'patient.read': 'looked at the other cases of the patient',
}

function Entry({ entry, taskId }: { entry: HistoryEntry; taskId: string | undefined }) {
  const { by, to, for: absent, action, task, at } = entry
  const what = task?.id === taskId ? ' this screen' : ` “${task?.title}”`
  return (
    <li className="relative border-l pb-3 pl-4 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-1 size-2 rounded-full bg-muted-foreground"
      />
      <p className="text-sm wrap-anywhere">
        <span className="font-medium">{by}</span> {words[action]}
        {task ? what : ''}
        {to ? ` to ${to}` : ''}
        {absent ? `, for ${absent}, who is away` : ''}
      </p>
      <p className="text-xs text-muted-foreground">
        <Age at={at} /> · {formatInstant(at)}
      </p>
    </li>
  )
}

/** Who opened, took, wrote and completed what, the newest first. */
export function CaseHistory({ runId, taskId }: { runId: string; taskId: string | undefined }) {
  const history = useInfiniteQuery(pagesOf(getRunHistoryContract, { params: { id: runId } }))
  return (
    <PagedList
      query={history}
      what="The history"
      skeletons={{ rows: 3, height: 'h-10' }}
      empty={<p className="text-sm text-muted-foreground">Nobody has opened this case yet.</p>}
    >
      {(items) => (
        <ol aria-label="History of this case">
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} taskId={taskId} />
          ))}
        </ol>
      )}
    </PagedList>
  )
}
