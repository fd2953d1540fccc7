'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Age } from '#components/shared/display/age'
import { formatInstant } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { getRunHistoryContract, type HistoryEntry } from '#lib/contracts/runs/comments'
import { historyWords, removalWords } from '#lib/domain/run/history'

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
        <span className="font-medium">{by}</span> {historyWords[action]}
        {task ? what : ''}
        {to ? ` to ${to}` : ''}
        {absent ? `, for ${absent}, who is away` : ''}
        {entry.reason ? ` ${removalWords[entry.reason]}` : ''}
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
