import { formatTime } from '#components/shared/display/format'
import { isConnectionFailure, untilNextTry } from '../forms/connection-failure.ts'
import { ApiFailure } from '#lib/http/client'

export type Data = Record<string, unknown>

/** A person's draft on the server. */
export type ServerDraft = { data: Data; revision: number; savedAt: string }

/** Text that only this browser has, and the revision on which it is based (null: no draft). */
export type LocalDraft = { data: Data; basedOn: number | null }

export type DraftState = {
  data: Data
  message: string
  /** Another tab saved something else: nothing is saved until the person chooses one of the two. */
  conflict: boolean
}

/** The functions of the page that a draft needs. */
export type DraftPorts = {
  save(
    data: Data,
    basedOn: number | null,
    leaving: boolean,
  ): Promise<Pick<ServerDraft, 'revision' | 'savedAt'>>
  /** The current draft on the server. */
  read(): Promise<ServerDraft | null>
  /** The texts that this browser stored before, the newest first. */
  local(): LocalDraft[]
  /** False when the browser has no room, or keeps nothing. */
  storeLocal(draft: LocalDraft): boolean
  /** Deletes the texts that this tab stored or took over from others. */
  discardLocal(): void
  isEqual(one: unknown, other: unknown): boolean
  onState(state: DraftState): void
  /** The screen is closed: another person completed it, or it was cancelled. */
  onClosed(): void
}

/** The outcome of one try to save: `now` and `later` say when to try again. */
type NextTry = 'none' | 'now' | 'later'

const saveAfterMs = 800

const words = {
  saved: (at: string) => `Saved · ${formatTime(at)}`,
  restored: 'What you typed before is here again.',
  waiting: 'Not saved yet: no connection, kept on this device',
  waitingOnPage: 'Not saved yet: no connection. Keep this page open.',
  signedOut: 'Not saved: your session is over. Sign in again; it is kept on this device.',
  refused: 'Not saved, kept on this device: ',
}

/**
 * A person's input on a screen. Each change is stored in the browser at once and saved as their
 * draft on the server shortly after; failed saves are tried again until they succeed. Saves never
 * overtake each other, and never replace a newer save of another tab.
 */
export class ScreenDraft {
  #state: DraftState
  /** The revision of the server's draft that this text continues. */
  #revision: number | null
  /** Whether this browser stores the text: else it is lost with the page. */
  #isStored = false
  /** A save waits for the connection. */
  #waits = false
  /** Some changes may be missing on the server. */
  #dirty = false
  /** The data of the last try, which the server may have. */
  #lastSent: Data | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #ended = false
  readonly #stop = new AbortController()
  readonly #initial: Data
  readonly #ports: DraftPorts

  /** `initial` is the screen's initial data, `server` the draft of the server. */
  constructor(initial: Data, server: ServerDraft | null, ports: DraftPorts) {
    this.#initial = initial
    this.#ports = ports
    this.#revision = server?.revision ?? null
    const message = server ? words.saved(server.savedAt) : ''
    this.#state = { data: server?.data ?? initial, message, conflict: false }
    const [local] = ports.local()
    if (local) this.#restore(local)
  }

  get state(): DraftState {
    return this.#state
  }

  /** Takes the form's current data; `edited` when the person changed it, not the form itself. */
  change(data: Data, edited: boolean): void {
    if (!edited) return this.#show({ data })
    // What is said of the text before is not true of this one.
    this.#show(this.#waits ? { data } : { data, message: '' })
    this.#dirty = true
    this.#store(data)
    this.#saveSoon(saveAfterMs)
  }

  /** Ends the choice between this text and the one that another tab saved. */
  async choose(which: 'this' | 'other'): Promise<void> {
    const other = await this.#ports.read()
    this.#revision = other?.revision ?? null
    if (which === 'this') {
      this.#show({ conflict: false })
      this.#store(this.#state.data)
      this.#save()
      return
    }
    this.#dirty = false
    this.#ports.discardLocal()
    const message = other ? words.saved(other.savedAt) : ''
    this.#show({ conflict: false, data: other?.data ?? this.#initial, message })
  }

