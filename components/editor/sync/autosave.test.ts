import { array, assert, asyncProperty, constantFrom, nat, tuple } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftChanged, DraftStep } from '#lib/contracts/workflows/drafts'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { applyChanges, valueAt } from '#lib/domain/workflow/draft-changes/apply-changes'
import type { DraftChange } from '#lib/domain/workflow/draft-changes/change'
import { rebaseChanges } from '#lib/domain/workflow/draft-changes/rebase-changes'
import { ApiFailure } from '#lib/http/client'
import { Autosave, type DraftConflict, type Received, type SaveState } from './autosave.ts'

type Sent = { messageId: string; base: number; changes: DraftChange[] }

const step = (id: string, title = id): Step => ({ id, type: 'note', title, after: [], config: {} })
const first: Definition = { ...emptyDefinition, steps: [step('a'), step('b'), step('c')] }
const refusal = (code: string) => new ApiFailure(409, code, code, {})

/** A server in memory, which merges as the real one does. */
class Server {
  draft = first
  revision = 1
  log: DraftStep[] = []

  since(revision: number): DraftStep[] {
    const steps = this.log.filter((one) => one.revision > revision)
    if (steps.length !== this.revision - revision) throw refusal('version_conflict')
    return steps
  }

  change(by: string, { messageId, base, changes }: Sent): DraftChanged {
    const known = this.log.find((one) => one.messageId === messageId)
    const missed = this.since(base).filter(({ revision }) => !known || revision < known.revision)
    if (known) return { draftRevision: known.revision, missed, problems: [] }
    const theirs = missed.flatMap((one) => one.changes)
    const rebased = rebaseChanges(changes, theirs)
    if (rebased.conflicts.length > 0) throw refusal('draft_conflict')
    this.draft = applyChanges(this.draft, rebased.changes)
    this.revision += 1
    const at = ''
    this.log.push({ revision: this.revision, messageId, by, at, changes: rebased.changes })
    return { draftRevision: this.revision, missed, problems: [] }
  }
}

/** A page with the draft open. `faults`: what becomes of its next messages. */
function open(server: Server, name: string) {
  const sent: Sent[] = []
  const states: SaveState['status'][] = []
  const faults: ('lost' | 'answer lost' | Error)[] = []
  const page = { definition: server.draft, checked: server.draft, conflicts: [] as DraftConflict[] }
  const received: Received[] = []
  const autosave = new Autosave({
    definition: server.draft,
    revision: server.revision,
    send: async (message) => {
      sent.push(message)
      const fault = faults.shift()
      if (fault instanceof Error) throw fault
      if (fault === 'lost') throw new ApiFailure(0, 'unreachable', 'gone', {})
      await Promise.resolve()
      const answer = server.change(name, structuredClone(message))
      if (fault === 'answer lost') throw new ApiFailure(0, 'unreachable', 'gone', {})
      return answer
    },
    since: async (revision) => await Promise.resolve(server.since(revision)),
    read: async () =>
      await Promise.resolve({
        draft: server.draft,
        draftRevision: server.revision,
        updatedBy: 'Kim',
        problems: [],
      }),
    onState: (state) => states.push(state.status),
    onConflicts: (conflicts) => {
      page.conflicts = conflicts
    },
    onProblems: (_problems, definition) => {
      page.checked = definition
    },
    onReceived: (news) => {
      received.push(news)
      page.definition = news.definition
    },
  })
  const change = (...changes: DraftChange[]) => {
    page.definition = applyChanges(page.definition, changes)
    autosave.changed(page.definition)
  }
  const rename = (id: string, title: string) =>
    change({ kind: 'set', path: ['steps', id, 'title'], to: title })
  return { autosave, change, rename, sent, states, faults, page, received }
}

