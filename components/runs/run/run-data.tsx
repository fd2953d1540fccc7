import type { RunPage } from '#lib/contracts/runs/runs'
import { isTerminalRun, type RunStatus } from '#lib/domain/statuses'
import { JsonBlock } from '../task/json-block.tsx'

type Props = { run: Pick<RunPage, 'status' | 'startData' | 'output' | 'truncated'> }

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="space-y-1">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className="text-sm text-muted-foreground">{children}</p>
)

function whyNoOutput(status: RunStatus, truncated: boolean): string {
  if (truncated && status === 'completed')
    return 'Too large to show here. What each step answered is with its task: choose it under Tasks.'
  return isTerminalRun(status) ? 'The run has no output.' : 'The run has no output yet.'
}

/**
 * Start data and output of a run. When they are too large for one answer, it shows the short fields
 * of the start data and says where the rest is.
 */
export function RunData({ run: { status, startData, output, truncated } }: Props) {
  const hasFields = Object.keys((startData ?? {}) as object).length > 0
  return (
    <>
      <Part title="Start data">
        {truncated ? (
          <Note>
            Start data and output of this run are larger than 5 MB together, too large to show here.{' '}
            {hasFields
              ? 'These are the short fields of the start data.'
              : 'The start data has no short fields that could be shown.'}
          </Note>
        ) : null}
        {hasFields || !truncated ? <JsonBlock label="Start data" value={startData} /> : null}
      </Part>
      <Part title="Output">
        {output === null ? (
          <Note>{whyNoOutput(status, truncated)}</Note>
        ) : (
          <JsonBlock label="Output" value={output} />
        )}
      </Part>
    </>
  )
}
