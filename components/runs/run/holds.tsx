import { PauseIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { RunSummary } from '#lib/domain/run/run'

/** Why a run does not continue although none of its tasks waits. */
export function Holds({
  run: { holds, workflow },
}: {
  run: Pick<RunSummary, 'holds' | 'workflow'>
}) {
  if (holds === null) return null
  const link = (
    <Link className="underline underline-offset-2" href={`/workflows/${workflow.id}`}>
      {workflow.name}
    </Link>
  )
  return (
    <Alert>
      <PauseIcon aria-hidden />
      <AlertTitle>
        {holds === 'turn' ? 'This run waits for its turn' : 'This run holds before its next step'}
      </AlertTitle>
      <AlertDescription>
        {holds === 'turn' ? (
          <p>
            As many runs of {link} as its settings allow at once are under way. It starts when one
            of them has ended.
          </p>
        ) : (
          <p>{link} is paused. The run goes on when the workflow is resumed.</p>
        )}
      </AlertDescription>
    </Alert>
  )
}
