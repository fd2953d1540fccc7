import { expect, it } from 'vitest'
import { CodeTypes } from './code-types.ts'
import { callAt, completionsAt, infoAt, infoOf } from './editor-help.ts'

const scope = `
interface Start {
/** Patient name */ name: string; "first visit"?: string }
interface CodeInput { readonly start: Start }`

/** The code with `|` at the place that is asked about. */
function opened(marked: string): { types: CodeTypes; at: number } {
  const types = new CodeTypes()
  types.open(marked.replace('|', ''), scope)
  return { types, at: marked.indexOf('|') }
}

it('completes the fields of a value with their types, also where a name needs brackets', () => {
  const { types, at } = opened('export default ({ start }) => start.|')
  const found = completionsAt(types, at)
  expect(found.map(({ label, type }) => [label, type])).toEqual([
    ['first visit', 'string | undefined'],
    ['name', 'string'],
  ])
  expect(found[0]).toMatchObject({ apply: '["first visit"]', replace: { from: at - 1, to: at } })
  expect(infoOf(types, at, 'name')).toMatchObject({ about: 'Patient name' })
})

it('completes the argument, and knows nothing of a browser', () => {
  const { types, at } = opened('export default ({ | }) => 1')
  expect(completionsAt(types, at).map(({ label }) => label)).toEqual(['start'])
  const inside = opened('export default ({ start }) => { | }')
  const labels = completionsAt(inside.types, inside.at).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['start', 'ApiError', 'console', 'JSON']))
  expect(labels).not.toEqual(expect.arrayContaining(['window']))
  expect(labels).not.toEqual(expect.arrayContaining(['Intl']))
})

it('says what a name is, before and behind the type that is put into the code', () => {
  const before = opened('export default ({ st|art }) => start.name')
  expect(infoAt(before.types, before.at)?.text).toBe('(parameter) start: Start')
  const behind = opened('export default ({ start }) => start.na|me')
  expect(infoAt(behind.types, behind.at)).toEqual({
    text: '(property) Start.name: string',
    about: 'Patient name',
  })
  const bare = opened('export default input => in|put.start')
  expect(infoAt(bare.types, bare.at)?.text).toBe('(parameter) input: CodeInput')
})

it('says which argument of a call is written', () => {
  const { types, at } = opened('export default ({ start }) => start.name.slice(1, |)')
  expect(callAt(types, at)).toEqual({
    text: 'slice(start?: number, end?: number): string',
    about: 'Now: end?: number',
  })
  const outside = opened('export default ({ start }) => start.name|')
  expect(callAt(outside.types, outside.at)).toBeUndefined()
})

it('formats the author’s own text, and keeps the lines', () => {
  const { types } = opened('|export default ({start})=>{\nreturn {a:start.name}\n}\n')
  let { code } = types
  for (const { from, to, insert } of types.formatting().toReversed())
    code = code.slice(0, from) + insert + code.slice(to)
  expect(code).toBe('export default ({ start }) => {\n  return { a: start.name }\n}\n')
})
