import { createContext } from 'react'

/** A chosen file that is not stored: on its way, failed, or lost by a reload in the middle. */
export type Unfinished = { name: string; state: 'sending' | 'failed' }

/** The files of one form that are not stored yet, of all its fields, for whoever sends the form. */
export type FormFiles = {
  /** Replaces what one field has. */
  set(field: string, files: Unfinished[]): void
  /** All of them; the same list until something changes. */
  all(): readonly Unfinished[]
  subscribe(listener: () => void): () => void
  /** Names the form in this browser's memory; without it a reload forgets what was on its way. */
  memory: string | undefined
}

/** Knows the unfinished files of a form. */
export function createFormFiles(memory?: string): FormFiles {
  const fields = new Map<string, Unfinished[]>()
  const listeners = new Set<() => void>()
  let all: readonly Unfinished[] = []
  return {
    memory,
    set(field, files) {
      if (files.length === 0 && !fields.has(field)) return
      if (files.length === 0) fields.delete(field)
      else fields.set(field, files)
      all = [...fields.values()].flat()
      for (const listener of listeners) listener()
    },
    all: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Of the form around a field of files; a field that stands alone has its own. */
export const FormFilesContext = createContext<FormFiles | null>(null)

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Why a form with these files cannot be sent, and what to do. Empty when it can. */
export function whyNotSent(unfinished: readonly Unfinished[]): string {
  const count = (state: Unfinished['state']) =>
    unfinished.filter((one) => one.state === state).length
  const [sending, failed] = [count('sending'), count('failed')]
  const is = (many: number) => (many === 1 ? 'is' : 'are')
  const was =
    failed === 1
      ? 'was not sent: send it again or remove it'
      : 'were not sent: send them again or remove them'
  return [
    ...(sending > 0 ? [`${files(sending)} ${is(sending)} still being sent.`] : []),
    ...(failed > 0 ? [`${files(failed)} ${was} first.`] : []),
    ...(failed === 0 && sending > 0 ? ['Send the form when all files are there.'] : []),
  ].join(' ')
}
