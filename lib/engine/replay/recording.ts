import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import type { LeasedRun } from '../model/run.ts'
import { isChildStep, maxDepth } from './child-replay.ts'
import { recordedChild } from './find-child.ts'
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
  /** The child runs that its tasks started, each with the version that it ran. */
  children?: { taskId: string; definition: Definition; recording: Recording }[]
}

/** Counts the characters of a recording while it is written, so that a large one is not made. */
export class Room {
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  /** Whether the value has room; what is left is less by it. */
  take(value: unknown): boolean {
    this.#left -= JSON.stringify(value)?.length ?? 0
    return this.#left >= 0
  }
}

async function writeTask(pool: pg.Pool, { input, output, ...task }: RecordedTask) {
  const given: StoredTask = { ...task, input: await input.load(pool) }
  return output ? { ...given, output: (await output.load(pool)) ?? null } : given
}

/**
 * Writes a recorded run as JSON, with all of its values and the child runs that its steps started.
 * Undefined when that needs more than the room.
 */
export async function writeRecording(
  pool: pg.Pool,
  recorded: RecordedRun,
  room: Room,
  depth = 0,
): Promise<Recording | undefined> {
  const { run, status, definition } = recorded
  const calls = new Set(definition.steps.filter(isChildStep).map(({ id }) => id))
  const scopes: Recording['scopes'] = []
  const children: NonNullable<Recording['children']> = []
  if (!room.take(run)) return undefined
  for (const [name, { items, tasks }] of recorded.scopes) {
    if (!room.take(items)) return undefined
    const stored: StoredTask[] = []
    for (const task of tasks.values()) {
      const written = await writeTask(pool, task)
      if (!room.take(written)) return undefined
      stored.push(written)
      if (depth === maxDepth || !calls.has(task.stepId)) continue
      const child = await recordedChild(pool, recorded, task)
      if (!child) continue
      const recording = await writeRecording(pool, child, room, depth + 1)
      if (!recording || !room.take(child.definition)) return undefined
      children.push({ taskId: task.id, definition: child.definition, recording })
    }
    scopes.push({ name, items, tasks: stored })
  }
  const plannedAt = run.plannedAt?.toISOString() ?? null
  const written = { ...run, createdAt: run.createdAt.toISOString(), plannedAt }
  return { run: written, status, scopes, children }
}

/** A recorded run of its JSON and of the version that it ran. */
export function readRecording(
  { run, status, scopes, children = [] }: Recording,
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
    children: new Map(
      children.map((child) => [child.taskId, readRecording(child.recording, child.definition)]),
    ),
  }
}
