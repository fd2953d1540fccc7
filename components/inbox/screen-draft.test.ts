import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import { ApiFailure } from '#lib/http/client'
import {
  ScreenDraft,
  type Data,
  type DraftPorts,
  type DraftState,
  type LocalDraft,
  type ServerDraft,
} from './screen-draft.ts'

const savedAt = '2026-11-23T14:05:00Z'
const lost = () => new ApiFailure(0, 'unreachable', 'The server cannot be reached.', {})
const stale = () => new ApiFailure(409, 'version_conflict', 'Another tab.', {})

let window: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  window = new EventTarget()
  vi.stubGlobal('window', window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server with one draft, and a browser's storage, which several tabs share. */
function world(before: ServerDraft | null = null) {
  const server = {
    draft: before,
    reached: true,
    answersLost: false,
    closed: false,
    saves: 0,
    hasRoom: true,
  }
  const browser: LocalDraft[] = []
  const tab = (seen = server.draft) => {
    let own: LocalDraft | undefined
    let state: DraftState | undefined
    const closed = vi.fn<() => void>()
    const discardOwn = () => {
      if (own && browser.includes(own)) browser.splice(browser.indexOf(own), 1)
      own = undefined
    }
    const ports: DraftPorts = {
      save: async (data: Data, basedOn: number | null) => {
        if (!server.reached) throw lost()
        if (server.closed) throw new ApiFailure(409, 'conflict', 'No longer open.', {})
        const { draft } = server
        if (draft && draft.revision !== basedOn && !isDeepStrictEqual(draft.data, data))
          throw stale()
        server.draft = { data, revision: (draft?.revision ?? 0) + 1, savedAt }
        server.saves++
        if (server.answersLost) throw lost()
        return server.draft
      },
      read: async () => {
        if (!server.reached) throw lost()
        return server.draft
      },
      local: () => {
        own = browser[0]
        return [...browser]
      },
      storeLocal: (draft) => {
        discardOwn()
        if (!server.hasRoom) return false
        own = draft
        browser.unshift(draft)
        return true
      },
      discardLocal: discardOwn,
      isEqual: isDeepStrictEqual,
      onState: (next) => {
        state = next
      },
      onClosed: closed,
    }
    const draft = new ScreenDraft({ comment: '' }, seen, ports)
    return Object.assign(draft, { shown: () => state ?? draft.state, closed })
  }
  return { server, browser, tab }
}
const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms)

