import { keepStartData, keepValue, type PayloadRow } from './payloads.ts'
import type { ChildRow } from './child-runs.ts'
import type { Commit, TaskWrite } from './run-store.ts'

/** A task's write with references in place of what is large. */
type Kept<T extends TaskWrite> = Omit<T, 'output'> & { inputRef?: string; output?: { value: unknown } | { ref: string } }

/** What a commit writes, large values replaced by references to the rows of `payloads` that the same statement writes. */
export async function keepCommit(runId: string, { changed, added, children, run }: Pick<Commit, 'changed' | 'added' | 'children' | 'run'>) {
  const rows: PayloadRow[] = []
  async function keepTask<T extends TaskWrite>(task: T): Promise<Kept<T>> {
    const { output, ...rest } = task
    const [given, answered] = [await keepValue(runId, task.input), output && (await keepValue(runId, output.value))]
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
    return { ...child, ...start }
  }
  const each = async <T, R>(items: T[], keep: (item: T) => Promise<R>): Promise<R[]> => {
    const kept: R[] = []
    for (const item of items) kept.push(await keep(item))
    return kept
  }
  const output = await keepValue(runId, run?.output)
  if (output.ref !== undefined) rows.push(output.row)
  return {
    ...{ changed: await each(changed, keepTask), added: await each(added, keepTask), children: await each(children, keepChild) },
    ...{ output: output.ref === undefined ? output.value : undefined, outputRef: output.ref ?? null, rows },
  }
}
