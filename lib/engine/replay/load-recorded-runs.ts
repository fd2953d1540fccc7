import type pg from 'pg'
import { loadLargeFields } from '../store/lease.ts'
import {
  readRecordedRuns,
  type RecordedBodyRow,
  type RecordedTaskRow,
} from '../store/reads/recorded-runs.ts'
import {
  bodyScope,
  ownScope,
  RecordedValue,
  type RecordedRun,
  type RecordedScope,
} from './recorded-run.ts'

/**
 * Loads runs of an organization that have ended, with all that was recorded of them, in the order of
 * their ids; others are left out. Large inputs and outputs are loaded when they are needed. Give it
 * some tens of runs at a time.
 */
export async function loadRecordedRuns(
  pool: pg.Pool,
  organizationId: string,
  runIds: string[],
): Promise<RecordedRun[]> {
  const { runs, bodies, tasks } = await readRecordedRuns(pool, organizationId, runIds)
  const byRun = Map.groupBy(tasks, ({ runId }) => runId)
  const found = await Promise.all(
    runs.map(async ({ startRef, status, definition, ...run }) => ({
      run: {
        ...run,
        ...(await loadLargeFields(pool, { ...run, startRef })),
        leased: false,
        start: null,
      },
      definition,
      status: status as RecordedRun['status'],
      scopes: await scopesOf(
        pool,
        run.id,
        bodies.filter(({ scopeId }) => scopeId === run.id),
        byRun,
      ),
    })),
  )
  return found.toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1))
}

/** The scopes of a run, the bodies of its loops included. */
async function scopesOf(
  pool: pg.Pool,
  runId: string,
  bodies: RecordedBodyRow[],
  tasks: ReadonlyMap<string, RecordedTaskRow[]>,
): Promise<Map<string, RecordedScope>> {
  const scopes = new Map<string, RecordedScope>([[ownScope, { tasks: new Map(), items: [] }]])
  const parents = new Map(bodies.map((body) => [body.id, body]))
  const scopeOf = (id: string): string => {
    const body = parents.get(id)
    if (!body) return ownScope
    const loop = tasks.get(body.parentRunId)?.find((task) => task.id === body.parentTaskId)
    return bodyScope(scopeOf(body.parentRunId), loop?.key ?? '')
  }
  const add = (name: string, id: string): RecordedScope => {
    const scope = scopes.get(name) ?? { tasks: new Map(), items: [] }
    scopes.set(name, scope)
    for (const task of tasks.get(id) ?? []) scope.tasks.set(task.key, recordedTask(task))
    return scope
  }
  add(ownScope, runId)
  for (const body of bodies) {
    const scope = add(scopeOf(body.id), body.id)
    const { loop } = await loadLargeFields(pool, body)
    loop?.items.forEach((item, index) => {
      scope.items[loop.from + index] = item
    })
  }
  return scopes
}

function recordedTask({ input, inputRef, output, outputRef, runId, ...task }: RecordedTaskRow) {
  const gave =
    task.status === 'completed' ||
    (task.status === 'failed' && (output !== null || outputRef !== null))
  return {
    ...task,
    input: new RecordedValue(runId, input, inputRef),
    output: gave ? new RecordedValue(runId, output, outputRef) : undefined,
  }
}
