/**
 * What a page keeps in this browser for one person: what they typed and did not send yet. It may
 * hold patients' data, so every key names the organization and the person
 * (`rounds.<whose>.<what>`), signing out removes everything, and when somebody else signs in
 * what is not theirs goes.
 */
const prefix = 'rounds.'
const channelName = 'rounds.signed-out'
const hourMs = 3_600_000
/** A tab's text is kept as long as a session may rest, text that nobody else has over a weekend. */
const maxAgeMs: Record<Place, number> = { tab: 12 * hourMs, browser: 72 * hourMs }

/** In whose name a visitor of a shared form keeps what they type. */
export const anyUser = 'anybody'

/**
 * `tab` ends with the browser's tab; `browser` outlives it, and is for what nobody else has yet.
 */
export type Place = 'tab' | 'browser'
type StoredEntry = { at: number; value: unknown }

/** Set by signing out: a page that saves on its way out must not bring back what was removed. */
let closed = false

/** Storage can be switched off, and asking for it then throws. */
function storageOf(place: Place): Storage | undefined {
  try {
    return place === 'tab' ? window.sessionStorage : window.localStorage
  } catch {
    return undefined
  }
}

const keyOf = (owner: string, what: string): string => `${prefix}${owner}.${what}`

function parse(place: Place, text: string | null): StoredEntry | undefined {
  try {
    const stored = JSON.parse(text ?? 'null') as StoredEntry | null
    return stored && Date.now() - stored.at < maxAgeMs[place] ? stored : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value. Answers false when the browser has no room or keeps nothing. */
export function store(place: Place, owner: string, what: string, value: unknown): boolean {
  const storage = closed ? undefined : storageOf(place)
  try {
    const stored: StoredEntry = { at: Date.now(), value }
    storage?.setItem(keyOf(owner, what), JSON.stringify(stored))
    return storage !== undefined
  } catch {
    return false
  }
}

export function load<Value>(place: Place, owner: string, what: string): Value | undefined {
  const text = storageOf(place)?.getItem(keyOf(owner, what)) ?? null
  return parse(place, text)?.value as Value | undefined
}

/** Everything of a person that begins with `what`, the newest first; `what` is shown whole. */
export function loadAll<Value>(
  place: Place,
  owner: string,
  what: string,
): { what: string; value: Value }[] {
  const storage = storageOf(place)
  const start = keyOf(owner, what)
  return keysOf(storage)
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const stored = parse(place, storage?.getItem(key) ?? null)
      return stored ? [{ what: key.slice(keyOf(owner, '').length), ...stored }] : []
    })
    .sort((one, other) => other.at - one.at)
    .map(({ what: name, value }) => ({ what: name, value: value as Value }))
}

export function discard(place: Place, owner: string, what: string): void {
  storageOf(place)?.removeItem(keyOf(owner, what))
}

const keysOf = (storage: Storage | undefined): string[] =>
  storage ? Object.keys(storage).filter((key) => key.startsWith(prefix)) : []

function forgetWhere(goes: (key: string, stored: StoredEntry | undefined) => boolean): void {
  for (const place of ['tab', 'browser'] as const) {
    const storage = storageOf(place)
    for (const key of keysOf(storage))
      if (goes(key, parse(place, storage?.getItem(key) ?? null))) storage?.removeItem(key)
  }
}

/**
 * Removes what other people kept in this browser, and what is too old. What the same person typed
 * in another organization stays: `whose` is the organization, a dot and the person.
 */
export function discardOthers(owner: string): void {
  const [, person] = owner.split('.')
  const isOwn = (key: string): boolean => {
    const [, first, second] = key.split('.')
    return first === anyUser || second === person
  }
  forgetWhere((key, stored) => !stored || !isOwn(key))
}

/** Removes everything, here and in all tabs, and keeps nothing any more until the next page. */
export function discardAll(): void {
  closed = true
  forgetWhere(() => true)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signed out')
  channel.close()
}

/** Calls back when another tab signed out, after what this tab kept is removed. Answers the end. */
export function onSignedOutElsewhere(leave: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => {
    // A page hears itself, too; it knows already where it goes.
    if (closed) return
    closed = true
    forgetWhere(() => true)
    leave()
  }
  return () => channel.close()
}
