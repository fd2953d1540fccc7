import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#lib/domain/api-error'
import {
  changedFields,
  type Difference,
  type UnknownReason,
  type UnknownStep,
} from '#lib/domain/back-test/difference'
import { isTerminalTask } from '#lib/domain/statuses'
import type { RetryPolicy, Step } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import {
  PermanentStepError,
  type ChildEnd,
  type ChildRun,
  type RunContext,
} from '#lib/steps/define-step'
import { performUnrecorded, prepareAttempt, type Prepared } from '../execute/attempt.ts'
import { bodyEnd } from '../model/body-output.ts'
import { runContext, visibleOutputsOf, type VisibleOutputs } from '../model/context.ts'
import type { Finish } from '../model/decide.ts'
import { outcomeOfError, type Outcome } from '../model/outcome.ts'
import { planOf, stepOf } from '../model/plan.ts'
import { resultTaskKeys, runEnd } from '../model/run-end.ts'
import { RunState } from '../model/run-state.ts'
import type { TaskRow } from '../model/run.ts'
import {
  askedChild,
  namedByPath,
  outcomeOfChild,
  type ChildReplay,
  type ReplayedEnd,
} from './child-replay.ts'
import { differencesOf, failed, hasEnded } from './differences-of.ts'
import { matchItems } from './match-items.ts'
import { bodyScope, RecordedValue, type RecordedTask } from './recorded-run.ts'
import { notReplayed } from './replay-services.ts'
import { sameStep } from './same-step.ts'
import { ScopeRecord } from './scope-record.ts'
import type { Playing, Scope, Shared } from './scope.ts'
import type { Trying } from './trying.ts'

/** A failure is final: the record has the answer of the last attempt. */
const once: RetryPolicy = { maxAttempts: 1, delaySeconds: 1, factor: 1, maxDelaySeconds: 1 }
const never = new Date('9999-12-31T00:00:00Z')
/** The output of a step that is not known. */
const unknownOutput = Object.freeze({ unknown: true })

/** Replays one scope: decides as the engine does, and plays each step that becomes ready. */
export class ScopeReplay {
  readonly #shared: Shared
  readonly #scope: Scope
  readonly #record: ScopeRecord
  readonly #state: RunState
  readonly #now: Date
  /** Whether a task gave what was recorded. */
  readonly #same = new Map<string, boolean>()
  readonly #unknown = new Map<string, UnknownStep>()

  constructor(shared: Shared, scope: Scope) {
    this.#shared = shared
    this.#scope = scope
    this.#record = new ScopeRecord(shared, scope)
    this.#state = new RunState(scope.plan, scope.run.id, [])
    this.#now = scope.run.createdAt
  }

  /** Plays all that can be known; undefined when the end depends on what is not known. */
  async play(): Promise<Finish | undefined> {
    for (;;) {
      this.#shared.signal.throwIfAborted()
      const finish = this.#state.applyDecisions(this.#now)
      const ready = finish ? [] : this.#readyTasks()
      if (ready.length === 0) {
        this.#reportGone()
        return finish
      }
      for (const task of ready) await this.#playTask({ ...task })
    }
  }

