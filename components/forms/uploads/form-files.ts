import { createContext } from 'react'

/** A chosen file that the server does not have: being sent, failed, or interrupted by a reload. */
export type Unfinished = { name: string; state: 'sending' | 'failed' }

/** The files of all fields of a form that are not stored yet; the form cannot be sent before. */
export type FormFiles = {
  /** Replaces what one field has. */
  set(field: string, files: Unfinished[]): void
  /** The files of all fields; the same list until something changes. */
  all(): readonly Unfinished[]
  subscribe(listener: () => void): () => void
  /** Identifies the form in this browser tab; without it a reload forgets its unfinished files. */
  memory: string | undefined
}

/** The unfinished files of one form, empty at first. */
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

/** The files of the form around a field; null around a field without a form. */
export const FormFilesContext = createContext<FormFiles | null>(null)

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** Why a form with these files cannot be sent, and what to do. Empty when it can. */
export function whyNotSent(unfinished: readonly Unfinished[]): string {
  const count = (state: Unfinished['state']) =>
    unfinished.filter((one) => one.state === state).length
  const sending = count('sending')
  const failed = count('failed')
  const sentences: string[] = []
  if (sending > 0)
    sentences.push(`${files(sending)} ${sending === 1 ? 'is' : 'are'} still being sent.`)
  if (failed === 1) sentences.push('1 file was not sent: send it again or remove it first.')
  if (failed > 1)
    sentences.push(`${files(failed)} were not sent: send them again or remove them first.`)
  if (failed === 0 && sending > 0) sentences.push('Send the form when all files are there.')
  return sentences.join(' ')
}
