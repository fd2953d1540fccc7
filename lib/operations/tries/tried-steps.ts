import type pg from 'pg'
import type { TriedStep } from '#lib/contracts/workflows/tries'
import { changedFields } from '#lib/domain/back-test/difference'
import type { Definition } from '#lib/domain/workflow/definition'
import { RecordedValue } from '#lib/engine/replay/recorded-run'
import type { ReplayedStep } from '#lib/engine/replay/replayed-step'

/** Steps of an answer, those of each item of a loop counted. */
export const mostSteps = 500
/** Characters of JSON: of one value, and of all values of an answer. */
const mostOfValue = 64 * 1024
const mostOfAll = 2 * 1024 * 1024

type Chosen = { pins: ReadonlySet<string>; disabled: ReadonlySet<string> }

const valueOf = async (pool: pg.Pool, value: unknown): Promise<unknown> =>
  value instanceof RecordedValue ? await value.load(pool) : value

/** Where the answer of a step came from. */
function answeredFrom({ stepId, now }: ReplayedStep, chosen: Chosen): TriedStep['answered'] {
  if (chosen.disabled.has(stepId)) return 'disabled'
  if (chosen.pins.has(stepId)) return 'pinned'
  if (now?.isInvented) return 'example'
  return now?.isRecorded ? 'record' : 'computed'
}

/** Keeps an answer small: values that have no room are left out. */
class Room {
  #left = mostOfAll

  take(value: unknown): { value: unknown; isLeftOut: boolean } {
    const size = JSON.stringify(value)?.length ?? 0
    if (size > mostOfValue || size > this.#left) return { value: null, isLeftOut: true }
    this.#left -= size
    return { value: value ?? null, isLeftOut: false }
  }
}

/** What each step that was tried was given and gave, and from where its answer came. */
export async function triedSteps(
  { steps }: Definition,
  told: ReplayedStep[],
  chosen: Chosen,
  pool: pg.Pool,
): Promise<TriedStep[]> {
  const titles = new Map(steps.map(({ id, title }) => [id, title || id]))
  const room = new Room()
  const found: TriedStep[] = []
  for (const step of told.slice(0, mostSteps)) {
    const { stepId, items, old, now } = step
    if (!now) continue
    const answered = answeredFrom(step, chosen)
    const asked = await valueOf(pool, old?.input)
    const input = now.input ?? (answered === 'record' ? asked : null)
    const other =
      answered === 'record' && now.input !== undefined ? changedFields(asked, now.input) : []
    const given = room.take(await valueOf(pool, input))
    const gave = room.take(await valueOf(pool, now.output))
    found.push({
      stepId,
      title: titles.get(stepId) ?? stepId,
      items,
      status: answered === 'disabled' ? 'skipped' : now.status,
      via: now.via,
      error: now.error && { code: now.error.code, message: now.error.message },
      answered,
      askedOther: other,
      given: given.value,
      gave: gave.value,
      tooLarge: given.isLeftOut || gave.isLeftOut,
    })
  }
  return found
}
