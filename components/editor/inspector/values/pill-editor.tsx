'use client'

import { EditorView, placeholder } from '@codemirror/view'
import CodeMirror, { type BasicSetupOptions, type ViewUpdate } from '@uiw/react-codemirror'
import { useTheme } from 'next-themes'
import { useCallback, useMemo, useRef } from 'react'
import { editorTheme } from '../../../code/editor-theme.ts'
import { useTextOf } from '../../../code/use-text-of.ts'
import { pillsIn, type Pill } from './pill-document.ts'
import type { PillEditorProps } from './pill-editor-props.ts'
import { insertValue, pillExtensions, type PillSource } from './pill-extensions.ts'

const lineHeight = 20
const padding = 14

const setup: BasicSetupOptions = {
  lineNumbers: false,
  foldGutter: false,
  highlightActiveLine: false,
  highlightActiveLineGutter: false,
  highlightSelectionMatches: false,
  highlightSpecialChars: false,
  searchKeymap: false,
  bracketMatching: false,
  closeBrackets: false,
  indentOnInput: false,
  syntaxHighlighting: false,
  rectangularSelection: false,
  crosshairCursor: false,
  foldKeymap: false,
  lintKeymap: false,
  drawSelection: false,
  // Ours has its own list, with its own keys.
  autocompletion: false,
}

const textTheme = EditorView.theme({
  '.cm-content': { fontFamily: 'inherit', fontSize: '14px', padding: '7px 0' },
  '.cm-line': { padding: '0 11px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '20px' },
  '.cm-placeholder': { color: 'var(--muted-foreground)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(28rem, 90vw)',
    fontFamily: 'inherit',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-completionDetail': {
    marginLeft: '0.75em',
    fontStyle: 'normal',
    color: 'var(--muted-foreground)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
})

/** The value at the cursor: it is selected, or the cursor stands right behind or before it. */
function pillAtCursor({ state }: EditorView): Pill | undefined {
  const { from, to } = state.selection.main
  const found = pillsIn(state.doc.toString())
  return found.find((pill) => pill.to === to) ?? found.find((pill) => pill.from === from)
}

/** CodeMirror as a field of text, in which values stand as one thing each. */
export default function PillEditor(props: PillEditorProps) {
  const { resolvedTheme } = useTheme()
  const extensions = useExtensions(props)
  const { rows = 1, onReady } = props
  // The same ones for good: with others the editor would be set up again, and its styles with it.
  const latest = useRef(props)
  latest.current = props
  const { value, bind, onChange } = useTextOf(props.text, props.onChange)
  const onUpdate = useCallback((update: ViewUpdate) => {
    if (update.selectionSet || update.docChanged)
      latest.current.onCurrent(pillAtCursor(update.view))
  }, [])
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      onUpdate={onUpdate}
      onCreateEditor={(view) => {
        bind(view)
        onReady({
          insert: (inserted) => {
            insertValue(view, inserted)
            view.focus()
          },
          replace: (pill, inserted) => insertValue(view, inserted, pill),
        })
      }}
      readOnly={props.readOnly ?? false}
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      extensions={extensions}
      indentWithTab={false}
      minHeight={`${rows * lineHeight + padding}px`}
      maxHeight={`${20 * lineHeight}px`}
      basicSetup={setup}
    />
  )
}

function useExtensions({
  id,
  label,
  rows,
  invalid,
  describedBy,
  hint,
  ...source
}: PillEditorProps) {
  // The list and the names are read when they are needed: a new state would close the list.
  const asked = useRef<PillSource>(source)
  asked.current = source
  // New names draw the values anew, which needs a new state.
  const { names } = source
  return useMemo(
    () => [
      ...pillExtensions(
        {
          choices: () => asked.current.choices(),
          inserted: (path) => asked.current.inserted(path),
          labelOf: (value) => asked.current.labelOf(value),
        },
        rows === undefined,
      ),
      EditorView.contentAttributes.of({
        id,
        'aria-label': label,
        'aria-multiline': String(rows !== undefined),
        'data-names': names,
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
        tabindex: '0',
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      }),
      ...(hint ? [placeholder(hint)] : []),
      // The earlier theme wins.
      textTheme,
      editorTheme,
    ],
    [id, label, rows, invalid, describedBy, hint, names],
  )
}
