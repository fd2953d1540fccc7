import type pg from 'pg'
import type { Definition } from '#lib/domain/workflow/definition'
import { prepareAttempt, type AttemptServices, type Prepared } from './attempt.ts'
import { runContext, visibleOutputsOf } from '../model/context.ts'
import { OuterOutputs } from '../store/reads/outer-outputs.ts'
import { FatalStepError } from '../model/outcome.ts'
import { retryWhileDisconnected } from '../store/connection-retry.ts'
import { stepOf, type Plan } from '../model/plan.ts'
import type { RunState } from '../model/run-state.ts'
import { loadOutputs } from '../store/reads/load-tasks.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'
import { loadResumeValue } from '../store/resume-value.ts'

type Services = AttemptServices & { pool: pg.Pool }
type Plans = {
  definition: Definition
  plan: Plan
  /** Steps that killed their process: they fail and do not start. */
  fatal: ReadonlySet<string>
}

/** The inputs of the attempts of one turn, loaded when they are needed. */
export class Inputs {
  readonly #services: Services
  readonly #run: LeasedRun
  readonly #definition: Definition
  readonly #plan: Plan
  readonly #outer: OuterOutputs
  readonly #fatal: ReadonlySet<string>

  constructor(services: Services, run: LeasedRun, { definition, plan, fatal }: Plans) {
    this.#services = services
    this.#run = run
    this.#definition = definition
    this.#plan = plan
    this.#outer = new OuterOutputs(services.pool, run.loop)
    this.#fatal = fatal
  }

  isFatal(key: string): boolean {
    return this.#fatal.has(key)
  }

  /**
   * Computes the input of an attempt; calls nothing outside. Throws a `StepError` or `ApiError`.
   */
  async prepare(runState: RunState, task: TaskRow): Promise<Prepared> {
    if (this.isFatal(task.key)) throw new FatalStepError()
    const step = stepOf(this.#plan, task.stepId)
    const type = this.#services.stepTypes.get(step.type)
    const { prefix, own, outer } = visibleOutputsOf(
      this.#plan,
      this.#definition,
      this.#run,
      step,
      type,
      task,
    )
    const outputs: [id: string, output: unknown][] =
      outer.length > 0 ? [...(await this.#outer.of(outer))] : []
    await this.load(runState, own)
    for (const key of own) {
      if (runState.hasOutput(key))
        outputs.push([key.slice(prefix.length), runState.outputs.get(key)])
    }
    const handled = task.handlesStepId === null ? '' : task.key.slice(0, task.key.lastIndexOf('!'))
    const error = runState.tasks.get(handled)?.error ?? null
    const context = runContext(
      this.#run,
      this.#definition.settings.timeZone,
      outputs,
      task.key,
      error,
    )
    const { workerLabel } = this.#definition.settings
    const request = { run: this.#run, step, task, context, workerLabel }
    const prepared = await prepareAttempt(this.#services, request)
    if (!task.resuming) return prepared
    return {
      ...prepared,
      ...(await retryWhileDisconnected(() =>
        loadResumeValue(this.#services.pool, this.#run, task),
      )),
    }
  }

  /** Loads outputs that are not loaded yet; undefined, so no await, when there are none. */
  load(runState: RunState, keys: string[]): Promise<void> | undefined {
    const missing = runState.missingOutputs(keys)
    if (missing.length === 0) return undefined
    return retryWhileDisconnected(() =>
      loadOutputs(this.#services.pool, this.#run.id, missing),
    ).then((found) => {
      for (const [key, output] of found) runState.outputs.set(key, output)
    })
  }
}
