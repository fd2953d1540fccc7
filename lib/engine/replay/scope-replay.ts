import { ApiError } from '#lib/domain/api-error'
import { changedFields, type Difference } from '#lib/domain/back-test/difference'
import { isLoop } from '#lib/domain/workflow/loops'
import type { ChildEnd } from '#lib/steps/define-step'
import { prepareAttempt, type Prepared } from '../execute/attempt.ts'
import { bodyEnd } from '../model/body-output.ts'
import { visibleOutputsOf } from '../model/context.ts'
import type { Finish } from '../model/decide.ts'
import { outcomeOfError, type Outcome } from '../model/outcome.ts'
import { stepOf } from '../model/plan.ts'
import { runEnd } from '../model/run-end.ts'
import { RunState } from '../model/run-state.ts'
import type { TaskRow } from '../model/run.ts'
import { applyOutcome, takeRecorded } from './apply-outcome.ts'
import {
  askedChild,
  namedByPath,
  outcomeOfChild,
  type ChildReplay,
  type ReplayedEnd,
} from './child-replay.ts'
import { isSlower, isUnstable } from './code-before.ts'
import { differencesOf, hasEnded } from './differences-of.ts'
import { reportGone } from './gone-steps.ts'
import { playLoop, type PlayedBody } from './loop-replay.ts'
import type { RecordedTask } from './recorded-run.ts'
import { perform } from './scope-attempt.ts'
import { contextOf, resultsOf } from './scope-outputs.ts'
import { ScopeRecord } from './scope-record.ts'
import { isSameScope, mustBeSame, mustBeSameLoop } from './scope-same.ts'
import { behindUnknown, firstCause, leaveUnknown, unknownRead } from './scope-unknown.ts'
import type { Playing, Scope, ScopeParts, Shared } from './scope.ts'
import type { Trying } from './trying.ts'

/** Replays one scope: decides as the engine does, and plays each step that becomes ready. */
export class ScopeReplay {
  readonly #parts: ScopeParts