  #readyTasks(): TaskRow[] {
    const { trying } = this.#shared
    const ready = this.#state.ready(this.#now)
    return trying ? ready.filter(({ stepId }) => trying.wants(stepId)) : ready
  }

  /** Whether every task of it gave what was recorded. */
  get isSame(): boolean {
    return this.#unknown.size === 0 && [...this.#same.values()].every(Boolean)
  }

  async #playTask(task: TaskRow): Promise<void> {
    const { plan, run } = this.#scope
    const step = stepOf(plan, task.stepId)
    const type = this.#shared.attempts.stepTypes.get(step.type)
    const old = this.#record.taskAt(task.key)
    const reads = visibleOutputsOf(plan, this.#shared.definition, run, step, type, task)
    const playing: Playing = { task, step, old, reads }
    this.#state.start(task.key, 'pure', this.#now)
    await this.#settle(playing)
    this.#tell(playing)
  }

  async #settle(playing: Playing): Promise<void> {
    const { old, reads } = playing
    if (this.#shared.trying) return await this.#try(playing, this.#shared.trying)
    if (hasEnded(old) && this.#mustBeSame(playing)) return this.#takeRecorded(playing, old)
    const because = this.#firstUnknown(reads)
    if (because !== undefined) return this.#leaveUnknown(playing, 'reads-unknown', because)
    await this.#compute(playing)
  }

  async #try(playing: Playing, trying: Trying): Promise<void> {
    const { step, old } = playing
    const given = trying.given(step)
    if (given === 'recorded' && hasEnded(old)) return this.#takeRecorded(playing, old)
    if (typeof given === 'object') return this.#apply(playing, given)
    await this.#compute(playing)
  }

  #apply({ task }: Playing, outcome: Outcome): void {
    this.#state.apply(task.key, outcome, null, once, this.#now)
  }

  #tell({ task, step, old, input, isRecorded, isInvented }: Playing): void {
    const { tell } = this.#shared
    if (!tell) return
    const { status, via, error } = this.#state.task(task.key)
    const output = this.#state.outputs.get(task.key)
    const now = {
      status,
      via,
      error,
      input,
      output,
      isRecorded: isRecorded === true,
      isInvented: isInvented === true,
    }
    const isKnown = !this.#unknown.has(task.key)
    const items = this.#record.itemsOf(task.key)
    tell({ stepId: step.id, items, old, ...(isKnown ? { now } : {}) })
  }

  /**
   * Whether the step does the same by its definition, and reads the same: then it gave what was
   * recorded, and nothing has to be computed. A loop is played, because its body may have changed.
   */
  #mustBeSame({ task, step, reads: { own, outer } }: Playing): boolean {
    const { definition, recorded } = this.#shared
    const oldStep = this.#record.stepBefore(step)
    return (
      oldStep !== undefined &&
      this.#shared.hasSameStart &&
      !isLoop(step) &&
      sameStep(oldStep, step) &&
      !this.#shared.namesMoved(step) &&
      definition.settings.timeZone === recorded.definition.settings.timeZone &&
      this.#record.hasSameItem(task.key) &&
      own.every((key) => this.#gaveSame(key)) &&
      outer.every((id) => this.#outerIsSame(id)) &&
      (task.handlesStepId === null || this.#gaveSame(handledKey(task.key)))
    )
  }

  #gaveSame(key: string): boolean {
    const had = this.#record.taskAt(key)?.output !== undefined
    const has = this.#state.hasOutput(key)
    const failedBefore = this.#record.taskAt(key)?.status === 'failed'
    return has === had && (has || failedBefore ? this.#same.get(key) === true : true)
  }

  #outerIsSame(stepId: string): boolean {
    const { parent } = this.#scope
    if (!parent) return true
    const key = parent.prefix + stepId
    return parent.replay.#scope.plan.positions.has(key)
      ? parent.replay.#gaveSame(key)
      : parent.replay.#outerIsSame(stepId)
  }

  #firstUnknown({ own, outer }: VisibleOutputs): string | undefined {
    const key = own.find((one) => this.#unknown.has(one))
    if (key !== undefined) return this.#unknown.get(key)?.because
    for (const id of outer) {
      const found = this.#unknownAround(id)
      if (found !== undefined) return found
    }
    return undefined
  }

  #unknownAround(stepId: string): string | undefined {
    const { parent } = this.#scope
    if (!parent) return undefined
    const key = parent.prefix + stepId
    return (
      parent.replay.#unknown.get(key)?.because ??
      (parent.replay.#scope.plan.positions.has(key)
        ? undefined
        : parent.replay.#unknownAround(stepId))
    )
  }

  async #outputOf(key: string): Promise<unknown> {
    const output = this.#state.outputs.get(key)
    return output instanceof RecordedValue ? await output.load(this.#shared.services.pool) : output
  }

  /** The output of a step around the loop; undefined when it gave none. */
  async #outerOutput(stepId: string): Promise<{ output: unknown } | undefined> {
    const { parent } = this.#scope
    if (!parent) return undefined
    const { replay, prefix } = parent
    if (replay.#state.hasOutput(prefix + stepId))
      return { output: await replay.#outputOf(prefix + stepId) }
    return await replay.#outerOutput(stepId)
  }

  async #contextOf({ task, reads: { prefix, own, outer } }: Playing): Promise<RunContext> {
    const outputs: [id: string, output: unknown][] = []
    for (const id of outer) {
      const found = await this.#outerOutput(id)
      if (found) outputs.push([id, found.output])
    }
    for (const key of own)
      if (this.#state.hasOutput(key))
        outputs.push([key.slice(prefix.length), await this.#outputOf(key)])
    const handled = task.handlesStepId === null ? '' : handledKey(task.key)
    const error = this.#state.tasks.get(handled)?.error ?? null
    const { timeZone } = this.#shared.definition.settings
    return runContext(this.#scope.run, timeZone, outputs, task.key, error)
  }

  async #compute(playing: Playing): Promise<void> {
    const { task, step, old } = playing
    const context = await this.#contextOf(playing)
    // The seed of random numbers is the task's id, so it is that of the record.
    const request = {
      run: this.#scope.run,
      step,
      task: { ...task, id: old?.id ?? task.id, attempt: 1 },
      context,
    }
    let prepared: Prepared
    try {
      prepared = await prepareAttempt(this.#shared.attempts, request)
    } catch (error) {
      return await this.#compare(playing, this.#failureOf(playing, error))
    }
    playing.input = prepared.input
    if (isLoop(step)) return await this.#playLoop(playing, prepared)
    if (prepared.effect !== 'pure' || prepared.type.info.screen)
      return await this.#askRecord(playing, prepared)
    const outcome = await this.#perform(prepared)
    if (outcome === undefined) return await this.#askRecord(playing, prepared)
    await this.#compare(playing, outcome, prepared)
  }

  #failureOf({ task, step }: Playing, error: unknown): Outcome {
    return outcomeOfError(error, {
      runId: this.#scope.run.id,
      taskId: task.id,
      stepId: step.id,
      attempt: 1,
      effect: 'pure',
      repeatable: false,
      called: false,
      logs: [],
    })
  }

  /** One attempt; it is stopped with the replay. */
  async #attempt(prepared: Prepared): Promise<Outcome> {
    const { attempts, signal } = this.#shared
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const outcome = await performUnrecorded(attempts, prepared, controller)
      signal.throwIfAborted()
      return outcome
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** How a computing step ends; undefined for one that wants more than to compute. */
  async #perform(prepared: Prepared): Promise<Outcome | undefined> {
    const outcome = await this.#attempt(prepared)
    const refused = outcome.kind === 'failed' && outcome.failure.code === notReplayed
    return refused || outcome.kind === 'suspended' ? undefined : outcome
  }

  /** Applies what was recorded: the step is the same and reads the same, or its answer is assumed. */
  #takeRecorded(playing: Playing, old: RecordedTask): void {
    const { task } = playing
    const outcome: Outcome =
      old.status === 'completed'
        ? { kind: 'done', output: old.output ?? null, via: old.via, logs: [] }
        : failed(old)
    playing.isRecorded = true
    this.#same.set(task.key, true)
    this.#state.apply(task.key, outcome, null, once, this.#now)
  }

  /** Answers what asks a person or the outside. */
  async #askRecord(playing: Playing, prepared: Prepared): Promise<void> {
    const { step, old } = playing
    const { effect } = prepared
    const { trying } = this.#shared
    if (trying && hasEnded(old)) return this.#takeRecorded(playing, old)
    if (trying) {
      playing.isInvented = true
      return this.#apply(playing, trying.invented(step, prepared.config))
    }
    if (!hasEnded(old)) {
      this.#report(playing, { kind: 'new', effect, fields: [] })
      return this.#leaveUnknown(playing, 'not-recorded', step.id)
    }
    const asked = await old.input.load(this.#shared.services.pool)
    const fields = changedFields(asked, prepared.input)
    if (fields.length > 0) this.#report(playing, { kind: 'input', effect, fields })
    if (prepared.type.info.screen) await this.#checkAnswer(playing, prepared, old)
    if (fields.length > 0 && effect === 'read') {
      const asked = askedChild(step.type, prepared.input)
      const child = asked && (await this.#shared.playChild(old, asked))
      if (child) return await this.#takeChild(playing, child, old)
      return this.#leaveUnknown(playing, 'other-question', step.id)
    }
    this.#takeRecorded(playing, old)
  }

  /** Goes on with how a child run ends that starts with something else. */
  async #takeChild(playing: Playing, child: ChildReplay, old: RecordedTask): Promise<void> {
    const { task, step } = playing
    const { differences, unknown } = namedByPath(child, step.id, this.#record.itemsOf(task.key))
    this.#shared.found.differences.push(...differences)
    this.#shared.found.unknown.push(...unknown)
    if (child.end) return await this.#compare(playing, outcomeOfChild(child.end, old))
    this.#leaveUnknown(playing, 'reads-unknown', unknown[0]?.because ?? step.id)
  }

  /** How the run ends; undefined when its output depends on what is not known. */
  async endOfRun(finish: Finish): Promise<ReplayedEnd | undefined> {
    const { plan, run } = this.#scope
    const outputs = await this.#results()
    if (!outputs) return undefined
    const { definition } = this.#shared
    const end = runEnd(run, { definition, plan }, this.#state.tasks, outputs, finish).run
    return { status: end.status, output: end.output ?? null, error: end.error ?? null }
  }

  /** The outputs that make the output of this scope; undefined when one is not known. */
  async #results(): Promise<Map<string, unknown> | undefined> {
    const { plan, run } = this.#scope
    const keys = resultTaskKeys(run, plan, this.#state.tasks)
    if (keys.some((key) => this.#unknown.has(key))) return undefined
    const outputs = new Map<string, unknown>()
    for (const key of keys)
      if (this.#state.hasOutput(key)) outputs.set(key, await this.#outputOf(key))
    return outputs
  }

  /** What a person filled in must still fit the form. */
  async #checkAnswer(playing: Playing, prepared: Prepared, old: RecordedTask): Promise<void> {
    const { schema } = prepared.config as { schema?: Record<string, unknown> }
    // A hook may have returned something else than what was filled in.
    const hook = this.#record.stepBefore(playing.step)?.before_complete
    if (old.status !== 'completed' || !old.output || !schema || hook !== undefined) return
    const { services } = this.#shared
    const fields = await services.checkAnswer(schema, await old.output.load(services.pool))
    if (fields.length > 0) this.#report(playing, { kind: 'answer', effect: 'pure', fields })
  }

  /** Applies what was computed, and reports in what it differs from the record. */
  async #compare(playing: Playing, outcome: Outcome, prepared?: Prepared): Promise<void> {
    const { task, step, old } = playing
    if (outcome.kind === 'deferred')
      throw new ApiError('unavailable', 'No process can compute the steps now. Try again later.')
    if (this.#shared.trying) return this.#apply(playing, outcome)
    const differences = await differencesOf(outcome, {
      old,
      wasThere: this.#record.stepBefore(step) !== undefined,
      pool: this.#shared.services.pool,
    })
    if (differences.length > 0 && prepared && (await this.#isUnstable(playing, prepared)))
      return this.#leaveUnknown(playing, 'unstable', step.id)
    for (const difference of differences) this.#report(playing, difference)
    if (prepared && hasEnded(old)) await this.#measure(playing, prepared)
    this.#same.set(task.key, differences.length === 0 && hasEnded(old))
    this.#state.apply(task.key, outcome, null, once, this.#now)
  }

  /**
   * Whether code gives something else each time: the step as it was, with what it read, does not
   * give what was recorded. Then a difference says nothing about the change.
   */
  async #isUnstable(playing: Playing, prepared: Prepared): Promise<boolean> {
    const { step, old } = playing
    const oldStep = this.#record.stepBefore(step)
    if (prepared.type.info.category !== 'Code' || !oldStep || old?.status !== 'completed')
      return false
    const outcome = await this.#asBefore(playing, prepared, oldStep)
    const given = await old.output?.load(this.#shared.services.pool)
    return outcome?.kind !== 'done' || !isDeepStrictEqual(outcome.output, given ?? null)
  }

  /** Runs the step as it was, with what it read. */
  async #asBefore(playing: Playing, { type, run, task }: Prepared, oldStep: Step) {
    const { recorded, services, attempts } = this.#shared
    const loop = run.loop
    const part = loop && { ...loop, count: loop.items.length }
    const plan = planOf(recorded.definition, part ?? undefined)
    const reads = visibleOutputsOf(plan, recorded.definition, run, oldStep, type, playing.task)
    const outputs: [id: string, output: unknown][] = []
    for (const id of reads.outer) {
      const found = await this.#outerOutput(this.#shared.names.idNow(id))
      if (found) outputs.push([id, found.output])
    }
    for (const key of reads.own) {
      const output = this.#record.taskAt(key)?.output
      if (output) outputs.push([key.slice(reads.prefix.length), await output.load(services.pool)])
    }
    const { timeZone } = recorded.definition.settings
    const asItWas = { ...run, startData: recorded.run.startData }
    const context = runContext(asItWas, timeZone, outputs, task.key, null)
    try {
      const request = { run: asItWas, step: oldStep, task, context }
      const prepared = await prepareAttempt(attempts, request)
      return await this.#perform(prepared)
    } catch (error) {
      if (error instanceof PermanentStepError) return undefined
      throw error
    }
  }

  /** Code that was changed is measured in a few runs. */
  async #measure(playing: Playing, prepared: Prepared): Promise<void> {
    const { pace } = this.#shared
    const { step } = playing
    const oldStep = this.#record.stepBefore(step)
    const isCode = prepared.type.info.category === 'Code'
    if (!pace || !isCode || !oldStep || sameStep(oldStep, step) || !pace.wants(step.id)) return
    const slower = await pace.isSlower(
      step.id,
      async () => await this.#asBefore(playing, prepared, oldStep),
      async () => await this.#perform(prepared),
    )
    if (slower) this.#report(playing, { kind: 'slower', effect: 'pure', fields: [] })
  }

  /** Plays the bodies of a loop until it ends. */
  async #playLoop(playing: Playing, prepared: Prepared): Promise<void> {
    const { task, step, old } = playing
    /** The recorded items that an item of this replay stood for. */
    const played = new Set<number>()
    let same = true
    let outcome = await this.#attempt(prepared)
    while (outcome.kind === 'suspended' && outcome.suspension.reason === 'child-run') {
      const { children, state } = outcome.suspension
      const body = this.#bodyOf(
        playing,
        children.filter((child) => child.kind === 'body'),
      )
      const end = await body.#end(step.id)
      for (const place of body.#scope.places.values()) if (place !== undefined) played.add(place)
      // Only a part of the body is tried.
      if (!end && this.#shared.trying) return
      if (!end) return this.#leaveUnknown(playing, 'reads-unknown', body.#firstCause ?? step.id)
      same = same && body.isSame
      const resuming = { ...task, resuming: true, state: { ...state } as TaskRow['state'] }
      outcome = await this.#attempt({ ...prepared, task: resuming, answer: [end] })
    }
    this.#reportGoneItems(task.key, played)
    const recorded = this.#record.itemsOfLoop(task.key)
    // Nothing has to be compared, and large results need not be read.
    if (this.#shared.trying) return await this.#compare(playing, outcome)
    if (same && played.size === recorded.length && this.#mustBeSameLoop(playing) && hasEnded(old))
      return this.#takeRecorded(playing, old)
    await this.#compare(playing, outcome)
  }

  /** The first step that is to blame for what is not known. */
  get #firstCause(): string | undefined {
    return [...this.#unknown.values()][0]?.because
  }

  /** Whether the loop itself, without its body, is the same and reads the same. */
  #mustBeSameLoop({ step, reads: { own, outer }, old }: Playing): boolean {
    const oldStep = this.#record.stepBefore(step)
    return (
      oldStep !== undefined &&
      this.#shared.hasSameStart &&
      old?.status === 'completed' &&
      sameStep(oldStep, step) &&
      !this.#shared.namesMoved(step) &&
      own.every((key) => this.#gaveSame(key)) &&
      outer.every((id) => this.#outerIsSame(id))
    )
  }

  #bodyOf({ task, step }: Playing, parts: Extract<ChildRun, { kind: 'body' }>[]): ScopeReplay {
    const { definition } = this.#shared
    const items = parts.flatMap((part) => part.items)
    const from = parts[0]?.from ?? 0
    const places =
      step.type === 'while'
        ? items.map((_item, index) => from + index)
        : matchItems(this.#record.itemsOfLoop(task.key), items)
    const range = {
      stepId: step.id,
      from,
      parallel: Math.max(items.length, 1),
      stopAtFailure: parts[0]?.stopAtFailure ?? true,
    }
    return new ScopeReplay(this.#shared, {
      plan: planOf(definition, { ...range, count: items.length }),
      run: { ...this.#scope.run, loop: { ...range, items, outer: [] } },
      scope: bodyScope(this.#scope.scope, this.#record.keyBefore(task.key) ?? '?'),
      places: new Map(places.map((place, index) => [from + index, place])),
      items: this.#record.itemsOf(task.key),
      parent: { replay: this, prefix: task.key.slice(0, task.key.indexOf(':') + 1) },
    })
  }

  /** Plays a body; how its run ends, or undefined when that is not known. */
  async #end(loopId: string): Promise<ChildEnd | undefined> {
    const finish = await this.play()
    const { plan, run } = this.#scope
    if (!finish || !run.loop) return undefined
    const outputs = await this.#results()
    if (!outputs) return undefined
    const { status, output, error } = bodyEnd(plan, this.#state.tasks, outputs, finish, run.loop)
    return { runId: loopId, from: run.loop.from, status, output, error: error ?? null }
  }

  /** Goes on without the step's output: what reads it is not known either. */
  #leaveUnknown({ task, step }: Playing, why: UnknownReason, because: string): void {
    const unknown = { stepId: step.id, items: this.#record.itemsOf(task.key), why, because }
    this.#unknown.set(task.key, unknown)
    this.#same.set(task.key, false)
    this.#shared.found.unknown.push(unknown)
    const branches = this.#shared.definition.steps.some(({ after }) =>
      after.some((edge) => edge.step === step.id && edge.via !== undefined),
    )
    const via = isLoop(step) ? 'done' : null
    const outcome: Outcome =
      branches && via === null
        ? { kind: 'suspended', suspension: { reason: 'until', until: never }, logs: [] }
        : { kind: 'done', output: unknownOutput, via, logs: [] }
    this.#state.apply(task.key, outcome, null, once, this.#now)
  }

  #report({ task, step }: Playing, difference: Omit<Difference, 'stepId' | 'items'>): void {
    const items = this.#record.itemsOf(task.key)
    this.#shared.found.differences.push({ ...difference, stepId: step.id, items })
  }

  /** Steps that ran and do not now: a step that only computed and is not there any more is none. */
  #reportGone(): void {
    for (const [, task] of this.#record.tasks()) {
      const now = this.#record.keyNow(task.key)
      // Another round of the loop, or an item that is not there any more (`#reportGoneItems`).
      if (!hasEnded(task) || now === undefined) continue
      const status = this.#state.tasks.get(now)?.status
      const isThere = this.#scope.plan.steps.has(this.#shared.names.idNow(task.stepId))
      if (!isThere && task.effect === 'pure') continue
      if (status === 'completed' || status === 'failed') continue
      if (status !== undefined && !isTerminalTask(status)) continue
      this.#pushGone(task, this.#record.itemsOf(now))
    }
  }

  #pushGone({ stepId, effect }: RecordedTask, items: number[]): void {
    const id = this.#shared.names.idNow(stepId)
    this.#shared.found.differences.push({ kind: 'gone', stepId: id, items, effect, fields: [] })
  }

  /** What was asked or sent for items of a loop that are not there any more. */
  #reportGoneItems(loopKey: string, played: ReadonlySet<number>): void {
    for (const [key, task] of this.#record.tasksOfLoop(loopKey))
      if (hasEnded(task) && task.effect !== 'pure' && !played.has(Number.parseInt(key)))
        this.#pushGone(task, [...this.#record.itemsOf(loopKey), Number.parseInt(key)])
  }
}

const handledKey = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('!'), 0))
