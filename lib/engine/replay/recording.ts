import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import type { LeasedRun } from '../model/run.ts'
import { RecordedValue, type RecordedRun, type RecordedTask } from './recorded-run.ts'

type StoredTask = Omit<RecordedTask, 'input' | 'output'> & { input: unknown; output?: unknown }
type StoredRun = Omit<LeasedRun, 'createdAt' | 'plannedAt'> & {
  createdAt: string
  plannedAt: string | null
}

/** A recorded run as JSON, without its definition: it outlives the run. */
export type Recording = {
  run: StoredRun
  status: RecordedRun['status']
  scopes: { name: string; items: unknown[]; tasks: StoredTask[] }[]
}

/** Writes a recorded run as JSON, with all of its values. */
export async function writeRecording(pool: pg.Pool, recorded: RecordedRun): Promise<Recording> {
  const { run, status, scopes } = recorded
  const stored: Recording['scopes'] = []
  for (const [name, { items, tasks }] of scopes) {
    const all: StoredTask[] = []
    for (const { input, output, ...task } of tasks.values()) {
      const given = { ...task, input: await input.load(pool) }
      all.push(output ? { ...given, output: (await output.load(pool)) ?? null } : given)
    }
    stored.push({ name, items, tasks: all })
  }
  const plannedAt = run.plannedAt?.toISOString() ?? null
  return {
    run: { ...run, createdAt: run.createdAt.toISOString(), plannedAt },
    status,
    scopes: stored,
  }
}

/** A recorded run of its JSON and of the version that it ran. */
export function readRecording(
  { run, status, scopes }: Recording,
  definition: Definition,
): RecordedRun {
  const taskOf = ({ input, output, ...task }: StoredTask): RecordedTask => ({
    ...task,
    input: new RecordedValue(run.id, input, null),
    output: output === undefined ? undefined : new RecordedValue(run.id, output, null),
  })
  return {
    run: {
      ...run,
      createdAt: new Date(run.createdAt),
      plannedAt: run.plannedAt === null ? null : new Date(run.plannedAt),
    },
    definition,
    status,
    scopes: new Map(
      scopes.map(({ name, items, tasks }) => [
        name,
        { items, tasks: new Map(tasks.map((task) => [task.key, taskOf(task)])) },
      ]),
    ),
  }
}
