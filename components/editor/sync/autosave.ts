import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { ApiFailure } from '#lib/http/client'

export type Conflict = {
  currentRevision: number
  updatedBy: string | null
  updatedAt: string | null
}

/**
 * Where the draft stands. `dirty`: a save is due · `saving` · `offline`: the server cannot be
 * reached, tried again by itself · `conflict`: somebody else saved in between, a person decides ·
 * `failed`: refused; the next change tries again.
 */
export type SaveState =
  | { status: 'saved' | 'dirty' | 'saving' }
  | { status: 'offline' | 'failed'; message: string }
  | { status: 'conflict'; conflict: Conflict }

type Options = {
  definition: Definition
  revision: number
  /** Sends the draft with the revision that it is based on. */
  save(
    definition: Definition,
    revision: number,
  ): Promise<{ draftRevision: number; problems: Problem[] }>
  onState(state: SaveState): void
  /** What the server found in exactly this definition. */
  onProblems(problems: Problem[], definition: Definition): void
  delayMs?: number
  retryMs?: number
}

/**
 * Saves the draft a moment after each change. One save is under way at a time, and always the
 * newest definition is sent next, so saves can neither overtake each other nor pile up. A 409 stops
 * everything until a person has chosen.
 */
export function createAutosave({
  save,
  onState,
  onProblems,
  delayMs = 600,
  retryMs = 2000,
  ...start
}: Options) {
  let revision = start.revision
  let saved = start.definition
  let wanted = start.definition
  let state: SaveState = { status: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let ended = false

  const become = (next: SaveState) => {
    state = next
    if (!ended) onState(next)
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void push(), ms)
  }

  function push(): Promise<void> {
    clearTimeout(timer)
    if (running)
      return running.then(() =>
        wanted === saved || state.status === 'conflict' ? undefined : push(),
      )
    if (wanted === saved || state.status === 'conflict' || ended) return Promise.resolve()
    const sent = wanted
    become({ status: 'saving' })
    running = save(sent, revision)
      .then((answer) => {
        revision = answer.draftRevision
        saved = sent
        failures = 0
        if (!ended) onProblems(answer.problems, sent)
        become({ status: wanted === saved ? 'saved' : 'dirty' })
        if (wanted !== saved) plan(delayMs)
      }, refused)
      .finally(() => {
        running = undefined
      })
    return running
  }

  function refused(error: unknown): void {
    const message = error instanceof Error ? error.message : 'The draft could not be saved.'
    const failure = error instanceof ApiFailure ? error : undefined
    if (failure?.status === 409 && failure.code === 'version_conflict') {
      const { currentRevision, updatedBy, updatedAt } = failure.details as Partial<Conflict>
      return become({
        status: 'conflict',
        conflict: {
          currentRevision: currentRevision ?? revision,
          updatedBy: updatedBy ?? null,
          updatedAt: updatedAt ?? null,
        },
      })
    }
    if (!failure || failure.status === 0 || failure.status >= 500 || failure.status === 429) {
      failures += 1
      become({ status: 'offline', message })
      return plan(Math.min(retryMs * 2 ** (failures - 1), 30_000))
    }
    become({ status: 'failed', message })
  }

  return {
    /** The definition changed. */
    changed(definition: Definition): void {
      wanted = definition
      if (state.status === 'conflict') return
      if (definition === saved && !running) return become({ status: 'saved' })
      if (state.status !== 'offline') become({ status: running ? 'saving' : 'dirty' })
      plan(delayMs)
    },
    /** Saves now; resolves when it is saved, refused or in conflict. */
    flush: push,
    /** The draft on the server is this one now (theirs was loaded, a version restored). */
    adopt(definition: Definition, newRevision: number, problems: Problem[]): void {
      onProblems(problems, definition)
      revision = newRevision
      saved = definition
      wanted = definition
      become({ status: 'saved' })
    },
    /** Saves mine over theirs. */
    overwrite(): Promise<void> {
      if (state.status !== 'conflict') return Promise.resolve()
      revision = state.conflict.currentRevision
      become({ status: 'dirty' })
      return push()
    },
    revision: (): number => revision,
    state: (): SaveState => state,
    isSaved: (): boolean => wanted === saved,
    end(): void {
      ended = true
      clearTimeout(timer)
    },
  }
}
export type Autosave = ReturnType<typeof createAutosave>