const titles = ({ steps }: Definition) => Object.fromEntries(steps.map((s) => [s.id, s.title]))

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends what changed, once, within a second of the last change', async () => {
    const { autosave, rename, sent } = open(new Server(), 'Ann')
    rename('a', 'x')
    await vi.advanceTimersByTimeAsync(300)
    rename('a', 'xy')
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toMatchObject([
      { base: 1, changes: [{ kind: 'set', path: ['steps', 'a', 'title'], to: 'xy' }] },
    ])
    expect(autosave.state().status).toBe('saved')
    expect(autosave.revision()).toBe(2)
  })

  it('sends a message again with its id until it is answered, and it is stored once', async () => {
    const server = new Server()
    const { autosave, rename, sent, states, faults } = open(server, 'Ann')
    faults.push('answer lost', 'lost')
    rename('a', 'x')
    await vi.advanceTimersByTimeAsync(700)
    expect(autosave.state().status).toBe('offline')
    rename('b', 'y')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states.at(-1)).toBe('saved')
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]).toEqual(sent[0])
    expect(server.log).toHaveLength(2)
    expect(titles(server.draft)).toMatchObject({ a: 'x', b: 'y' })
  })

  it('takes what others changed, while this person changes something else', async () => {
    const server = new Server()
    const ann = open(server, 'Ann')
    const ben = open(server, 'Ben')
    ann.rename('a', 'by Ann')
    ben.rename('b', 'by Ben')
    await vi.advanceTimersByTimeAsync(700)
    ann.autosave.hear(server.revision)
    await vi.advanceTimersByTimeAsync(700)
    const both = { a: 'by Ann', b: 'by Ben' }
    for (const one of [server.draft, ann.page.definition, ben.page.definition])
      expect(titles(one)).toMatchObject(both)
    expect([ann.autosave.isSaved(), ben.autosave.isSaved()]).toEqual([true, true])
    const before = ann.received.at(-1)?.recall(first)
    expect(before && titles(before)).toEqual({ a: 'a', b: 'by Ben', c: 'c' })
  })

  it('asks the server what is wrong with a draft that others changed last', async () => {
    const server = new Server()
    const ann = open(server, 'Ann')
    const ben = open(server, 'Ben')
    ann.rename('a', 'by Ann')
    await ann.autosave.check()
    ben.autosave.hear(server.revision)
    await vi.advanceTimersByTimeAsync(0)
    expect(titles(ben.page.definition)).toMatchObject({ a: 'by Ann' })
    expect(ben.page.checked).not.toBe(ben.page.definition)
    // What Ann does meanwhile is not heard of yet, and is checked, too.
    ann.rename('b', 'by Ann, too')
    await ann.autosave.check()
    await ben.autosave.check()
    expect(titles(ben.page.definition)).toMatchObject({ a: 'by Ann', b: 'by Ann, too' })
    expect(ben.page.checked).toBe(ben.page.definition)
    expect(ben.sent).toEqual([])
  })

  it('keeps both values of a place that two people changed until one chooses', async () => {
    for (const [choice, result] of [
      ['mine', 'by Ben'],
      ['theirs', 'by Ann'],
    ] as const) {
      const server = new Server()
      const ann = open(server, 'Ann')
      const ben = open(server, 'Ben')
      ann.rename('a', 'by Ann')
      await ann.autosave.flush()
      ben.rename('a', 'by Ben')
      ben.rename('b', 'also by Ben')
      await ben.autosave.flush()
      expect(ben.page.conflicts).toEqual([{ path: ['steps', 'a', 'title'], by: 'Ann' }])
      expect(ben.autosave.state().status).toBe('conflict')
      expect(titles(ben.page.definition)['a']).toBe('by Ben')
      expect(titles(server.draft)).toMatchObject({ a: 'by Ann', b: 'also by Ben' })
      await ben.autosave.settle(['steps', 'a', 'title'], choice)
      expect(ben.page.conflicts).toEqual([])
      expect(titles(ben.page.definition)['a']).toBe(result)
      expect(titles(server.draft)['a']).toBe(result)
      expect(ben.autosave.isSaved()).toBe(true)
    }
  })

  it('keeps a step that somebody else removed while this person changed it', async () => {
    const server = new Server()
    const ann = open(server, 'Ann')
    const ben = open(server, 'Ben')
    ann.change({ kind: 'remove', path: ['steps', 'b'] })
    await ann.autosave.flush()
    ben.rename('b', 'still needed')
    await ben.autosave.flush()
    expect(ben.page.conflicts).toEqual([{ path: ['steps', 'b'], by: 'Ann' }])
    expect(ben.page.definition.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    await ben.autosave.settle(['steps', 'b'], 'mine')
    expect(server.draft.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(valueAt(server.draft, ['steps', 'b', 'title'])).toBe('still needed')
  })

  it('reads the whole draft when the changes since are not known any more', async () => {
    const server = new Server()
    const ann = open(server, 'Ann')
    ann.rename('a', 'by Ann')
    server.draft = applyChanges(first, [{ kind: 'set', path: ['steps', 'b', 'title'], to: 'new' }])
    server.revision = 5000
    await ann.autosave.flush()
    expect(titles(server.draft)).toMatchObject({ a: 'by Ann', b: 'new' })
    expect(titles(ann.page.definition)).toMatchObject({ a: 'by Ann', b: 'new' })
  })

  it('takes the server’s draft as saved', async () => {
    const server = new Server()
    const { autosave, sent } = open(server, 'Ann')
    autosave.adopt({ ...first, steps: [] }, 9, [])
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toEqual([])
    expect(autosave.revision()).toBe(9)
  })

  it('does not hammer a draft that is refused; the next change tries again', async () => {
    const { autosave, rename, sent, faults } = open(new Server(), 'Ann')
    faults.push(new ApiFailure(400, 'invalid_request', 'bad', {}))
    rename('a', 'x')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(autosave.state()).toEqual({ status: 'failed', message: 'bad' })
    expect(sent).toHaveLength(1)
    rename('a', 'y')
    await vi.advanceTimersByTimeAsync(700)
    expect(autosave.state().status).toBe('saved')
  })

  it('ends with the same draft everywhere, whatever three people do and lose', async () => {
    const act = tuple(
      nat(2),
      constantFrom('rename', 'remove', 'add', 'move', 'flush', 'hear', 'lost', 'answer lost'),
      constantFrom('a', 'b', 'c', 'd'),
      nat(9),
    )
    const play = async (acts: [number, string, string, number][]) => {
      const server = new Server()
      const people = ['Ann', 'Ben', 'Cid'].map((name) => open(server, name))
      for (const [who, what, id, n] of acts) {
        const person = people[who]
        if (!person) continue
        if (what === 'rename') person.rename(id, `${n}`)
        if (what === 'remove') person.change({ kind: 'remove', path: ['steps', id] })
        if (what === 'add' && !person.page.definition.steps.some((one) => one.id === id))
          person.change({ kind: 'set', path: ['steps', id], to: step(id), behind: null })
        if (what === 'move') person.change({ kind: 'move', step: id, behind: null })
        if (what === 'lost' || what === 'answer lost') person.faults.push(what)
        if (what === 'flush') await person.autosave.flush()
        if (what === 'hear') person.autosave.hear(server.revision)
      }
      // Everybody's connection is back, and everybody keeps what they have themselves.
      for (let round = 0; round < 4; round += 1)
        for (const person of people) {
          person.faults.length = 0
          person.autosave.hear(server.revision)
          await vi.advanceTimersByTimeAsync(61_000)
          for (const { path } of person.page.conflicts) await person.autosave.settle(path, 'mine')
          await person.autosave.flush()
        }
      for (const { page, autosave } of people) {
        expect(page.conflicts).toEqual([])
        expect(autosave.isSaved()).toBe(true)
        expect(page.definition).toEqual(server.draft)
      }
    }
    await assert(asyncProperty(array(act, { maxLength: 40 }), play), { numRuns: 150 })
  })
})
