import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** What was said can be read at once; who writes or opens another tab has touched the page. */
const CaseTabs = partAtTouch(
  async () => (await import('./case-tabs.tsx')).CaseTabs,
  <Skeleton className="h-40 w-full" />,
)

type Props = { runId: string; taskId?: string; patientKey: string | null }

/**
 * What people say about a case, the files that they added, who did what with it, and the other cases
 * of its patient; `taskId` is the screen that the panel stands beside.
 */
export function CasePanel({ runId, taskId, patientKey }: Props) {
  return (
    <section className="min-w-0 rounded-lg border bg-card p-4" aria-label="About this case">
      <CaseTabs key={runId} runId={runId} taskId={taskId} patientKey={patientKey} />
    </section>
  )
}
