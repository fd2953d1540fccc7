import { Loading } from '#components/shared/loading/loading'
import { Skeleton } from '#components/ui/feedback/skeleton'

/** In the place of a start form that is being loaded. */
export function LoadingForm() {
  return (
    <Loading className="space-y-4" label="Loading the form">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
