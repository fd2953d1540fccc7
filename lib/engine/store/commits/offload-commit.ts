import { offloadStartData, offloadValue, type PayloadRow } from '../payloads.ts'
import type { Commit, TaskWrite, ChildRow } from '../../model/run.ts'

type OffloadedValue = Awaited<ReturnType<typeof offloadValue>>
/** A task's write with references in place of large values. */
type Offloaded<T extends TaskWrite> = Omit<T, 'output'> & {
  inputRef?: string
  output?: { value: unknown } | { ref: string }
}

/** Replaces large values, and collects their rows of `payloads`. */
class Offloading {
  readonly rows: PayloadRow[] = []
  readonly #runId: string

  constructor(runId: string) {
    this.#runId = runId
  }

  task<T extends TaskWrite>(task: T): Offloaded<T> | Promise<Offloaded<T>> {
    const input = offloadValue(this.#runId, task.input)
    const output = task.output && offloadValue(this.#runId, task.output.value)
    // Nearly all values are small, and a promise for each would be most of the work.
    if (!(input instanceof Promise) && !(output instanceof Promise))
      return this.#place(task, input, output)
    return Promise.all([input, output]).then(([given, answered]) =>
      this.#place(task, given, answered),
    )
  }

  #place<T extends TaskWrite>(
    { output: _output, ...rest }: T,
    given: OffloadedValue,
    answered: OffloadedValue | undefined,
  ): Offloaded<T> {
    const offloaded: Offloaded<T> = { ...rest }
    if (given.ref !== undefined) {
      this.rows.push(given.row)
      Object.assign(offloaded, { input: null, inputRef: given.ref })
    }
    if (answered?.ref !== undefined) this.rows.push(answered.row)
    if (answered)
      offloaded.output =
        answered.ref === undefined ? { value: answered.value } : { ref: answered.ref }
    return offloaded
  }

  async child(child: ChildRow): Promise<ChildRow & { startRef: string | null }> {
    const { row, ...start } = await offloadStartData(child.id, child.startData)
    if (row) this.rows.push(row)
    const items = await offloadValue(child.id, child.loop?.items)
    if (items.ref === undefined || !child.loop) return { ...child, ...start }
    this.rows.push(items.row)
    return {
      ...child,
      ...start,
      loop: { ...child.loop, items: [], itemsRef: items.ref, count: child.loop.items.length },
    }
  }

  /** Answers the value or its reference. */
  async value(value: unknown): Promise<{ output: unknown; outputRef: string | null }> {
    const output = await offloadValue(this.#runId, value)
    if (output.ref === undefined) return { output: output.value, outputRef: null }
    this.rows.push(output.row)
    return { output: undefined, outputRef: output.ref }
  }
}

async function each<T, R>(items: T[], offload: (item: T) => R | Promise<R>): Promise<R[]> {
  const offloaded: R[] = []
  for (const item of items) {
    const one = offload(item)
    offloaded.push(one instanceof Promise ? await one : one)
  }
  return offloaded
}

/**
 * The writes of a commit with references in place of large values, and the rows of `payloads` that
 * the same statement writes.
 */
export async function offloadCommit(
  runId: string,
  { changed, added, children, run }: Pick<Commit, 'changed' | 'added' | 'children' | 'run'>,
) {
  const offloading = new Offloading(runId)
  const offloaded = {
    changed: await each(changed, (task) => offloading.task(task)),
    added: await each(added, (task) => offloading.task(task)),
    children: await each(children, (child) => offloading.child(child)),
    ...(await offloading.value(run?.output)),
  }
  return { ...offloaded, rows: offloading.rows }
}
