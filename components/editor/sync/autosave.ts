import type { DraftChanged, DraftStep } from '#lib/contracts/workflows/drafts'
import type { Definition } from '#lib/domain/workflow/definition'
import { applyChanges } from '#lib/domain/workflow/draft-changes/apply-changes'
import type { DraftChange, DraftPath } from '#lib/domain/workflow/draft-changes/change'
import { differences } from '#lib/domain/workflow/draft-changes/differences'
import { rebaseChanges } from '#lib/domain/workflow/draft-changes/rebase-changes'
import type { Problem } from '#lib/domain/workflow/problem'
import { ApiFailure } from '#lib/http/client'
import { randomId } from '#lib/domain/random-id'
import { sameJson } from '../model/same-json.ts'
import {
  copyOf,
  isNear,
  openConflicts,
  recall,
  receiveSteps,
  savable,
  type DraftConflict,
  type Sides,
} from './merge-draft.ts'

export type { DraftConflict } from './merge-draft.ts'

/**
 * Whether the draft is saved. `dirty`: a save is due · `saving` · `offline`: the server cannot be
 * reached, and another try follows · `conflict`: all is saved but places that somebody else changed
 * too, about which this person chooses · `failed`: the server refused it; the next change tries
 * again.
 */
export type SaveState =
  | { status: 'saved' | 'dirty' | 'saving' | 'conflict' }
  | { status: 'offline' | 'failed'; message: string }

/** What is sent, with the definition that the server has when it took it. */
type Message = { messageId: string; base: number; changes: DraftChange[] }

/** The draft after other people's changes. */
export type Received = {
  definition: Definition
  /** What becomes of an earlier definition, to which undo leads. */
  recall(before: Definition): Definition
  /** Who changed it. */
  by: string[]
}

type Options = {
  definition: Definition
  revision: number
  send(message: Message): Promise<DraftChanged>
  /** What others changed after a revision; 409 `version_conflict` when it is too long ago. */
  since(revision: number): Promise<DraftStep[]>
  /** The whole draft. */
  read(): Promise<{
    draft: Definition
    draftRevision: number
    updatedBy: string | null
    problems: Problem[]
  }>
  onState(state: SaveState): void
  onConflicts(conflicts: DraftConflict[]): void
  onReceived(received: Received): void
  /** The problems that the server found in exactly this definition. */
  onProblems(problems: Problem[], definition: Definition): void
  /** Between a change and its save. */
  delayMs?: number
  /** Before the first try after a failure; each further pause is twice as long. */
  retryMs?: number
}

/**
 * Keeps the draft of this page and that of the server together. What this person changes is sent a
 * moment after each change, as the changed places; what others change arrives by `hear`. Only one
 * message is under way at a time, and it is sent again, with its id, until the server has answered.
 * A place that two people changed stays as each of them has it until one chooses.
 */
export class Autosave {
  readonly #options: Options
  #sides: Sides
  /** Of the base. */
  #revision: number
  /** The newest revision that the server is known to have. */
  #heard: number
  #unanswered: Message | undefined
  #state: SaveState = { status: 'saved' }
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #ended = false
  /** The latest definition of which the server has said what is wrong with it. */
  #checked: Definition

  constructor(options: Options) {
    this.#options = options
    this.#revision = options.revision
    this.#heard = options.revision
    this.#checked = options.definition
    this.#sides = { base: options.definition, wanted: options.definition, conflicts: [] }
  }

