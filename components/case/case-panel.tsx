'use client'

import { lazy, Suspense } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** Loaded after the page that it stands beside. */
const CaseTabs = lazy(async () => ({
  default: (await loadCode(() => import('./case-tabs.tsx'))).CaseTabs,
}))

type Props = { runId: string; taskId?: string; patientKey: string | null }

/**
 * What people say about a case, the files that they added, who did what with it, and the other cases
 * of its patient; `taskId` is the screen that the panel stands beside.
 */
export function CasePanel({ runId, taskId, patientKey }: Props) {
  return (
    <section className="min-w-0 rounded-lg border bg-card p-4" aria-label="About this case">
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <CaseTabs key={runId} runId={runId} taskId={taskId} patientKey={patientKey} />
      </Suspense>
    </section>
  )
}
