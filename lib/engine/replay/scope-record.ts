import { isDeepStrictEqual } from 'node:util'
import type { Step } from '#lib/domain/workflow/definition'
import { bodyScope, type RecordedTask } from './recorded-run.ts'
import type { Scope, Shared } from './scope.ts'

type Known = Pick<Shared, 'recorded' | 'before' | 'names'>

/** What was recorded of a scope, by the keys of the tasks that replay it. */
export class ScopeRecord {
  readonly #shared: Known
  readonly #scope: Scope

  constructor(shared: Known, scope: Scope) {
    this.#shared = shared
    this.#scope = scope
  }

  /** The recorded tasks of the scope, by their keys in the record. */
  tasks(): Map<string, RecordedTask> {
    return this.#shared.recorded.scopes.get(this.#scope.scope)?.tasks ?? new Map()
  }

  /** The key under which a task of this replay was recorded; undefined for those of new items. */
  keyBefore(key: string): string | undefined {
    const named = this.#shared.names.keyBefore(key)
    if (!this.#scope.run.loop) return named
    const place = this.#scope.places.get(Number.parseInt(key))
    return place === undefined ? undefined : `${place}${named.slice(named.indexOf(':'))}`
  }

  /** The key that a recorded task has in this replay. */
  keyNow(recordedKey: string): string | undefined {
    const named = this.#shared.names.keyNow(recordedKey)
    if (!this.#scope.run.loop) return named
    const number = Number.parseInt(recordedKey)
    for (const [now, before] of this.#scope.places)
      if (before === number) return `${now}${named.slice(named.indexOf(':'))}`
    return undefined
  }

  /** The step as it was in the version that the run ran. */
  stepBefore(step: Step): Step | undefined {
    return this.#shared.before.get(this.#shared.names.idBefore(step.id))
  }

  /** What was recorded of a task of this replay. */
  taskAt(key: string): RecordedTask | undefined {
    return this.tasks().get(this.keyBefore(key) ?? '')
  }

  /** The numbers of the items around a task, from the outside in. */
  itemsOf(key: string): number[] {
    const { items, run } = this.#scope
    return run.loop ? [...items, Number.parseInt(key)] : items
  }

  /** Whether the item that a task is played for equals the recorded one. */
  hasSameItem(key: string): boolean {
    const { run, scope, places } = this.#scope
    if (!run.loop) return true
    const number = Number.parseInt(key)
    const place = places.get(number)
    if (place === undefined) return false
    const recorded = this.#shared.recorded.scopes.get(scope)?.items[place]
    return isDeepStrictEqual(recorded, run.loop.items[number - run.loop.from])
  }

  /** The recorded items of a loop. */
  itemsOfLoop(loopKey: string): unknown[] {
    const scope = bodyScope(this.#scope.scope, this.keyBefore(loopKey) ?? '?')
    return this.#shared.recorded.scopes.get(scope)?.items ?? []
  }

  /** The recorded tasks of a loop's body, by their keys in the record. */
  tasksOfLoop(loopKey: string): ReadonlyMap<string, RecordedTask> {
    const scope = bodyScope(this.#scope.scope, this.keyBefore(loopKey) ?? '?')
    return this.#shared.recorded.scopes.get(scope)?.tasks ?? new Map()
  }
}
