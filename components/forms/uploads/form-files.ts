import { createContext } from 'react'
import { textsOfWords, type FormTexts } from '#lib/domain/form/texts/texts-of-words'

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

/** Why a form with these files cannot be sent, and what to do. Empty when it can. */
export function whyNotSent(
  unfinished: readonly Unfinished[],
  { text, count }: FormTexts = textsOfWords('en'),
): string {
  const number = (state: Unfinished['state']) =>
    unfinished.filter((one) => one.state === state).length
  const sending = number('sending')
  const failed = number('failed')
  const sentences: string[] = []
  if (sending > 0) sentences.push(count('file.sending all', sending))
  if (failed > 0) sentences.push(count('file.failed', failed))
  if (failed === 0 && sending > 0) sentences.push(text('file.wait'))
  return sentences.join(' ')
}
