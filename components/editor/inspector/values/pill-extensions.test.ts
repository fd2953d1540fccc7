import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import { pillsIn } from './pill-document.ts'
import { pillExtensions, takeFirst } from './pill-extensions.ts'

const choices = [
  { path: 'start.name', title: 'Patient name', from: 'Start form', seen: '' },
  { path: 'start.phone', title: 'Phone', from: 'Start form', seen: '' },
]
const source = {
  choices: () => choices,
  inserted: (path: string) => ({ path }),
  labelOf: ({ path }: { path: string }) => path,
}

/** A field in which somebody types, and presses Enter before any list is drawn. */
function typedThenEnter(text: string): string {
  let state = EditorState.create({ extensions: pillExtensions(source, true) })
  const view = {
    get state() {
      return state
    },
    dispatch(change: TransactionSpec) {
      state = state.update(change).state
    },
  } as Pick<EditorView, 'state' | 'dispatch'>
  const selection = { anchor: text.length }
  view.dispatch({ changes: { from: 0, insert: text }, selection, userEvent: 'input.type' })
  takeFirst(view, source)
  return view.state.doc.toString()
}

it('Enter takes the first value that fits, also before the list is there', () => {
  const text = typedThenEnter('Dear /pho')
  expect(pillsIn(text)).toMatchObject([{ from: 5, value: { path: 'start.phone' } }])
  expect(text).not.toContain('/')
})

it.each(['Dear /nothing', 'yes/pho', 'Dear patient'])('Enter leaves %j as it is', (text) =>
  expect(typedThenEnter(text)).toBe(text),
)
