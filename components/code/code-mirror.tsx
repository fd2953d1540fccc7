'use client'

import { EditorView } from '@codemirror/view'
import CodeMirror from '@uiw/react-codemirror'
import { useTheme } from 'next-themes'
import { useMemo, useRef } from 'react'
import type { CodeFieldProps, CodeMark } from './code-field-props.ts'
import type { CompletionItem } from './code-help.ts'
import { languageExtensions } from './languages.ts'
import { editorTheme } from './editor-theme.ts'

const noItems: CompletionItem[] = []
const noMarks: CodeMark[] = []
const lineHeight = 20

/**
 * CodeMirror with our looks. Only code steps keep Tab for indenting (Escape, then Tab leaves them);
 * everywhere else Tab moves on.
 */
export default function CodeMirrorField(props: CodeFieldProps) {
  const {
    id,
    label,
    language,
    value,
    onChange,
    onBlur,
    readOnly = false,
    invalid = false,
    minLines = 1,
    maxLines = 30,
    autoFocus = false,
    describedBy,
  } = props
  const { resolvedTheme } = useTheme()
  // Read through refs, so that what can be completed may change without a new editor state (which
  // would lose the cursor's completion popup).
  const completions = useRef(noItems)
  completions.current = props.completions ?? noItems
  const marks = props.marks ?? noMarks
  const marksKey = JSON.stringify(marks)
  const extensions = useMemo(
    () => [
      ...languageExtensions(
        language,
        () => completions.current,
        JSON.parse(marksKey) as CodeMark[],
      ),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        id,
        'aria-label': label,
        'aria-multiline': 'true',
        // Axe (and some screen readers) do not take contenteditable alone as a tab stop.
        tabindex: '0',
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      }),
      editorTheme,
    ],
    [language, marksKey, id, label, invalid, describedBy],
  )
  const code = language === 'typescript'
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      onCreateEditor={(view) =>
        props.onReady?.((text) => {
          view.dispatch(view.state.replaceSelection(text))
          view.focus()
        })
      }
      readOnly={readOnly}
      autoFocus={autoFocus}
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      extensions={extensions}
      indentWithTab={code}
      minHeight={`${minLines * lineHeight + 10}px`}
      maxHeight={`${maxLines * lineHeight}px`}
      basicSetup={{
        lineNumbers: code || language === 'json',
        foldGutter: code || language === 'json',
        highlightActiveLine: code,
        highlightActiveLineGutter: code,
        highlightSelectionMatches: false,
        searchKeymap: code,
        tabSize: 2,
      }}
      className={`code-field overflow-hidden rounded-md border bg-background text-[13px] shadow-xs focus-within:border-ring focus-within:ring-[3px] focus-within:ring-ring/50 ${invalid ? 'border-destructive' : 'border-input'}`}
    />
  )
}
