import type { RunPage } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun, type RunStatus } from '#lib/domain/statuses'
import { ValueBlock } from '../task/value-block.tsx'

type Shown = 'status' | 'startData' | 'output' | 'truncated' | 'startDataTruncated' | 'definition'
type Props = { run: Pick<RunPage, Shown> }

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

/** The fields of the form that are not among the short ones, by their titles. */
function missingFields({ definition, startData }: Props['run']): string[] {
  const properties = ((definition as Definition).startData['properties'] ?? {}) as Record<
    string,
    { title?: unknown } | boolean
  >
  const shown = new Set(Object.keys((startData ?? {}) as object))
  return Object.entries(properties)
    .filter(([name]) => !shown.has(name))
    .map(([name, field]) =>
      typeof field === 'object' && typeof field.title === 'string' ? field.title : name,
    )
}

/** Says that the start data is not whole, and which fields are not there. */
function Cut({ run }: Props) {
  const missing = missingFields(run)
  const hasFields = Object.keys((run.startData ?? {}) as object).length > 0
  return (
    <Note>
      The start data of this run is larger than 5 MB, too large to show here.{' '}
      {hasFields
        ? 'These are its short fields.'
        : 'The start data has no short fields that could be shown.'}
      {missing.length > 0
        ? ` Not shown, because they are large or empty: ${missing.join(', ')}.`
        : ''}
    </Note>
  )
}

/**
 * Start data and output of a run. When the start data is too large for one answer, it shows its short
 * fields and names the others.
 */
export function RunData({ run }: Props) {
  const { status, startData, output, truncated, startDataTruncated } = run
  const hasFields = Object.keys((startData ?? {}) as object).length > 0
  const { startData: schema } = run.definition as Definition
  return (
    <>
      <Part title="Start data">
        {startDataTruncated ? <Cut run={run} /> : null}
        {hasFields || !startDataTruncated ? (
          <ValueBlock label="Start data" value={startData} schema={schema} />
        ) : null}
      </Part>
      <Part title="Output">
        {output === null ? (
          <Note>{whyNoOutput(status, truncated)}</Note>
        ) : (
          <ValueBlock label="Output" value={output} />
        )}
      </Part>
    </>
  )
}
