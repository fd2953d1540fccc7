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
const keptMs: Record<Place, number> = { tab: 12 * hourMs, browser: 72 * hourMs }

/** In whose name a visitor of a shared form keeps what they type. */
export const anybody = 'anybody'

/**
 * `tab` ends with the browser's tab; `browser` outlives it, and is for what nobody else has yet.
 */
export type Place = 'tab' | 'browser'
type Kept = { at: number; value: unknown }

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

const keyOf = (whose: string, what: string): string => `${prefix}${whose}.${what}`

function parse(place: Place, text: string | null): Kept | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    return kept && Date.now() - kept.at < keptMs[place] ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value. Answers false when the browser has no room or keeps nothing. */
export function keep(place: Place, whose: string, what: string, value: unknown): boolean {
  const storage = closed ? undefined : storageOf(place)
  try {
    const kept: Kept = { at: Date.now(), value }
    storage?.setItem(keyOf(whose, what), JSON.stringify(kept))
    return storage !== undefined
  } catch {
    return false
  }
}

export function recall<Value>(place: Place, whose: string, what: string): Value | undefined {
  const text = storageOf(place)?.getItem(keyOf(whose, what)) ?? null
  return parse(place, text)?.value as Value | undefined
}

/** Everything of a person that begins with `what`, the newest first; `what` is shown whole. */
export function recallAll<Value>(
  place: Place,
  whose: string,
  what: string,
): { what: string; value: Value }[] {
  const storage = storageOf(place)
  const start = keyOf(whose, what)
  return keysOf(storage)
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const kept = parse(place, storage?.getItem(key) ?? null)
      return kept ? [{ what: key.slice(keyOf(whose, '').length), ...kept }] : []
    })
    .sort((one, other) => other.at - one.at)
    .map(({ what: name, value }) => ({ what: name, value: value as Value }))
}

export function forget(place: Place, whose: string, what: string): void {
  storageOf(place)?.removeItem(keyOf(whose, what))
}

const keysOf = (storage: Storage | undefined): string[] =>
  storage ? Object.keys(storage).filter((key) => key.startsWith(prefix)) : []

function forgetWhere(goes: (key: string, kept: Kept | undefined) => boolean): void {
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
export function forgetOthers(whose: string): void {
  const [, person] = whose.split('.')
  const isOwn = (key: string): boolean => {
    const [, first, second] = key.split('.')
    return first === anybody || second === person
  }
  forgetWhere((key, kept) => !kept || !isOwn(key))
}

/** Removes everything, here and in all tabs, and keeps nothing any more until the next page. */
export function forgetEverything(): void {
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
