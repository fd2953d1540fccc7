'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { keyOf, queryOf } from '#components/shared/loading/queries'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { getTaskContract } from '#lib/contracts/runs/tasks'
import { CodeInput } from './code-input.tsx'
import { JsonBlock } from './json-block.tsx'
import { Section } from './section.tsx'
import type { Schema } from '#components/inbox/words-of-schema'
import { schemaOfScreen, shownOnScreen } from './shown-on-screen.ts'
import { TaskLog } from './task-log.tsx'
import { ValueBlock } from './value-block.tsx'

const Corrections = dynamic(
  async () => (await loadCode(() => import('./corrections.tsx'))).Corrections,
  { loading: () => null },
)

const isThere = (value: unknown): boolean => value !== null && value !== undefined

type ValueProps = {
  name: string
  value: unknown
  inWords?: unknown
  schema?: Schema | undefined
}

/** A value of a task under its name; nothing when there is none. */
function Value({ name, value, inWords, schema }: ValueProps) {
  if (!isThere(value)) return null
  return (
    <Section title={name}>
      <ValueBlock label={name} value={value} inWords={inWords} schema={schema} />
    </Section>
  )
}

/**
 * Input, output, state and logs of a task. When its run is too large for one answer, output and
 * logs are read for this task alone.
 */
export function TaskValues({ run, task }: { run: RunPage; task: RunPageTask }) {
  const whole = useQuery({
    ...queryOf(getTaskContract, { params: { taskId: task.id } }),
    // With another status it has other values.
    queryKey: keyOf(getTaskContract, task.id, task.status),
    enabled: task.outputTruncated,
  })
  const { output, logs } = task.outputTruncated ? (whole.data ?? {}) : task
  const review = (task.input as { review?: unknown } | null)?.review
  const isReviewed = isThere(review) && isThere(task.completedBy) && isThere(output)
  return (
    <>
      {isReviewed ? <Corrections review={review} output={output} by={task.completedBy} /> : null}
      {task.stepType === 'code' && isThere(task.input) ? (
        <CodeInput run={run} task={task} />
      ) : (
        <Value
          name="Input"
          value={task.input}
          inWords={shownOnScreen(task)}
          schema={schemaOfScreen(run, task)}
        />
      )}
      {task.outputTruncated && whole.isPending ? (
        <p className="text-sm text-muted-foreground">Loading the output and the log…</p>
      ) : null}
      <Value name="Output" value={output} />
      {isThere(task.state) && task.status === 'suspended' ? (
        <details>
          <summary className="min-h-6 cursor-pointer rounded-sm text-sm font-semibold outline-none focus-visible:ring-2 focus-visible:ring-ring">
            State
          </summary>
          <JsonBlock label="State" value={task.state} />
        </details>
      ) : null}
      <TaskLog lines={logs ?? []} />
    </>
  )
}
