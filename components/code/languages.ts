import { autocompletion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { linter, type Diagnostic } from '@codemirror/lint'
import type { EditorState, Extension } from '@codemirror/state'
import type { CodeLanguage, CodeMark } from './code-field-props.ts'
import type { CompletionItem } from './code-help.ts'
import { completePaths } from './complete-paths.ts'
import { jsonataLanguage } from './jsonata-language.ts'
import { typeClient } from './types/type-client.ts'

/** What the server found; of types, what the worker finds as somebody types is newer. */
function faultsOf(state: EditorState, marks: CodeMark[]): Diagnostic[] {
  const current = typeClient.isRunning
    ? marks.filter(({ severity }) => severity !== 'warning')
    : marks
  return current.map((mark) => {
    const line = state.doc.line(Math.min(Math.max(mark.line ?? 1, 1), state.doc.lines))
    const from = Math.min(line.from + (mark.column ?? 1) - 1, line.to)
    const word = mark.column === undefined ? undefined : state.wordAt(from)
    if (word)
      return { from, to: word.to, severity: mark.severity ?? 'error', message: mark.message }
    return {
      from: line.from,
      to: line.to,
      severity: mark.severity ?? 'error',
      message: mark.message,
    }
  })
}

const base: Record<CodeLanguage, () => Extension[]> = {
  // What checks and completes it comes from its types (`types/typescript.ts`).
  typescript: () => [javascript({ typescript: true })],
  json: () => [
    json(),
    linter((view) => (view.state.doc.length === 0 ? [] : jsonParseLinter()(view)), { delay: 300 }),
  ],
  jsonata: () => [jsonataLanguage],
  markdown: () => [],
  sql: () => [sql({ dialect: PostgreSQL })],
  html: () => [],
}

/** Highlighting, errors and completion for one language. Every completion calls `items`. */
export function languageExtensions(
  language: CodeLanguage,
  items: () => CompletionItem[],
  marks: CodeMark[],
): Extension[] {
  return [
    ...base[language](),
    ...(marks.length > 0 ? [linter((view) => faultsOf(view.state, marks), { delay: 0 })] : []),
    ...(language === 'jsonata' || language === 'sql'
      ? [autocompletion({ override: [(context) => completePaths(context, items())] })]
      : []),
  ]
}
