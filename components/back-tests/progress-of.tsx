import { Progress } from '#components/ui/feedback/progress'
import { Button } from '#components/ui/input/button'
import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { countOf } from '#lib/domain/count-of'
import type { useBackTest } from './use-back-test.ts'

type Props = { test: BackTestView; stop: ReturnType<typeof useBackTest>['stop'] }

/** How many runs were replayed, and the button that stops it. */
export function ProgressOf({ test, stop }: Props) {
  if (test.status !== 'running') return null
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-3">
        <Progress aria-label="Runs replayed" value={(100 * test.done) / test.total} />
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {stop.isPending ? 'Stopping…' : 'Stop'}
        </Button>
      </div>
      <p className="text-sm text-muted-foreground" role="status">
        {test.done.toLocaleString('en-US')} of {countOf(test.total, 'run')}
      </p>
      {stop.error ? (
        <p role="alert" className="text-sm text-destructive">
          {stop.error.message}
        </p>
      ) : null}
    </div>
  )
}
