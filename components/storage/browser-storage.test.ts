import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A Storage like that of browsers: keys are its own properties. */
function storage(): Storage {
  const own: Record<string, string> = {}
  const actions: Record<string, unknown> = {
    getItem: (key: string) => own[key] ?? null,
    setItem: (key: string, text: string) => {
      own[key] = text
    },
    removeItem: (key: string) => void delete own[key],
  }
  return new Proxy({} as Storage, {
    get: (_target, name: string) => actions[name],
    ownKeys: () => Object.keys(own),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

let tab: Storage
let browser: Storage
beforeEach(() => {
  tab = storage()
  browser = storage()
  vi.stubGlobal('window', { sessionStorage: tab, localStorage: browser })
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const memory = async () => await import('./browser-storage.ts')

it('stores for one person what no other person reads', async () => {
  const { store, load } = await memory()
  store('tab', 'org.wanda', 'form.intake', { patient: 'Secret' })
  expect(load('tab', 'org.wanda', 'form.intake')).toEqual({ patient: 'Secret' })
  expect(load('tab', 'org.omar', 'form.intake')).toBeUndefined()
  expect(load('browser', 'org.wanda', 'form.intake')).toBeUndefined()
})

it('deletes data of other people at sign-in, including that of older versions', async () => {
  const { store, load, discardOthers, anyUser } = await memory()
  store('tab', 'org.wanda', 'form.intake', 1)
  store('browser', 'org.wanda', 'draft.1', 1)
  store('tab', 'org.omar', 'form.intake', 2)
  store('browser', 'other.omar', 'draft.2', 4)
  store('tab', anyUser, 'form.shared', 3)
  tab.setItem('rounds.form.intake', '{"patient":"Secret"}')
  tab.setItem('theme', 'dark')
  discardOthers('org.omar')
  expect(Object.keys(tab)).toEqual([
    'rounds.org.omar.form.intake',
    'rounds.anybody.form.shared',
    'theme',
  ])
  // Input of the same person in another organization.
  expect(Object.keys(browser)).toEqual(['rounds.other.omar.draft.2'])
  expect(load('tab', 'org.omar', 'form.intake')).toBe(2)
})

it('signing out removes everything, and keeps nothing that is saved on the way out', async () => {
  const { store, discardAll, anyUser } = await memory()
  store('tab', 'org.wanda', 'form.intake', 1)
  store('tab', anyUser, 'form.shared', 1)
  store('browser', 'org.wanda', 'draft.1', 1)
  browser.setItem('theme', 'dark')
  discardAll()
  expect(store('browser', 'org.wanda', 'draft.1', 2)).toBe(false)
  expect([Object.keys(tab), Object.keys(browser)]).toEqual([[], ['theme']])
})

it('tells other tabs, which forget too', async () => {
  const { onSignedOutElsewhere } = await memory()
  tab.setItem('rounds.org.wanda.form.intake', '{}')
  const left = vi.fn<() => void>()
  const stop = onSignedOutElsewhere(left)
  const channel = new BroadcastChannel('rounds.signed-out')
  channel.postMessage('signed out')
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce())
  expect(Object.keys(tab)).toEqual([])
  channel.close()
  stop()
})

it('sends the page that signs out nowhere else', async () => {
  const { onSignedOutElsewhere, discardAll } = await memory()
  const heard = vi.fn<() => void>()
  const own = vi.fn<() => void>()
  const stop = onSignedOutElsewhere(own)
  const another = new BroadcastChannel('rounds.signed-out')
  another.onmessage = heard
  discardAll()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  expect(own).not.toHaveBeenCalled()
  another.close()
  stop()
})

it('lists what is kept under one name, the newest first, for three days', async () => {
  vi.useFakeTimers()
  const { store, loadAll, load, discardOthers } = await memory()
  store('browser', 'o.w', 'draft.1.a', 'older')
  vi.setSystemTime(Date.now() + 1000)
  store('browser', 'o.w', 'draft.1.b', 'newer')
  store('browser', 'o.w', 'draft.2.a', 'of another')
  expect(loadAll('browser', 'o.w', 'draft.1.')).toEqual([
    { what: 'draft.1.b', value: 'newer' },
    { what: 'draft.1.a', value: 'older' },
  ])
  vi.setSystemTime(Date.now() + 73 * 3_600_000)
  expect(load('browser', 'o.w', 'draft.1.b')).toBeUndefined()
  discardOthers('o.w')
  expect(Object.keys(browser)).toEqual([])
})

it('forgets what a tab kept for longer than a session rests', async () => {
  vi.useFakeTimers()
  const { store, load } = await memory()
  store('tab', 'o.w', 'form.intake', 1)
  vi.setSystemTime(Date.now() + 11 * 3_600_000)
  expect(load('tab', 'o.w', 'form.intake')).toBe(1)
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  expect(load('tab', 'o.w', 'form.intake')).toBeUndefined()
})

it('goes on without storage, and with one that is full', async () => {
  const { store, load } = await memory()
  const refuse = (): never => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  vi.stubGlobal('window', { sessionStorage: { setItem: refuse, getItem: () => null } })
  expect(store('tab', 'o.w', 'x', 1)).toBe(false)
  vi.stubGlobal('window', Object.defineProperty({}, 'sessionStorage', { get: refuse }))
  expect([store('tab', 'o.w', 'x', 1), load('tab', 'o.w', 'x')]).toEqual([false, undefined])
})