  constructor(shared: Shared, scope: Scope) {
    this.#parts = {
      shared,
      scope,
      record: new ScopeRecord(shared, scope),
      state: new RunState(scope.plan, scope.run.id, []),
      now: scope.run.createdAt,
      same: new Map(),
      unknown: new Map(),
    }
  }

  /** Plays all that can be known; undefined when the end depends on what is not known. */
  async play(): Promise<Finish | undefined> {
    const { shared, state, now } = this.#parts
    for (;;) {
      shared.signal.throwIfAborted()
      const finish = state.applyDecisions(now)
      const ready = finish ? [] : this.#readyTasks()
      if (ready.length === 0) {
        reportGone(this.#parts)
        if (!finish && !shared.trying) this.#tellBehind()
        return finish
      }
      for (const task of ready) await this.#playTask({ ...task })
    }
  }

  /** Whether a step failed for which nothing goes on: then the run fails, whatever is not known. */
  get fails(): boolean {
    const { scope, state } = this.#parts
    return [...state.tasks.values()].some(
      ({ status, stepId }) =>
        status === 'failed' && stepOf(scope.plan, stepId).on_failure?.then !== 'continue',
    )
  }

  /** How the run ends; undefined when its output depends on what is not known. */
  async endOfRun(finish: Finish): Promise<ReplayedEnd | undefined> {
    const { shared, scope, state } = this.#parts
    const outputs = await resultsOf(this.#parts)
    if (!outputs) return undefined
    const { definition } = shared
    const end = runEnd(scope.run, { definition, plan: scope.plan }, state.tasks, outputs, finish)
    const { status, output, error } = end.run
    return { status, output: output ?? null, error: error ?? null }
  }

  /** Plays a body of the loop; its end is undefined when that is not known. */
  async playBody(loopId: string): Promise<PlayedBody> {
    const finish = await this.play()
    const end = await this.#endOfBody(loopId, finish)
    const isSame = isSameScope(this.#parts)
    return { end, isOpen: finish === undefined, isSame, because: firstCause(this.#parts) }
  }

  async #endOfBody(loopId: string, finish: Finish | undefined): Promise<ChildEnd | undefined> {
    const { scope, state } = this.#parts
    const { plan, run } = scope
    if (!finish || !run.loop) return undefined
    const outputs = await resultsOf(this.#parts)
    if (!outputs) return undefined
    const { status, output, error } = bodyEnd(plan, state.tasks, outputs, finish, run.loop)
    return { runId: loopId, from: run.loop.from, status, output, error: error ?? null }
  }

  #readyTasks(): TaskRow[] {
    const { shared, state, now } = this.#parts
    const { trying } = shared
    const ready = state.ready(now)
    return trying ? ready.filter(({ stepId }) => trying.wants(stepId)) : ready
  }

  async #playTask(task: TaskRow): Promise<void> {
    const { shared, scope, record, state, now } = this.#parts
    const { plan, run } = scope
    const step = stepOf(plan, task.stepId)
    const type = shared.attempts.stepTypes.get(step.type)
    const old = record.taskAt(task.key)
    const reads = visibleOutputsOf(plan, shared.definition, run, step, type, task)
    const playing: Playing = { task, step, old, reads }
    state.start(task.key, 'pure', now)
    await this.#settle(playing)
    this.#tell(playing)
  }

  async #settle(playing: Playing): Promise<void> {
    const { old, reads } = playing
    const { trying } = this.#parts.shared
    if (trying) return await this.#try(playing, trying)
    if (hasEnded(old) && mustBeSame(this.#parts, playing)) return this.#take(playing, old)
    const because = unknownRead(this.#parts, reads)
    if (because !== undefined) return leaveUnknown(this.#parts, playing, 'reads-unknown', because)
    await this.#compute(playing)
  }

  async #try(playing: Playing, trying: Trying): Promise<void> {
    const { step, old } = playing
    const given = trying.given(step)
    if (given === 'recorded' && hasEnded(old)) return this.#take(playing, old)
    if (typeof given === 'object') return applyOutcome(this.#parts, playing, given)
    await this.#compute(playing)
  }

  #take(playing: Playing, old: RecordedTask): void {
    takeRecorded(this.#parts, playing, old)
  }

  #tell({ task, step, old, input, isRecorded, isInvented }: Playing): void {
    const { shared, state, record, unknown } = this.#parts
    const { tell } = shared
    if (!tell) return
    const { status, via, error } = state.task(task.key)
    const output = state.outputs.get(task.key)
    const now = {
      status,
      via,
      error,
      input,
      output,
      isRecorded: isRecorded === true,
      isInvented: isInvented === true,
    }
    const items = record.itemsOf(task.key)
    tell({ stepId: step.id, items, old, ...(unknown.has(task.key) ? {} : { now }) })
  }

  #tellBehind(): void {
    const { shared, record } = this.#parts
    for (const { task, because } of behindUnknown(this.#parts)) {
      const { key, stepId } = task
      shared.tell?.({ stepId, items: record.itemsOf(key), old: record.taskAt(key), because })
    }
  }

  async #compute(playing: Playing): Promise<void> {
    const { shared, scope } = this.#parts
    const { task, step, old } = playing
    const context = await contextOf(this.#parts, playing)
    // The seed of random numbers is the task's id, so it is that of the record.
    const request = {
      run: scope.run,
      step,
      task: { ...task, id: old?.id ?? task.id, attempt: 1 },
      context,
    }
    let prepared: Prepared
    try {
      prepared = await prepareAttempt(shared.attempts, request)
    } catch (error) {
      return await this.#compare(playing, this.#failureOf(playing, error))
    }
    playing.input = prepared.input
    if (isLoop(step)) return await this.#playLoop(playing, prepared)
    if (prepared.effect !== 'pure' || prepared.type.info.screen)
      return await this.#askRecord(playing, prepared)
    const outcome = await perform(shared, prepared)
    if (outcome === undefined) return await this.#askRecord(playing, prepared)
    await this.#compare(playing, outcome, prepared)
  }

  #failureOf({ task, step }: Playing, error: unknown): Outcome {
    return outcomeOfError(error, {
      runId: this.#parts.scope.run.id,
      taskId: task.id,
      stepId: step.id,
      attempt: 1,
      effect: 'pure',
      repeatable: false,
      called: false,
      logs: [],
    })
  }

  async #playLoop(playing: Playing, prepared: Prepared): Promise<void> {
    const { shared } = this.#parts
    const { step, old } = playing
    const played = await playLoop(
      this.#parts,
      playing,
      prepared,
      async (scope) => await new ScopeReplay(shared, scope).playBody(step.id),
    )
    if (!played.outcome) {
      // Only a part of the body is tried.
      if (shared.trying) return
      const { because, isOpen } = played
      return leaveUnknown(this.#parts, playing, 'reads-unknown', because, isOpen)
    }
    // Where nothing has to be compared, large results need not be read.
    const isSame = !shared.trying && played.isSame && mustBeSameLoop(this.#parts, playing)
    if (isSame && hasEnded(old)) return this.#take(playing, old)
    await this.#compare(playing, played.outcome)
  }

  /** Answers what asks a person or the outside. */
  async #askRecord(playing: Playing, prepared: Prepared): Promise<void> {
    const { step, old } = playing
    const { effect } = prepared
    const { trying, services, playChild } = this.#parts.shared
    if (trying && hasEnded(old) && !old.isGiven) return this.#take(playing, old)
    if (trying) {
      playing.isInvented = true
      return applyOutcome(this.#parts, playing, trying.invented(step, prepared.config))
    }
    if (!hasEnded(old)) {
      this.#report(playing, { kind: 'new', effect, fields: [] })
      // A service answers each call; a person may never answer a screen.
      const isOpen = prepared.type.info.screen === true
      return leaveUnknown(this.#parts, playing, 'not-recorded', step.id, isOpen)
    }
    const fields = changedFields(await old.input.load(services.pool), prepared.input)
    if (fields.length > 0) this.#report(playing, { kind: 'input', effect, fields })
    if (prepared.type.info.screen) await this.#checkAnswer(playing, prepared, old)
    if (fields.length > 0 && effect === 'read') {
      const asked = askedChild(step.type, prepared.input)
      const child = asked && (await playChild(old, asked))
      if (child) return await this.#takeChild(playing, child, old)
      return leaveUnknown(this.#parts, playing, 'other-question', step.id)
    }
    this.#take(playing, old)
  }

  /** Goes on with how a child run ends that starts with something else. */
  async #takeChild(playing: Playing, child: ChildReplay, old: RecordedTask): Promise<void> {
    const { shared, record } = this.#parts
    const { task, step } = playing
    const { differences, unknown } = namedByPath(child, step.id, record.itemsOf(task.key))
    shared.found.differences.push(...differences)
    shared.found.unknown.push(...unknown)
    if (child.end) return await this.#compare(playing, outcomeOfChild(child.end, old))
    const because = unknown[0]?.because ?? step.id
    leaveUnknown(this.#parts, playing, 'reads-unknown', because, child.isOpen)
  }

  /** What a person filled in must still fit the form. */
  async #checkAnswer(playing: Playing, prepared: Prepared, old: RecordedTask): Promise<void> {
    const { schema } = prepared.config as { schema?: Record<string, unknown> }
    // A hook may have returned something else than what was filled in.
    const hook = this.#parts.record.stepBefore(playing.step)?.before_complete
    if (old.status !== 'completed' || !old.output || !schema || hook !== undefined) return
    const { services } = this.#parts.shared
    const fields = await services.checkAnswer(schema, await old.output.load(services.pool))
    if (fields.length > 0) this.#report(playing, { kind: 'answer', effect: 'pure', fields })
  }

  /** Applies what was computed, and reports in what it differs from the record. */
  async #compare(playing: Playing, outcome: Outcome, prepared?: Prepared): Promise<void> {
    const { shared, record, same } = this.#parts
    const { task, step, old } = playing
    if (outcome.kind === 'deferred')
      throw new ApiError('unavailable', 'No process can compute the steps now. Try again later.')
    if (shared.trying) return applyOutcome(this.#parts, playing, outcome)
    const differences = await differencesOf(outcome, {
      old,
      wasThere: record.stepBefore(step) !== undefined,
      pool: shared.services.pool,
    })
    if (differences.length > 0 && prepared && (await isUnstable(this.#parts, playing, prepared)))
      return leaveUnknown(this.#parts, playing, 'unstable', step.id)
    for (const difference of differences) this.#report(playing, difference)
    // Of code that fails nobody asks how long it takes, and one that never ends would take minutes.
    const mayBeSlower = prepared && outcome.kind === 'done' && hasEnded(old)
    if (mayBeSlower && (await isSlower(this.#parts, playing, prepared)))
      this.#report(playing, { kind: 'slower', effect: 'pure', fields: [] })
    same.set(task.key, differences.length === 0 && hasEnded(old))
    applyOutcome(this.#parts, playing, outcome)
  }

  #report({ task, step }: Playing, difference: Omit<Difference, 'stepId' | 'items'>): void {
    const { shared, record } = this.#parts
    const items = record.itemsOf(task.key)
    shared.found.differences.push({ ...difference, stepId: step.id, items })
  }
}
