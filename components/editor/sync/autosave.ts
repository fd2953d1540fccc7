import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { ApiFailure } from '#lib/http/client'

export type Conflict = {
  currentRevision: number
  updatedBy: string | null
  updatedAt: string | null
}

/**
 * Whether the draft is saved. `dirty`: a save is due · `saving` · `offline`: the server cannot be
 * reached, and another try follows · `conflict`: another person saved in between, and this one
 * decides · `failed`: the server refused it; the next change tries again.
 */
export type SaveState =
  | { status: 'saved' | 'dirty' | 'saving' }
  | { status: 'offline' | 'failed'; message: string }
  | { status: 'conflict'; conflict: Conflict }

/** The server's answer to a save. */
type Saved = { draftRevision: number; problems: Problem[] }

type Options = {
  definition: Definition
  revision: number
  /** Sends the draft with the revision that it is based on. */
  save(definition: Definition, revision: number): Promise<Saved>
  onState(state: SaveState): void
  /** The problems that the server found in exactly this definition. */
  onProblems(problems: Problem[], definition: Definition): void
  /** Between a change and its save. */
  delayMs?: number
  /** Before the first try after a failure; each further pause is twice as long. */
  retryMs?: number
}

/**
 * Saves the draft a moment after each change. Only one save runs at a time, and the next one sends
 * the newest definition, so saves can neither overtake each other nor pile up. After a 409 nothing
 * is saved until a person has chosen.
 */
export class Autosave {
  readonly #options: Options
  #revision: number
  #saved: Definition
  #wanted: Definition
  #state: SaveState = { status: 'saved' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #ended = false

  constructor(options: Options) {
    this.#options = options
    this.#revision = options.revision
    this.#saved = options.definition
    this.#wanted = options.definition
  }

  /** The definition changed. */
  changed(definition: Definition): void {
    this.#wanted = definition
    if (this.#state.status === 'conflict') return
    if (definition === this.#saved && !this.#running) return this.#become({ status: 'saved' })
    if (this.#state.status !== 'offline')
      this.#become({ status: this.#running ? 'saving' : 'dirty' })
    this.#plan(this.#delayMs)
  }

  /** Saves now; resolves when the draft is saved, refused or in conflict. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) {
      await this.#running
      if (!this.#isIdle()) await this.flush()
      return
    }
    if (this.#isIdle() || this.#ended) return
    this.#running = this.#send(this.#wanted).finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** The server has this draft now: the other person's was loaded, or a version restored. */
  adopt(definition: Definition, revision: number, problems: Problem[]): void {
    this.#options.onProblems(problems, definition)
    this.#revision = revision
    this.#saved = definition
    this.#wanted = definition
    this.#become({ status: 'saved' })
  }

  /** Saves this draft over the one that is in conflict with it. */
  async overwrite(): Promise<void> {
    if (this.#state.status !== 'conflict') return
    this.#revision = this.#state.conflict.currentRevision
    this.#become({ status: 'dirty' })
    await this.flush()
  }

  /** The latest known revision of the draft on the server. */
  revision(): number {
    return this.#revision
  }

  state(): SaveState {
    return this.#state
  }

  isSaved(): boolean {
    return this.#wanted === this.#saved
  }

  /** Stops saving. A running save still ends. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  get #delayMs(): number {
    return this.#options.delayMs ?? 600
  }

  /** Nothing has to be saved, or a person must decide first. */
  #isIdle(): boolean {
    return this.isSaved() || this.#state.status === 'conflict'
  }

  #become(next: SaveState): void {
    this.#state = next
    if (!this.#ended) this.#options.onState(next)
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #send(sent: Definition): Promise<void> {
    this.#become({ status: 'saving' })
    let answer: Saved
    try {
      answer = await this.#options.save(sent, this.#revision)
    } catch (error) {
      return this.#refused(error)
    }
    this.#revision = answer.draftRevision
    this.#saved = sent
    this.#failures = 0
    if (!this.#ended) this.#options.onProblems(answer.problems, sent)
    this.#become({ status: this.isSaved() ? 'saved' : 'dirty' })
    if (!this.isSaved()) this.#plan(this.#delayMs)
  }

  #refused(error: unknown): void {
    const conflict = conflictOf(error, this.#revision)
    if (conflict) return this.#become({ status: 'conflict', conflict })
    const message = error instanceof Error ? error.message : 'The draft could not be saved.'
    if (!mayPass(error)) return this.#become({ status: 'failed', message })
    this.#failures += 1
    this.#become({ status: 'offline', message })
    const { retryMs = 2000 } = this.#options
    this.#plan(Math.min(retryMs * 2 ** (this.#failures - 1), maxRetryMs))
  }
}

const maxRetryMs = 30_000

/** The other save that a refusal names; undefined for other errors. */
function conflictOf(error: unknown, revision: number): Conflict | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  if (error.status !== 409 || error.code !== 'version_conflict') return undefined
  const { currentRevision, updatedBy, updatedAt } = error.details as Partial<Conflict>
  return {
    currentRevision: currentRevision ?? revision,
    updatedBy: updatedBy ?? null,
    updatedAt: updatedAt ?? null,
  }
}

/** Whether the same request may succeed later: no connection, a busy or broken server. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}
