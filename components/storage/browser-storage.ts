// What pages store in this browser for one person: unsent input. It may contain patient data. So
// every key names the organization and the person (`rounds.<organization>.<person>.<what>`),
// signing out deletes everything, and when another person signs in, the data of others is deleted.

const prefix = 'rounds.'
const channelName = 'rounds.signed-out'
const hourMs = 3_600_000
/** In a tab as long as a session may be idle; in the browser over a weekend. */
const maxAgeMs: Record<Place, number> = { tab: 12 * hourMs, browser: 72 * hourMs }

/** The owner of what visitors of shared forms type. */
export const anyUser = 'anybody'

/**
 * `tab` ends with the browser's tab; `browser` outlives it, for data that the server does not have.
 */
export type Place = 'tab' | 'browser'
type StoredEntry = { at: number; value: unknown }

/**
 * Set by signing out, so that a page that saves while it is left does not store the deleted data
 * again.
 */
let closed = false

/** Undefined where storage is switched off: reading the property throws there. */
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

/** Stores a value. Returns false when the browser has no room or no storage. */
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

/** A stored value; undefined when there is none or it is too old. */
export function load<Value>(place: Place, owner: string, what: string): Value | undefined {
  const text = storageOf(place)?.getItem(keyOf(owner, what)) ?? null
  return parse(place, text)?.value as Value | undefined
}

/**
 * All values of an owner whose names begin with `what`, the newest first, with their whole names.
 */
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

/** Deletes a stored value. */
export function discard(place: Place, owner: string, what: string): void {
  storageOf(place)?.removeItem(keyOf(owner, what))
}

const keysOf = (storage: Storage | undefined): string[] =>
  storage ? Object.keys(storage).filter((key) => key.startsWith(prefix)) : []

/** Deletes everything for which `goes` is true. */
function deleteWhere(goes: (key: string, stored: StoredEntry | undefined) => boolean): void {
  for (const place of ['tab', 'browser'] as const) {
    const storage = storageOf(place)
    for (const key of keysOf(storage))
      if (goes(key, parse(place, storage?.getItem(key) ?? null))) storage?.removeItem(key)
  }
}

/**
 * Deletes expired data and that of other people. Input of the same person in another organization
 * stays: `owner` is the organization, a dot and the person.
 */
export function discardOthers(owner: string): void {
  const [, person] = owner.split('.')
  const isOwn = (key: string): boolean => {
    const [, first, second] = key.split('.')
    return first === anyUser || second === person
  }
  deleteWhere((key, stored) => !stored || !isOwn(key))
}

/** Deletes everything, here and in all tabs; nothing is stored before the next page. */
export function discardAll(): void {
  closed = true
  deleteWhere(() => true)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signed out')
  channel.close()
}

/**
 * Calls `leave` when another tab signed out, after deleting everything. Returns the function that
 * stops it.
 */
export function onSignedOutElsewhere(leave: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => {
    // The page that signs out also gets its own message, and already leaves.
    if (closed) return
    closed = true
    deleteWhere(() => true)
    leave()
  }
  return () => channel.close()
}
