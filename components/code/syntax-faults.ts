import { syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'

/** The first three syntax errors, because one mistake causes many. */
export function syntaxFaults(state: EditorState): Diagnostic[] {
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