  /** This person changed the definition. */
  changed(definition: Definition): void {
    if (definition === this.#sides.wanted) return
    this.#take({ ...this.#sides, wanted: definition })
    if (this.isSaved() && !this.#running) return this.#become({ status: 'saved' })
    if (this.#state.status !== 'offline')
      this.#become({ status: this.#running ? 'saving' : 'dirty' })
    this.#plan(this.#delayMs)
  }

  /** The server has this revision now. */
  hear(revision: number): void {
    this.#heard = Math.max(this.#heard, revision)
    if (this.#heard > this.#revision && !this.#running) void this.#exchangeOnce()
  }

  /** Saves now, and reads what others changed; resolves when both are done or cannot be. */
  async flush(): Promise<void> {
    do await this.#exchangeOnce()
    while (this.#hasWork() && this.#mayGoOn())
  }

  /**
   * Saves, and asks the server what is wrong with the draft that is shown, which it says by itself
   * only of what this page has saved. Rejects when the server cannot be asked.
   */
  async check(): Promise<void> {
    do {
      await this.flush()
      if (this.#isChecked() || !this.isSaved()) return
      const { draftRevision, problems } = await this.#options.read()
      if (this.#revision === draftRevision && this.isSaved()) {
        this.#take({ ...this.#sides, base: this.#sides.wanted })
        this.#tell(problems)
      }
      this.#heard = Math.max(this.#heard, draftRevision)
    } while (this.#mayGoOn())
  }

  /** The server has this draft now: a version was restored. */
  adopt(definition: Definition, revision: number, problems: Problem[]): void {
    this.#revision = revision
    this.#heard = Math.max(this.#heard, revision)
    this.#unanswered = undefined
    this.#take({ base: definition, wanted: definition, conflicts: [] })
    this.#tell(problems)
    this.#become({ status: 'saved' })
  }

  /** Ends a conflict: the other person's value is shown, or this person's one is saved. */
  async settle(path: DraftPath, choice: 'mine' | 'theirs'): Promise<void> {
    const { base, wanted } = this.#sides
    const conflicts = this.#sides.conflicts.filter((one) => !isNear(one.path, path))
    if (choice === 'mine') this.#take({ base, wanted, conflicts })
    else {
      const definition = applyChanges(wanted, [copyOf(base, path)])
      this.#take({ base, wanted: definition, conflicts })
      this.#options.onReceived({ definition, recall: (before) => before, by: [] })
    }
    this.#become(this.#rest())
    await this.flush()
  }

  /** The latest revision of the draft of which this page has all changes. */
  revision(): number {
    return this.#revision
  }

  /** The draft of the server, as this page knows it. */
  base(): Definition {
    return this.#sides.base
  }

  state(): SaveState {
    return this.#state
  }

  isSaved(): boolean {
    const { base, wanted, conflicts } = this.#sides
    if (this.#unanswered || conflicts.length > 0) return false
    return base === wanted || differences(base, wanted).length === 0
  }

  /** Stops saving. A running save still ends. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  get #delayMs(): number {
    return this.#options.delayMs ?? 600
  }

  #hasWork(): boolean {
    if (this.#heard > this.#revision || this.#unanswered) return true
    return this.#sides.base !== this.#sides.wanted && savable(this.#sides).length > 0
  }

  /** Whether another exchange may succeed at once. */
  #mayGoOn(): boolean {
    return !this.#ended && this.#state.status !== 'offline' && this.#state.status !== 'failed'
  }

  /** One exchange with the server; when one is under way, its end. */
  async #exchangeOnce(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#running && this.#hasWork() && !this.#ended)
      this.#running = this.#exchange().finally(() => {
        this.#running = undefined
      })
    await this.#running
  }

  /** The state when no message is under way. */
  #rest(): SaveState {
    if (this.#sides.conflicts.length > 0 && !this.#hasWork()) return { status: 'conflict' }
    return { status: this.isSaved() ? 'saved' : 'dirty' }
  }

  #take(sides: Sides): void {
    const before = this.#sides.conflicts
    const conflicts = sides.conflicts.length > 0 ? openConflicts(sides) : sides.conflicts
    this.#sides = { ...sides, conflicts }
    if (conflicts.length > 0 || before.length > 0) this.#options.onConflicts(conflicts)
  }

  #become(next: SaveState): void {
    const before = this.#state
    this.#state = next
    // With each letter the page would be told what it knows.
    if (sameJson(before, next)) return
    if (!this.#ended) this.#options.onState(next)
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#exchangeOnce(), ms)
  }

  async #exchange(): Promise<void> {
    try {
      if (this.#heard > this.#revision && !this.#unanswered) await this.#pull()
      await this.#push()
    } catch (error) {
      return this.#refused(error)
    }
    this.#failures = 0
    this.#become(this.#rest())
    if (this.#hasWork()) this.#plan(this.#heard > this.#revision ? 0 : this.#delayMs)
  }

  /** Reads what others changed. */
  async #pull(): Promise<void> {
    const from = this.#revision
    const steps = await this.#options.since(from).catch(async (error: unknown) => {
      if (!isStale(error)) throw error
      return [await this.#wholeDraft()]
    })
    if (this.#revision === from) this.#receive(steps)
  }

  /** The difference to the whole draft, when the single changes are not known any more. */
  async #wholeDraft(): Promise<DraftStep> {
    const { draft, draftRevision, updatedBy } = await this.#options.read()
    return {
      revision: draftRevision,
      messageId: null,
      by: updatedBy ?? 'Somebody else',
      at: new Date().toISOString(),
      changes: differences(this.#sides.base, draft),
    }
  }

  #receive(steps: DraftStep[]): void {
    const newest = steps.at(-1)?.revision
    if (newest === undefined || newest <= this.#revision) return
    const { base } = this.#sides
    this.#take(receiveSteps(this.#sides, steps))
    this.#revision = newest
    this.#heard = Math.max(this.#heard, newest)
    this.#options.onReceived({
      definition: this.#sides.wanted,
      recall: (before) => recall(before, base, steps),
      by: [...new Set(steps.map(({ by }) => by))],
    })
  }

  /** Sends what this person changed. */
  async #push(): Promise<void> {
    this.#unanswered ??= this.#nextMessage()
    const message = this.#unanswered
    if (!message) return
    this.#become({ status: 'saving' })
    try {
      const answer = await this.#options.send(message)
      this.#stored(message, answer)
    } catch (error) {
      // A conflict says that the message was not stored, so it is made anew.
      if (isConflict(error) || !mayPass(error)) this.#unanswered = undefined
      if (!isConflict(error)) throw error
      const before = this.#revision
      await this.#pull()
      if (this.#revision === before) throw error
    }
  }

  #nextMessage(): Message | undefined {
    const changes = savable(this.#sides)
    if (changes.length === 0) return undefined
    return { messageId: randomId(), base: this.#revision, changes }
  }

  #stored(message: Message, { draftRevision, missed, problems }: DraftChanged): void {
    this.#unanswered = undefined
    this.#receive(missed)
    const { base, wanted, conflicts } = this.#sides
    const theirs = missed.flatMap(({ changes }) => changes)
    // They met nothing of the others, else the server had refused them.
    const stored = applyChanges(base, rebaseChanges(message.changes, theirs).changes)
    const isAll = differences(stored, wanted).length === 0
    // The page's own definition, so that what was found in it is known to be about it.
    this.#take({ base: isAll ? wanted : stored, wanted, conflicts })
    this.#revision = draftRevision
    this.#heard = Math.max(this.#heard, draftRevision)
    this.#tell(problems)
  }

  /** The server found these problems in the base. */
  #tell(problems: Problem[]): void {
    this.#checked = this.#sides.base
    if (!this.#ended) this.#options.onProblems(problems, this.#sides.base)
  }

  #isChecked(): boolean {
    return this.#checked === this.#sides.wanted
  }

  #refused(error: unknown): void {
    const message = error instanceof Error ? error.message : 'The draft could not be saved.'
    if (!mayPass(error)) return this.#become({ status: 'failed', message })
    this.#failures += 1
    this.#become({ status: 'offline', message })
    const { retryMs = 2000 } = this.#options
    this.#plan(Math.min(retryMs * 2 ** (this.#failures - 1), maxRetryMs))
  }
}

const maxRetryMs = 30_000

const isRefusedBy409 = (error: unknown, code: string): boolean =>
  error instanceof ApiFailure && error.status === 409 && error.code === code

/** The revision is too old: the changes since are not known any more. */
const isStale = (error: unknown): boolean => isRefusedBy409(error, 'version_conflict')

/** Others changed the same; what they changed has to be read. */
const isConflict = (error: unknown): boolean =>
  isStale(error) || isRefusedBy409(error, 'draft_conflict')

/** Whether the same request may succeed later: no connection, a busy or broken server. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}
