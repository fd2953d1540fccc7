import { TriangleAlertIcon } from 'lucide-react'
import { isUnserved, useWorkerLabels } from '#components/shared/fields/use-worker-labels'

/** Which workers call a connection; that there are none, before a run waits for them. */
export function BoundWorkers({ label }: { label: string }) {
  const { data } = useWorkerLabels()
  if (isUnserved(data, label))
    return (
      <p className="flex items-start gap-1.5 text-sm text-amber-700 dark:text-amber-400">
        <TriangleAlertIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
        Called by workers of “{label}”, and none is alive: runs wait for one.
      </p>
    )
  return <p className="text-sm text-muted-foreground">Called by workers of “{label}”</p>
}
