import { Loading } from '#components/shared/loading/loading'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** A placeholder for a start form that is loading. */
export function LoadingForm() {
  return (
    <Loading className="space-y-4" label="Loading the form">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
