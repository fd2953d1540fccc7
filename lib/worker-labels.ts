/** What the workers of an installation serve: the setting WORKER_LABELS. */
export type Serving = {
  /** Connections and workflows that are bound to one of these. */
  labels: readonly string[]
  /** Whether also all that is bound to none. */
  unbound: boolean
}

/** The word in WORKER_LABELS for all that is bound to no label. */
const unboundWord = 'unbound'

/** As in lib/domain/worker-label.ts. */
const workerLabelPattern = /^[a-z0-9][a-z0-9._-]{0,39}$/

/** A process that no setting says anything of serves what is bound to no label. */
export const servesUnbound: Serving = { labels: [], unbound: true }

/** Reads the setting; undefined when it is not a list of labels. */
export function parseWorkerLabels(text: string): Serving | undefined {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const labels = [...new Set(words.filter((word) => word !== unboundWord))]
  if (!labels.every((label) => workerLabelPattern.test(label))) return undefined
  return { labels, unbound: labels.length === 0 || words.includes(unboundWord) }
}

/** Whether the process serves what is bound to this label, or to none (null). */
export const serves = ({ labels, unbound }: Serving, label: string | null): boolean =>
  label === null ? unbound : labels.includes(label)

// One state per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.serving')
const holder = globalThis as unknown as Record<symbol, Serving | undefined>

/** What this process serves. Only a worker serves labels; it says so at its start. */
export const ownServing = (): Serving => holder[key] ?? servesUnbound

/** Sets what this process serves. */
export function serveAs(serving: Serving): void {
  holder[key] = serving
}
