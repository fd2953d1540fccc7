'use client'

import { EditorView } from '@codemirror/view'
import type { Extension } from '@codemirror/state'
import CodeMirror, { type BasicSetupOptions } from '@uiw/react-codemirror'
import { useTheme } from 'next-themes'
import { useMemo, useRef } from 'react'
import { cn } from '#components/ui/cn'
import type { CodeFieldProps, CodeLanguage, CodeMark, PlainState } from './code-field-props.ts'
import type { CompletionItem } from './code-help.ts'
import { languageExtensions } from './languages.ts'
import { codeColours, editorTheme } from './editor-theme.ts'
import { useTextOf } from './use-text-of.ts'
import { TypedCode, useTypedCode } from './types/typed-code.tsx'

const noItems: CompletionItem[] = []
/** Pixels. */
const lineHeight = 20

/**
 * CodeMirror with our looks. Only code steps use Tab for indenting (Escape, then Tab leaves them);
 * everywhere else Tab moves on.
 */
export default function CodeMirrorField(props: CodeFieldProps) {
  return props.language === 'typescript' ? <TypeScriptField {...props} /> : <Editor {...props} />
}

/** Code with its types, and the buttons that go with it. */
function TypeScriptField(props: CodeFieldProps) {
  const { label, readOnly = false } = props
  const code = useTypedCode({
    scope: async (text) => (await props.scope?.(text)) ?? '',
    items: () => props.completions ?? noItems,
  })
  return (
    <TypedCode code={code} label={label} readOnly={readOnly}>
      <Editor {...props} more={code.extensions} onView={code.onView} />
    </TypedCode>
  )
}

type EditorProps = CodeFieldProps & { more?: Extension; onView?(view: EditorView): void }

function Editor(props: EditorProps) {
  const { language, invalid = false, minLines = 1, maxLines = 30 } = props
  const { resolvedTheme } = useTheme()
  const extensions = useExtensions(props)
  // The same ones for good: with others the editor would be set up again, and its styles with it.
  const basicSetup = useMemo(() => basicSetupOf(language), [language])
  const { value, bind, onChange } = useTextOf(props.value, props.onChange)
  return (
    <CodeMirror
      value={value}
      onChange={onChange}
      onBlur={props.onBlur}
      onCreateEditor={(view) => {
        bind(view)
        goOnFrom(view, props.takeOver?.())
        props.onReady?.((text) => insertText(view, text))
        props.onView?.(view)
      }}
      readOnly={props.readOnly ?? false}
      autoFocus={props.autoFocus ?? false}
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      extensions={extensions}
      indentWithTab={language === 'typescript'}
      minHeight={`${minLines * lineHeight + 10}px`}
      maxHeight={`${maxLines * lineHeight}px`}
      basicSetup={basicSetup}
      className={cn(frameClass, invalid ? 'border-destructive' : 'border-input')}
    />
  )
}

const frameClass = cn(
  'code-field overflow-hidden rounded-md border bg-background text-[13px] shadow-xs',
  'focus-within:border-ring focus-within:ring-[3px] focus-within:ring-ring/50',
)

/** Has the text, the cursor and the focus of the plain field that stood here. */
function goOnFrom(view: EditorView, before: PlainState | undefined): void {
  if (!before) return
  const { text, from, to, isFocused } = before
  const { doc } = view.state
  // Typed since this was drawn.
  const changes = doc.toString() === text ? [] : [{ from: 0, to: doc.length, insert: text }]
  view.dispatch({ changes, selection: { anchor: from, head: to } })
  if (isFocused) view.focus()
}

/** Puts a text at the cursor. */
function insertText(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text))
  view.focus()
}

function basicSetupOf(language: CodeLanguage): BasicSetupOptions {
  const code = language === 'typescript'
  const hasLines = code || language === 'json'
  return {
    lineNumbers: hasLines,
    foldGutter: hasLines,
    highlightActiveLine: code,
    highlightActiveLineGutter: code,
    highlightSelectionMatches: false,
    searchKeymap: code,
    tabSize: 2,
  }
}

/**
 * Language, marks and attributes. Other completions need no new editor state, which would close
 * the completion popup: they are read through a ref.
 */
function useExtensions(props: EditorProps): Extension[] {
  const { id, label, language, invalid = false, describedBy, more } = props
  const completions = useRef(noItems)
  completions.current = props.completions ?? noItems
  const marksKey = JSON.stringify(props.marks ?? [])
  return useMemo(
    () => [
      ...languageExtensions(
        language,
        () => completions.current,
        JSON.parse(marksKey) as CodeMark[],
      ),
      more ?? [],
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
      codeColours,
    ],
    [language, marksKey, id, label, invalid, describedBy, more],
  )
}
