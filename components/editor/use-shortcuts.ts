'use client'

import { useEffect, useRef } from 'react'
import { keepsKeys, lettersAreOff, typesText } from '#components/shared/actions/keys-of-page'

export type ShortcutActions = Record<
  | 'menu'
  | 'add'
  | 'find'
  | 'connect'
  | 'disableSteps'
  | 'pinAnswer'
  | 'addNote'
  | 'group'
  | 'ungroup'
  | 'renameGroup'
  | 'openLevel'
  | 'collapse'
  | 'remove'
  | 'undo'
  | 'redo'
  | 'duplicate'
  | 'selectAll'
  | 'toggleView'
  | 'tidy'
  | 'fit'
  | 'save'
  | 'help'
  | 'open'
  | 'leave',
  () => void
>

const plain: Record<string, keyof ShortcutActions> = {
  a: 'add',
  '/': 'find',
  c: 'connect',
  d: 'disableSteps',
  p: 'pinAnswer',
  n: 'addNote',
  l: 'openLevel',
  k: 'collapse',
  F2: 'renameGroup',
  o: 'toggleView',
  t: 'tidy',
  f: 'fit',
  '?': 'help',
  Delete: 'remove',
  Backspace: 'remove',
}
const withMod: Record<string, keyof ShortcutActions> = {
  z: 'undo',
  y: 'redo',
  d: 'duplicate',
  a: 'selectAll',
  g: 'group',
  s: 'save',
}

/**
 * The editor's keys. Undo, redo, save and the command menu work everywhere except where a text has
 * its own undo; the others only outside of text.
 */
export function useShortcuts(actions: ShortcutActions, isDialogOpen: boolean): void {
  const latest = useRef({ actions, isDialogOpen })
  latest.current = { actions, isDialogOpen }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented && event.key !== 'Escape') return
      // A dialog whose code is still being loaded: these letters are meant for its field.
      if (latest.current.isDialogOpen) return
      const action = actOf(event, target)
      if (!action) return
      event.preventDefault()
      latest.current.actions[action]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether a key does something in the editor. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement && actOf(event, event.target) !== undefined

/** The boxes that Enter opens. */
const openBoxes = ['step', 'note', 'groupFrame', 'groupBox']
  .map((type) => `.react-flow__node-${type}`)
  .join()

function actOf(event: KeyboardEvent, target: HTMLElement): keyof ShortcutActions | undefined {
  const mod = event.ctrlKey || event.metaKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (mod && key === 's') return 'save'
  if (keepsKeys(target)) return undefined
  // On a Mac Ctrl-K deletes to the end of the line, in every text.
  if (
    key === 'k' &&
    !event.altKey &&
    !event.shiftKey &&
    (event.metaKey || (event.ctrlKey && !/Mac/.test(navigator.userAgent)))
  )
    return 'menu'
  // Inside the code editor Ctrl-Z is the editor's own; in plain fields the model's undo is the one
  // that people see working.
  if (mod && !event.altKey && (key === 'z' || key === 'y') && !target.closest('.cm-editor'))
    return key === 'z' && event.shiftKey ? 'redo' : withMod[key]
  if (key === 'Escape' && !target.closest('.cm-editor')) return 'leave'
  if (typesText(target)) return undefined
  if (mod && event.shiftKey && !event.altKey && key === 'g') return 'ungroup'
  if (mod) return event.altKey || event.shiftKey ? undefined : withMod[key]
  if (event.altKey) return undefined
  if (key === 'Enter') {
    const box = target.closest(openBoxes)
    return box === target ? 'open' : undefined
  }
  if (key.length === 1 && lettersAreOff()) return undefined
  return plain[event.key === '?' ? '?' : key]
}
