import { hkdfSync } from 'node:crypto'

/** A key that encrypts stored values. `content` is never stored or logged in clear. */
export type KeyOfValues = {
  id: string
  content: string
  /** The SECRET_KEY of the beginning: names, signatures and passwords of roles derive from it. */
  isFirst: boolean
  /** By the clock of this machine; a later key than that encrypts nothing yet. */
  writesFrom: number
}

// One state per process, also when a bundler loads this file twice.
const symbol = Symbol.for('rounds.keyring')
type Keyring = { keys: KeyOfValues[]; ofRoles?: string | undefined }
const holder = globalThis as unknown as Record<symbol, Keyring | undefined>
const state = (holder[symbol] ??= { keys: [] })

/** What tells keys apart; it says nothing about the key. */
export const keyIdOf = (content: string): string =>
  Buffer.from(hkdfSync('sha256', content, 'rounds', 'key id', 6)).toString('hex')

/**
 * Replaces the keys that this process knows; those that it knew stay readable. The passwords of our
 * roles derive from the key with the id `ofRoles`, else from the first one.
 */
export function setKeyring(keys: KeyOfValues[], ofRoles?: string): void {
  state.ofRoles = ofRoles
  const kept = state.keys.filter(({ id }) => keys.every((key) => key.id !== id))
  state.keys = [...kept, ...keys].toSorted((one, other) => one.writesFrom - other.writesFrom)
}

/** Forgets all keys, as in a process that has not read any yet. */
export function forgetKeyring(): void {
  state.ofRoles = undefined
  state.keys = []
}

export const knownKey = (id: string): KeyOfValues | undefined =>
  state.keys.find((key) => key.id === id)

/** The first key of the installation; undefined before its keys are read. */
export const firstKey = (): KeyOfValues | undefined => state.keys.find(({ isFirst }) => isFirst)

/** The key that encrypts now; undefined before the installation's keys are read. */
export const writingKey = (): KeyOfValues | undefined =>
  state.keys.findLast(({ writesFrom }) => writesFrom <= Date.now())

/** All known keys, the one that encrypts now first. */
export function readingKeys(): KeyOfValues[] {
  const writing = writingKey()
  return state.keys.toSorted((one, other) => Number(other === writing) - Number(one === writing))
}

/** The key that the passwords of our roles derive from; undefined before the keys are read. */
export const keyOfRoles = (): KeyOfValues | undefined =>
  state.keys.find(({ id }) => id === state.ofRoles) ?? firstKey()

/**
 * The passwords of `refused` are refused: takes the next key for them, unless somebody did so
 * meanwhile. Answers whether there is one that was not tried in `tries` further tries.
 */
export function guessKeyOfRoles(refused: KeyOfValues | undefined, tries: number): boolean {
  if (refused === keyOfRoles()) {
    const at = state.keys.findIndex((key) => key === refused)
    state.ofRoles = state.keys.at(at - 1)?.id
  }
  return tries + 1 < state.keys.length
}
