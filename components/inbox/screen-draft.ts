import { isConnectionFailure, untilNextTry } from '../forms/connection-failure.ts'
import { ApiFailure } from '#lib/http/client'

export type Data = Record<string, unknown>

/** What the server has of a person's draft. */
export type ServerDraft = { data: Data; revision: number }

/** What only this browser has: text that was not saved yet, and the revision it was typed over. */
export type LocalDraft = { data: Data; basedOn: number | null }

export type DraftState = {
  data: Data
  message: string
  /** Another tab saved something else: nothing is saved until one of the two is chosen. */
  conflict: boolean
}

export type DraftPorts = {
  save(data: Data, basedOn: number | null, leaving: boolean): Promise<{ revision: number }>
  /** The draft as the server has it now. */
  read(): Promise<ServerDraft | null>
  /** What was kept here before, the newest first. */
  local(): LocalDraft[]
  storeLocal(draft: LocalDraft): void
  /** Nothing is kept here any more, of this tab and of what it took over. */
  forgetLocal(): void
  isEqual(one: unknown, other: unknown): boolean
  onState(state: DraftState): void
  /** The screen is closed: somebody completed it, or it was cancelled. */
  onClosed(): void
}

const saveAfterMs = 800

const words = {
  saved: 'Draft saved.',
  restored: 'What you typed before is here again.',
  waiting: 'Not saved yet. It is kept in this browser and saved when the connection is back.',
  signedOut: 'Not saved: your session is over. Sign in again; what you typed is kept here.',
  refused: 'Not saved, but kept in this browser: ',
}

/**
 * What a person types on a screen. Each change is kept in the browser at once and saved as their
 * draft shortly after; what could not be saved is tried again until it is. Saves never overtake
 * each other, and never replace what another tab saved meanwhile.
 */
export function createScreenDraft(initial: Data, server: ServerDraft | null, ports: DraftPorts) {
  let state: DraftState = { data: server?.data ?? initial, message: '', conflict: false }
  let revision = server?.revision ?? null
  let dirty = false
  let lastSent: Data | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  let ended = false
  const stop = new AbortController()

  const show = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    ports.onState(state)
  }

  /** A refusal of a save that was based on an older draft: ours after all, or another tab's. */
  async function settleConflict(): Promise<void> {
    const theirs = await ports.read()
    if (theirs === null || ports.isEqual(theirs.data, lastSent)) {
      // Our own save, whose answer was lost.
      revision = theirs?.revision ?? null
      return
    }
    show({ conflict: true, message: '' })
  }

  /** One try. Answers whether another one is worth it. */
  async function trySave(leaving: boolean): Promise<boolean> {
    const { data } = state
    const before = lastSent
    try {
      const saved = await ports.save(data, revision, leaving)
      lastSent = data
      revision = saved.revision
      if (state.data !== data) return true
      dirty = false
      ports.forgetLocal()
      show({ message: words.saved })
      return false
    } catch (error) {
      // Whether it arrived is not known; what was sent before did, or was known.
      lastSent = isConnectionFailure(error) && error.status === 0 ? data : before
      if (isConnectionFailure(error)) {
        show({ message: words.waiting })
        return true
      }
      if (!(error instanceof ApiFailure)) throw error
      if (error.code === 'version_conflict') {
        await settleConflict()
        return !state.conflict
      }
      if (error.status === 401) show({ message: words.signedOut })
      else if (error.status === 409 || error.status === 404) ports.onClosed()
      else show({ message: words.refused + error.message })
      return false
    }
  }

  async function saveUntilSaved(leaving: boolean): Promise<void> {
    let failures = 0
    while (dirty && !state.conflict && !ended) {
      const again = await trySave(leaving).catch((error: unknown) => {
        // Asking for the other draft may fail as well.
        if (!isConnectionFailure(error)) throw error
        show({ message: words.waiting })
        return true
      })
      if (!again || leaving) return
      if (state.message !== words.waiting) continue
      failures += 1
      await untilNextTry(failures, stop.signal)
    }
  }

  function save(leaving = false): void {
    clearTimeout(timer)
    if (!dirty || state.conflict || ended) return
    // A save that waits for the connection goes on with the newest text by itself.
    saving ??= saveUntilSaved(leaving)
      .catch(() => undefined)
      .finally(() => {
        saving = undefined
      })
  }

  function change(data: Data, edited: boolean): void {
    show({ data })
    if (!edited) return
    dirty = true
    ports.storeLocal({ data, basedOn: revision })
    clearTimeout(timer)
    timer = setTimeout(save, saveAfterMs)
  }

  const [local] = ports.local()
  if (local && ports.isEqual(local.data, state.data)) ports.forgetLocal()
  else if (local) {
    dirty = true
    const conflict = local.basedOn !== revision
    state = { data: local.data, message: conflict ? '' : words.restored, conflict }
    ports.storeLocal(local)
    if (!conflict) timer = setTimeout(save, 0)
  }

  return {
    state: () => state,
    change,
    /** The page is being left: what is due is sent on the way out. */
    leave: () => save(true),
    /** Ends the choice between this text and the one that another tab saved. */
    async choose(which: 'this' | 'other'): Promise<void> {
      const other = await ports.read()
      revision = other?.revision ?? null
      if (which === 'this') {
        show({ conflict: false })
        ports.storeLocal({ data: state.data, basedOn: revision })
        save()
        return
      }
      dirty = false
      ports.forgetLocal()
      show({ conflict: false, data: other?.data ?? initial, message: '' })
    },
    /** Before the screen is completed: the save under way has ended, and none begins. */
    async settle(): Promise<void> {
      clearTimeout(timer)
      if (state.message !== words.waiting) await saving
    },
    /** Completing sends the same as a save does, and the server keeps it as the draft. */
    sent(data: Data): void {
      lastSent = data
    },
    /** It was not completed: saving goes on. */
    resume: () => save(),
    /** It was completed: nothing is kept, here either. */
    end(): void {
      ended = true
      clearTimeout(timer)
      stop.abort()
      ports.forgetLocal()
    },
    /** The page is gone; what could not be saved stays in the browser. */
    dispose(): void {
      save(true)
      ended = true
      stop.abort()
    },
  }
}
