import { autocompletion } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { syntaxTree } from '@codemirror/language'
import { linter, type Diagnostic } from '@codemirror/lint'
import type { EditorState, Extension } from '@codemirror/state'
import type { CodeLanguage, CodeMark } from './code-field-props.ts'
import type { CompletionItem } from './code-help.ts'
import { completePaths } from './complete-paths.ts'
import { jsonataLanguage } from './jsonata-language.ts'

/** The first three syntax errors, because one mistake causes many. */
function syntaxFaults(state: EditorState): Diagnostic[] {
  const faults: Diagnostic[] = []
  syntaxTree(state).iterate({
    enter(node) {
      if (node.type.isError && faults.length < 3)
        faults.push({
          from: node.from,
          to: Math.max(node.to, Math.min(node.from + 1, state.doc.length)),
          severity: 'error',
          message: 'This is not valid TypeScript here.',
        })
    },
  })
  return faults
}

function faultsOf(state: EditorState, marks: CodeMark[]): Diagnostic[] {
  return marks.map((mark) => {
    const line = state.doc.line(Math.min(Math.max(mark.line ?? 1, 1), state.doc.lines))
    return {
      from: line.from,
      to: line.to,
      severity: mark.severity ?? 'error',
      message: mark.message,
    }
  })
}

const base: Record<CodeLanguage, () => Extension[]> = {
  typescript: () => [
    javascript({ typescript: true }),
    linter((view) => syntaxFaults(view.state), { delay: 400 }),
  ],
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
    ...(language === 'typescript' || language === 'jsonata' || language === 'sql'
      ? [autocompletion({ override: [(context) => completePaths(context, items())] })]
      : []),
  ]
}