  /** Before the screen is completed: the running save ends, and no other starts. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#waits) await this.#saving
  }

  /**
   * Completing the screen sends its data as a save does, and the server stores them as the draft.
   */
  sent(data: Data): void {
    this.#lastSent = data
  }

  /** The screen was not completed: saving continues. */
  resume(): void {
    this.#save()
  }

  /** The person leaves the page: a due save is sent with the last request. */
  leave(): void {
    this.#save(true)
  }

  /** The screen was completed: nothing is stored any more, including in this browser. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#stop.abort()
    this.#ports.discardLocal()
  }

  /** The page was closed; unsaved text stays in the browser. */
  dispose(): void {
    this.#save(true)
    this.#ended = true
    this.#stop.abort()
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    this.#ports.onState(this.#state)
  }

  /** Continues with text that this browser stored before. */
  #restore(local: LocalDraft): void {
    if (this.#ports.isEqual(local.data, this.#state.data)) {
      this.#ports.discardLocal()
      return
    }
    const conflict = local.basedOn !== this.#revision
    this.#dirty = true
    this.#state = { data: local.data, message: conflict ? '' : words.restored, conflict }
    this.#isStored = this.#ports.storeLocal(local)
    if (!conflict) this.#saveSoon(0)
  }

  #store(data: Data): void {
    this.#isStored = this.#ports.storeLocal({ data, basedOn: this.#revision })
  }

  /** Nothing was refused: the same may succeed later. */
  #wait(): NextTry {
    this.#waits = true
    this.#show({ message: this.#isStored ? words.waiting : words.waitingOnPage })
    return 'later'
  }

  #saveSoon(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#save(), ms)
  }

  #save(leaving = false): void {
    clearTimeout(this.#timer)
    if (!this.#dirty || this.#state.conflict || this.#ended) return
    // A save that waits for the connection will send the newest text.
    this.#saving ??= this.#saveUntilSaved(leaving)
      .catch(() => undefined)
      .finally(() => {
        this.#saving = undefined
      })
  }

  async #saveUntilSaved(leaving: boolean): Promise<void> {
    let failures = 0
    while (this.#dirty && !this.#state.conflict && !this.#ended) {
      const next = await this.#trySave(leaving)
      if (next === 'none' || leaving) return
      if (next === 'now') continue
      failures += 1
      await untilNextTry(failures, this.#stop.signal)
    }
  }

  async #trySave(leaving: boolean): Promise<NextTry> {
    const { data } = this.#state
    const before = this.#lastSent
    try {
      const saved = await this.#ports.save(data, this.#revision, leaving)
      return this.#saved(data, saved)
    } catch (error) {
      // It is unknown whether this save arrived; earlier ones did, or their outcome is known.
      this.#lastSent = isConnectionFailure(error) && error.status === 0 ? data : before
      return await this.#failed(error)
    }
  }

  #saved(data: Data, { revision, savedAt }: Pick<ServerDraft, 'revision' | 'savedAt'>): NextTry {
    this.#waits = false
    this.#lastSent = data
    this.#revision = revision
    if (this.#state.data !== data) return 'now'
    this.#dirty = false
    this.#ports.discardLocal()
    this.#show({ message: words.saved(savedAt) })
    return 'none'
  }

  async #failed(error: unknown): Promise<NextTry> {
    if (isConnectionFailure(error)) return this.#wait()
    this.#waits = false
    if (!(error instanceof ApiFailure)) throw error
    if (error.code === 'version_conflict') return await this.#settleConflict()
    if (error.status === 401) this.#show({ message: words.signedOut })
    else if (error.status === 409 || error.status === 404) this.#ports.onClosed()
    else this.#show({ message: words.refused + error.message })
    return 'none'
  }

  /** A save was based on an older draft: the newer one may be our own, or another tab's. */
  async #settleConflict(): Promise<NextTry> {
    let theirs: ServerDraft | null
    try {
      theirs = await this.#ports.read()
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      return this.#wait()
    }
    if (theirs === null || this.#ports.isEqual(theirs.data, this.#lastSent)) {
      // Our own save, whose answer was lost.
      this.#revision = theirs?.revision ?? null
      return 'now'
    }
    this.#show({ conflict: true, message: '' })
    return 'none'
  }
}
