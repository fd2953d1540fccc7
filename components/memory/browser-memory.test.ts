import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A Storage as browsers have it: keys are its own properties. */
function storage(): Storage {
  const own: Record<string, string> = {}
  const acts: Record<string, unknown> = {
    getItem: (key: string) => own[key] ?? null,
    setItem: (key: string, text: string) => void (own[key] = text),
    removeItem: (key: string) => void delete own[key],
  }
  return new Proxy({} as Storage, {
    get: (_target, name: string) => acts[name],
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
const memory = async () => await import('./browser-memory.ts')

it('keeps for one person what nobody else reads', async () => {
  const { keep, recall } = await memory()
  keep('tab', 'org.wanda', 'form.intake', { patient: 'Secret' })
  expect(recall('tab', 'org.wanda', 'form.intake')).toEqual({ patient: 'Secret' })
  expect(recall('tab', 'org.omar', 'form.intake')).toBeUndefined()
  expect(recall('browser', 'org.wanda', 'form.intake')).toBeUndefined()
})

it('removes what is of others when somebody signs in, also what older versions kept', async () => {
  const { keep, recall, forgetOthers, anybody } = await memory()
  keep('tab', 'org.wanda', 'form.intake', 1)
  keep('browser', 'org.wanda', 'draft.1', 1)
  keep('tab', 'org.omar', 'form.intake', 2)
  keep('browser', 'other.omar', 'draft.2', 4)
  keep('tab', anybody, 'form.shared', 3)
  tab.setItem('rounds.form.intake', '{"patient":"Secret"}')
  tab.setItem('theme', 'dark')
  forgetOthers('org.omar')
  expect(Object.keys(tab)).toEqual([
    'rounds.org.omar.form.intake',
    'rounds.anybody.form.shared',
    'theme',
  ])
  // What they typed in another organization of theirs.
  expect(Object.keys(browser)).toEqual(['rounds.other.omar.draft.2'])
  expect(recall('tab', 'org.omar', 'form.intake')).toBe(2)
})

it('signing out removes everything, and keeps nothing that is saved on the way out', async () => {
  const { keep, forgetEverything, anybody } = await memory()
  keep('tab', 'org.wanda', 'form.intake', 1)
  keep('tab', anybody, 'form.shared', 1)
  keep('browser', 'org.wanda', 'draft.1', 1)
  browser.setItem('theme', 'dark')
  forgetEverything()
  expect(keep('browser', 'org.wanda', 'draft.1', 2)).toBe(false)
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
  const { onSignedOutElsewhere, forgetEverything } = await memory()
  const heard = vi.fn<() => void>()
  const own = vi.fn<() => void>()
  const stop = onSignedOutElsewhere(own)
  const another = new BroadcastChannel('rounds.signed-out')
  another.onmessage = heard
  forgetEverything()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  expect(own).not.toHaveBeenCalled()
  another.close()
  stop()
})

it('lists what is kept under one name, the newest first, for three days', async () => {
  vi.useFakeTimers()
  const { keep, recallAll, recall, forgetOthers } = await memory()
  keep('browser', 'o.w', 'draft.1.a', 'older')
  vi.setSystemTime(Date.now() + 1000)
  keep('browser', 'o.w', 'draft.1.b', 'newer')
  keep('browser', 'o.w', 'draft.2.a', 'of another')
  expect(recallAll('browser', 'o.w', 'draft.1.')).toEqual([
    { what: 'draft.1.b', value: 'newer' },
    { what: 'draft.1.a', value: 'older' },
  ])
  vi.setSystemTime(Date.now() + 73 * 3_600_000)
  expect(recall('browser', 'o.w', 'draft.1.b')).toBeUndefined()
  forgetOthers('o.w')
  expect(Object.keys(browser)).toEqual([])
})

it('forgets what a tab kept for longer than a session rests', async () => {
  vi.useFakeTimers()
  const { keep, recall } = await memory()
  keep('tab', 'o.w', 'form.intake', 1)
  vi.setSystemTime(Date.now() + 11 * 3_600_000)
  expect(recall('tab', 'o.w', 'form.intake')).toBe(1)
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  expect(recall('tab', 'o.w', 'form.intake')).toBeUndefined()
})

it('goes on without storage, and with one that is full', async () => {
  const { keep, recall } = await memory()
  const refuse = (): never => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  vi.stubGlobal('window', { sessionStorage: { setItem: refuse, getItem: () => null } })
  expect(keep('tab', 'o.w', 'x', 1)).toBe(false)
  vi.stubGlobal('window', Object.defineProperty({}, 'sessionStorage', { get: refuse }))
  expect([keep('tab', 'o.w', 'x', 1), recall('tab', 'o.w', 'x')]).toEqual([false, undefined])
})
