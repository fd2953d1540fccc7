'use client'

import { ExternalChange, type EditorView } from '@uiw/react-codemirror'
import { useCallback, useEffect, useRef, useState } from 'react'
import { heard } from './heard.ts'

/**
 * Binds an editor to the text of its field. What the editor said comes back to it later as that text:
 * it is only taken over where it was changed elsewhere, by undo or by another person. (The library
 * keeps such an old text until typing pauses, and puts it over the newer one.)
 */
export function useTextOf(text: string, onChange: (text: string) => void) {
  // The library only sees the first one.
  const [value] = useState(text)
  const view = useRef<EditorView>(undefined)
  const said = useRef<string[]>([])
  const latest = useRef({ text, onChange })
  latest.current = { text, onChange }
  const take = useCallback(() => {
    const editor = view.current
    if (!editor) return
    const { text: now } = latest.current
    const shown = editor.state.doc.toString()
    const { left, isNew } = heard(said.current, now, shown)
    said.current = left
    if (isNew)
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: now },
        annotations: [ExternalChange.of(true)],
      })
  }, [])
  useEffect(take, [take, text])
  return {
    value,
    /** To call with the editor once it is there. */
    bind: useCallback(
      (editor: EditorView) => {
        view.current = editor
        take()
      },
      [take],
    ),
    onChange: useCallback((next: string) => {
      said.current.push(next)
      latest.current.onChange(next)
    }, []),
  }
}
