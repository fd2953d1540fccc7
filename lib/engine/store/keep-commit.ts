import { keepStartData, keepValue, type PayloadRow } from './payloads.ts'
import type { Commit, TaskWrite, ChildRow } from '../model/run.ts'

type KeptValue = Awaited<ReturnType<typeof keepValue>>
/** A task's write with references in place of what is large. */
type Kept<T extends TaskWrite> = Omit<T, 'output'> & { inputRef?: string; output?: { value: unknown } | { ref: string } }

/** What a commit writes, large values replaced by references to the rows of `payloads` that the same statement writes. */
export async function keepCommit(runId: string, { changed, added, children, run }: Pick<Commit, 'changed' | 'added' | 'children' | 'run'>) {
  const rows: PayloadRow[] = []
  function keepTask<T extends TaskWrite>(task: T): Kept<T> | Promise<Kept<T>> {
    const [given, answered] = [keepValue(runId, task.input), task.output && keepValue(runId, task.output.value)]
    // Nearly all are small, and a promise for each would be most of the work.
    if (!(given instanceof Promise) && !(answered instanceof Promise)) return placed(task, given, answered)
    return Promise.all([given, answered]).then(([input, output]) => placed(task, input, output))
  }
  function placed<T extends TaskWrite>({ output: _output, ...rest }: T, given: KeptValue, answered: KeptValue | undefined): Kept<T> {
    const kept: Kept<T> = { ...rest }
    if (given.ref !== undefined) {
      rows.push(given.row)
      Object.assign(kept, { input: null, inputRef: given.ref })
    }
    if (answered?.ref !== undefined) rows.push(answered.row)
    if (answered) kept.output = answered.ref === undefined ? { value: answered.value } : { ref: answered.ref }
    return kept
  }
  async function keepChild(child: ChildRow): Promise<ChildRow & { startRef: string | null }> {
    const { row, ...start } = await keepStartData(child.id, child.startData)
    if (row) rows.push(row)
    const items = await keepValue(child.id, child.loop?.items)
    if (items.ref === undefined || !child.loop) return { ...child, ...start }
    rows.push(items.row)
    return { ...child, ...start, loop: { ...child.loop, items: [], itemsRef: items.ref, count: child.loop.items.length } }
  }
  const each = async <T, R>(items: T[], keep: (item: T) => R | Promise<R>): Promise<R[]> => {
    const kept: R[] = []
    for (const item of items) {
      const one = keep(item)
      kept.push(one instanceof Promise ? await one : one)
    }
    return kept
  }
  const output = await keepValue(runId, run?.output)
  if (output.ref !== undefined) rows.push(output.row)
  return {
    ...{ changed: await each(changed, keepTask), added: await each(added, keepTask), children: await each(children, keepChild) },
    ...{ output: output.ref === undefined ? output.value : undefined, outputRef: output.ref ?? null, rows },
  }
}
