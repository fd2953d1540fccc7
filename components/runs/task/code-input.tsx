import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { givenToCode } from './code-given.ts'
import { Section } from './section.tsx'
import { ValueBlock } from './value-block.tsx'

const summaryClass =
  'min-h-6 cursor-pointer rounded-sm text-sm font-semibold outline-none ' +
  'focus-visible:ring-2 focus-visible:ring-ring'

/** What a step of code was given, and behind it the code itself. */
export function CodeInput({ run, task }: { run: RunPage; task: RunPageTask }) {
  const { source = '' } = task.input as { source?: string }
  const { leftOut, ...given } = givenToCode(run, task, source)
  const isNothing = Object.keys(given).length === 0
  return (
    <>
      <Section title="Input">
        {isNothing && leftOut.length === 0 ? (
          <p className="text-sm text-muted-foreground">
            The code reads no start data and no output of a step before it.
          </p>
        ) : null}
        {isNothing ? null : <ValueBlock label="Input" value={given} />}
        {leftOut.length > 0 ? (
          <p className="text-sm text-muted-foreground">
            Too large to show here, so choose the step itself: {leftOut.join(', ')}.
          </p>
        ) : null}
      </Section>
      <details>
        <summary className={summaryClass}>Code</summary>
        <pre
          className="max-h-80 overflow-auto rounded-md bg-muted p-3 text-xs leading-relaxed print:max-h-none"
          tabIndex={0}
          role="region"
          aria-label="Code"
        >
          {source}
        </pre>
      </details>
    </>
  )
}
