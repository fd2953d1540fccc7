import type { Tx } from '#db/client'
import type { tasks } from '#db/schema/runs'
import { loadPayloads } from '#lib/engine/store/payloads'

type TaskRow = Pick<
  typeof tasks.$inferSelect,
  'runId' | 'input' | 'inputRef' | 'output' | 'outputRef'
>

/** Loads the inputs and outputs of tasks that are too large for their rows. */
export async function withLargeValues<T extends TaskRow>(tx: Tx, rows: T[]): Promise<T[]> {
  const payloads = await loadPayloads(
    tx,
    rows.flatMap(({ runId, inputRef, outputRef }) => [
      { runId, ref: inputRef },
      { runId, ref: outputRef },
    ]),
  )
  if (payloads.size === 0) return rows
  const value = (task: TaskRow, inRow: unknown, ref: string | null) =>
    ref === null ? inRow : payloads.get(`${task.runId}:${ref}`)
  return rows.map((task) => ({
    ...task,
    input: value(task, task.input, task.inputRef),
    output: value(task, task.output, task.outputRef),
  }))
}