describe('a draft of a screen', () => {
  it('is in the browser at once, and only on the server after a moment', async () => {
    const { server, browser, tab } = world()
    const one = tab()
    one.change({ comment: 'a' }, true)
    expect(browser).toEqual([{ data: { comment: 'a' }, basedOn: null }])
    await pass(1000)
    expect([server.draft?.data, browser]).toEqual([{ comment: 'a' }, []])
    expect(one.shown().message).toMatch(/^Saved · /)
    one.change({ comment: 'ab' }, true)
    expect(one.shown().message).toBe('')
  })

  it('is not made by what the form fills in by itself', async () => {
    const { server, browser, tab } = world()
    tab().change({ comment: '', urgency: 'routine' }, false)
    await pass(60_000)
    expect([server.saves, browser]).toEqual([0, []])
  })

  it('is sent again by itself when the connection comes back', async () => {
    const { server, browser, tab } = world()
    const one = tab()
    server.reached = false
    one.change({ comment: 'typed offline' }, true)
    await pass(100_000)
    expect(one.shown().message).toBe('Not saved yet: no connection, kept on this device')
    one.change({ comment: 'typed offline, and more' }, true)
    server.reached = true
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect([server.draft?.data, browser]).toEqual([{ comment: 'typed offline, and more' }, []])
  })

  it('says so when nothing keeps it but the page', async () => {
    const { server, tab } = world({ data: { comment: 'old' }, revision: 1, savedAt })
    const one = tab()
    expect(one.shown().message).toMatch(/^Saved · /)
    Object.assign(server, { reached: false, hasRoom: false })
    one.change({ comment: 'typed offline' }, true)
    await pass(1000)
    expect(one.shown().message).toBe('Not saved yet: no connection. Keep this page open.')
  })

  it('is tried again without an event that the connection is back', async () => {
    const { server, tab } = world()
    const one = tab()
    server.reached = false
    one.change({ comment: 'a' }, true)
    await pass(5000)
    server.reached = true
    await pass(30_000)
    expect(server.draft?.data).toEqual({ comment: 'a' })
    expect(one.shown().message).toMatch(/^Saved · /)
  })

  it('outlives the tab: the next one has it, and saves it', async () => {
    const { server, tab } = world({ data: { comment: 'old' }, revision: 3, savedAt })
    const one = tab()
    server.reached = false
    one.change({ comment: 'typed offline' }, true)
    await pass(1000)
    one.dispose()
    server.reached = true
    const two = tab()
    expect(two.state).toMatchObject({ data: { comment: 'typed offline' }, conflict: false })
    await pass(0)
    expect(server.draft).toEqual({ data: { comment: 'typed offline' }, revision: 4, savedAt })
  })

  it('knows its own save whose answer was lost', async () => {
    const { server, tab } = world()
    const one = tab()
    server.answersLost = true
    one.change({ comment: 'a' }, true)
    await pass(1000)
    server.answersLost = false
    one.change({ comment: 'ab' }, true)
    await pass(60_000)
    expect([one.shown().conflict, server.draft?.data]).toEqual([false, { comment: 'ab' }])
  })

  it('knows what it submitted with a refused completion', async () => {
    const { server, tab } = world()
    const one = tab()
    one.change({ comment: 'a' }, true)
    await pass(1000)
    one.sent({ comment: 'a', decision: 'yes' })
    // Like the server, before it checks whether the answer is valid.
    server.draft = { data: { comment: 'a', decision: 'yes' }, revision: 2, savedAt }
    one.change({ comment: 'b' }, true)
    await pass(1000)
    expect([one.shown().conflict, server.draft?.data]).toEqual([false, { comment: 'b' }])
  })

  it('overwrites nothing that another tab saved, until the person chooses', async () => {
    const { server, browser, tab } = world()
    const one = tab()
    const two = tab()
    one.change({ comment: 'one' }, true)
    await pass(1000)
    two.change({ comment: 'two' }, true)
    await pass(1000)
    expect([two.shown().conflict, server.draft?.data]).toEqual([true, { comment: 'one' }])
    two.change({ comment: 'two, and more' }, true)
    await pass(60_000)
    expect([server.draft?.data, browser]).toMatchObject([
      { comment: 'one' },
      [{ data: { comment: 'two, and more' } }],
    ])
    await two.choose('this')
    await pass(1000)
    expect([server.draft?.data, browser]).toEqual([{ comment: 'two, and more' }, []])
  })

  it('loads what another tab saved when the person chooses it', async () => {
    const { server, browser, tab } = world()
    const one = tab()
    const two = tab()
    one.change({ comment: 'one' }, true)
    await pass(1000)
    two.change({ comment: 'two' }, true)
    await pass(1000)
    await two.choose('other')
    expect(two.shown()).toMatchObject({ data: { comment: 'one' }, conflict: false })
    two.change({ comment: 'one, and more' }, true)
    await pass(1000)
    expect([server.draft?.data, browser]).toEqual([{ comment: 'one, and more' }, []])
  })

  it('asks also when the text of a closed tab is older than what was saved since', async () => {
    const { server, tab } = world()
    const one = tab()
    server.reached = false
    one.change({ comment: 'offline' }, true)
    await pass(1000)
    one.dispose()
    server.reached = true
    server.draft = { data: { comment: 'from the phone' }, revision: 1, savedAt }
    const two = tab()
    expect(two.state).toMatchObject({ data: { comment: 'offline' }, conflict: true })
    await pass(60_000)
    expect(server.draft.data).toEqual({ comment: 'from the phone' })
  })

  it('is gone from the browser when the screen is completed', async () => {
    const { server, browser, tab } = world()
    const one = tab()
    one.change({ comment: 'a' }, true)
    await one.settle()
    one.end()
    one.dispose()
    await pass(60_000)
    expect([server.saves, browser]).toEqual([0, []])
  })

  it('says so when the screen is closed, and keeps the text', async () => {
    const { server, browser, tab } = world()
    server.closed = true
    const one = tab()
    one.change({ comment: 'too late' }, true)
    await pass(1000)
    expect(one.closed).toHaveBeenCalledOnce()
    expect(browser).toEqual([{ data: { comment: 'too late' }, basedOn: null }])
  })
})
