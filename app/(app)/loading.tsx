import { Listening } from '#components/shared/loading/listening'
import { Skeleton } from '#components/ui/feedback/skeleton'

export default function Loading() {
  return (
    <div
      className="w-full max-w-7xl space-y-4"
      role="status"
      aria-busy="true"
      aria-label="Loading the page"
    >
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-64 w-full" />
      {/* While the page is on its way, its program is, too. */}
      <Listening />
    </div>
  )
}
