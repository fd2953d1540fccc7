import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'

const Menu = partAtTouch(
  async () => (await import('./case-pdf-menu.tsx')).CasePdfMenu,
  <Skeleton className="h-8 w-20" />,
)

/** The case as a file; the code of its menu is loaded when somebody comes. */
export const CasePdf = ({ runId }: { runId: string }) => (
  <span className="print:hidden">
    <Menu runId={runId} />
  </span>
)
