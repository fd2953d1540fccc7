import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { ApiFailure } from '#lib/http/client'
import { Autosave, type SaveState } from './autosave.ts'

const draft = (zone: string): Definition => ({ ...emptyDefinition, settings: { timeZone: zone } })

function setUp() {
  const sent: { zone: string | undefined; revision: number }[] = []
  const states: SaveState['status'][] = []
  const answers: ((revision: number) => Promise<{ draftRevision: number; problems: [] }>)[] = []
  const autosave = new Autosave({
    definition: draft('start'),
    revision: 1,
    save: (definition, revision) => {
      sent.push({ zone: definition.settings.timeZone, revision })
      return (
        answers.shift()?.(revision) ??
        Promise.resolve({ draftRevision: revision + 1, problems: [] })
      )
    },
    onState: (state) => states.push(state.status),
    onProblems: () => undefined,
  })
  return { autosave, sent, states, answers }
}

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('saves the newest draft once, within a second of the last change', async () => {
    const { autosave, sent } = setUp()
    autosave.changed(draft('a'))
    await vi.advanceTimersByTimeAsync(300)
    autosave.changed(draft('b'))
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toEqual([{ zone: 'b', revision: 1 }])
    expect(autosave.state().status).toBe('saved')
    expect(autosave.revision()).toBe(2)
  })

  it('never has two saves under way, and sends what came in between after the first', async () => {
    const { autosave, sent, answers } = setUp()
    let finish: (() => void) | undefined
    answers.push(
      (revision) =>
        new Promise((resolve) => {
          finish = () => resolve({ draftRevision: revision + 1, problems: [] })
        }),
    )
    autosave.changed(draft('a'))
    await vi.advanceTimersByTimeAsync(700)
    autosave.changed(draft('b'))
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(1)
    finish?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual([
      { zone: 'a', revision: 1 },
      { zone: 'b', revision: 2 },
    ])
  })

  it('says so when the server is gone, and tries again by itself', async () => {
    const { autosave, sent, states, answers } = setUp()
    const gone = () => Promise.reject(new ApiFailure(0, 'unreachable', 'gone', {}))
    answers.push(gone, gone)
    autosave.changed(draft('a'))
    await vi.advanceTimersByTimeAsync(700)
    expect(autosave.state().status).toBe('offline')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(3)
    expect(states.at(-1)).toBe('saved')
  })

  it('stops at a conflict until a person has chosen, then overwrites what that person saw', async () => {
    const { autosave, sent, answers } = setUp()
    answers.push(() =>
      Promise.reject(
        new ApiFailure(409, 'version_conflict', 'changed', {
          currentRevision: 7,
          updatedBy: 'Kim',
          updatedAt: null,
        }),
      ),
    )
    autosave.changed(draft('a'))
    await vi.advanceTimersByTimeAsync(700)
    expect(autosave.state()).toEqual({
      status: 'conflict',
      conflict: { currentRevision: 7, updatedBy: 'Kim', updatedAt: null },
    })
    autosave.changed(draft('b'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    await autosave.overwrite()
    expect(sent.at(-1)).toEqual({ zone: 'b', revision: 7 })
    expect(autosave.isSaved()).toBe(true)
  })

  it('takes the server’s draft as saved', async () => {
    const { autosave, sent } = setUp()
    autosave.adopt(draft('theirs'), 9, [])
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toEqual([])
    autosave.changed(draft('next'))
    await vi.advanceTimersByTimeAsync(700)
    expect(sent).toEqual([{ zone: 'next', revision: 9 }])
  })

  it('does not hammer a draft that is refused; the next change tries again', async () => {
    const { autosave, sent, answers } = setUp()
    answers.push(() => Promise.reject(new ApiFailure(400, 'invalid_request', 'bad', {})))
    autosave.changed(draft('a'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(autosave.state()).toEqual({ status: 'failed', message: 'bad' })
    expect(sent).toHaveLength(1)
    autosave.changed(draft('b'))
    await vi.advanceTimersByTimeAsync(700)
    expect(autosave.state().status).toBe('saved')
  })
})
