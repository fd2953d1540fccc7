import { offloadStartData, offloadValue, type PayloadRow } from '../payloads.ts'
import type { Commit, TaskWrite, ChildRow } from '../../model/run.ts'

type OffloadedValue = Awaited<ReturnType<typeof offloadValue>>
/** A task's write with references in place of what is large. */
type Offloaded<T extends TaskWrite> = Omit<T, 'output'> & {
  inputRef?: string
  output?: { value: unknown } | { ref: string }
}

/**
 * What a commit writes, large values replaced by references to the rows of `payloads` that the same
 * statement writes.
 */
export async function offloadCommit(
  runId: string,
  { changed, added, children, run }: Pick<Commit, 'changed' | 'added' | 'children' | 'run'>,
) {
  const rows: PayloadRow[] = []
  function offloadTask<T extends TaskWrite>(task: T): Offloaded<T> | Promise<Offloaded<T>> {
    const [given, answered] = [
      offloadValue(runId, task.input),
      task.output && offloadValue(runId, task.output.value),
    ]
    // Nearly all are small, and a promise for each would be most of the work.
    if (!(given instanceof Promise) && !(answered instanceof Promise))
      return placed(task, given, answered)
    return Promise.all([given, answered]).then(([input, output]) => placed(task, input, output))
  }
  function placed<T extends TaskWrite>(
    { output: _output, ...rest }: T,
    given: OffloadedValue,
    answered: OffloadedValue | undefined,
  ): Offloaded<T> {
    const offloaded: Offloaded<T> = { ...rest }
    if (given.ref !== undefined) {
      rows.push(given.row)
      Object.assign(offloaded, { input: null, inputRef: given.ref })
    }
    if (answered?.ref !== undefined) rows.push(answered.row)
    if (answered)
      offloaded.output =
        answered.ref === undefined ? { value: answered.value } : { ref: answered.ref }
    return offloaded
  }
  async function offloadChild(child: ChildRow): Promise<ChildRow & { startRef: string | null }> {
    const { row, ...start } = await offloadStartData(child.id, child.startData)
    if (row) rows.push(row)
    const items = await offloadValue(child.id, child.loop?.items)
    if (items.ref === undefined || !child.loop) return { ...child, ...start }
    rows.push(items.row)
    return {
      ...child,
      ...start,
      loop: { ...child.loop, items: [], itemsRef: items.ref, count: child.loop.items.length },
    }
  }
  const each = async <T, R>(items: T[], keep: (item: T) => R | Promise<R>): Promise<R[]> => {
    const offloaded: R[] = []
    for (const item of items) {
      const one = keep(item)
      offloaded.push(one instanceof Promise ? await one : one)
    }
    return offloaded
  }
  const output = await offloadValue(runId, run?.output)
  if (output.ref !== undefined) rows.push(output.row)
  return {
    ...{
      changed: await each(changed, offloadTask),
      added: await each(added, offloadTask),
      children: await each(children, offloadChild),
    },
    ...{
      output: output.ref === undefined ? output.value : undefined,
      outputRef: output.ref ?? null,
      rows,
    },
  }
}
