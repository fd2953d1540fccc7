import fc from 'fast-check'
import jsonata from 'jsonata'
import { describe, expect, it, test } from 'vitest'
import { longestExpression, parseEffort } from './expression-effort.ts'
import { parseExpression } from './expressions.ts'

const nodesOf = (tree: unknown): number =>
  typeof tree === 'object' && tree !== null && !(tree instanceof RegExp)
    ? Object.values(tree).reduce((sum: number, child) => sum + nodesOf(child), 1)
    : 0

const nested = (open: string, close: string, times: number): string =>
  open.repeat(times) + 'a' + close.repeat(times)

describe('an expression whose parse would take long is refused before', () => {
  it.each([
    ['in brackets', nested('(', '??a)', 30)],
    ['in lists', nested('[', '?:a]', 30)],
    ['in objects', nested('{"a":', '??1}', 30)],
    ['in calls', nested('$f(', '??1)', 30)],
    ['in filters', `${nested('a[', '??1]', 30)}`],
    ['without an end', nested('(', '??a)', 30).slice(0, -1)],
    ['behind a quote in a name', `a" ?? ${nested('(', '??a)', 30)} & "`],
    ['behind a quote in a regular expression', `$f(/"/) & ${nested('(', '??a)', 30)}`],
    ['behind a bracket in a text', `")" & ${nested('(', '?? ")")', 30)}`],
    ['behind brackets in a signature', `function($x)<)))>{${nested('(', '??a)', 30)}}`],
    ['behind a division', `a / 2 / 1 & (b)/1 & "/" & ${nested('(', '??a)', 30)}`],
    ['behind a percent sign', `% /"/ & ${nested('(', '??a)', 30)}`],
    ['behind a sort', `a^(b) /"/ & ${nested('(', '??a)', 30)}`],
    ['behind an empty filter', `a[] /"/ & ${nested('(', '??a)', 30)}`],
    ['behind a function', `function(){1} /"/ & ${nested('(', '??a)', 30)}`],
    ['in transforms', nested('|', '??a|{}|', 30)],
    ['behind a comment', `/* ( " */ ${nested('(', '/* ) */??a)', 30)}`],
  ])('%s', (_, text) => {
    const parsed = parseExpression(text)
    expect(parsed).toMatchObject({ ok: false, message: expect.stringMatching(/several steps/) })
  })

  it('by its length and by its tokens', () => {
    const long = `"${'a'.repeat(longestExpression)}"`
    expect(parseExpression(long)).toMatchObject({ ok: false })
    expect(parseExpression(`[${'1,'.repeat(6000)}1]`)).toMatchObject({ ok: false })
  })

  it.each([
    nested('(', ')', 500),
    nested('(', '??a)', 7),
    `{${Array.from({ length: 100 }, (_, at) => `"f${at}": start.f${at} ?? ""`).join(', ')}}`,
    `[1${', $replace(a ?? "", /[^0-9"]/, "") ?? (b / 2)'.repeat(20)}]`,
    `($f := function($x) { $x / 2 < 3 }; {${'"a": ($f(a ?? 1) ?? b),'.repeat(20)} "z": 1})`,
    `(($f := $trim(a ?? ""); $f) ?? b) & "/" & (c ?: "??")`,
  ])('unlike %s', (text) => expect(parseExpression(text)).toMatchObject({ ok: true }))
})

/**
 * Pieces of expressions in any order: most of the texts do not parse, and the others are unusual.
 */
const piece = fc.constantFrom(
  'a',
  '`b`',
  '$v',
  '"s"',
  "'(??'",
  '"\\""',
  '1',
  '/x/',
  '/[(]"/',
  '/* ( ?? */',
  'and',
  'in',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '??',
  '?:',
  '?',
  ':',
  ',',
  ';',
  '.',
  '&',
  '|',
  '^(',
  '<',
  '>',
  '/',
  '*',
  '%',
  '-',
  'function($x){',
  '$f(',
  '"k":',
  ':=',
  ' ',
  '~>',
  'a"',
  '[]',
  '..',
)
const odd = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''))

/** Expressions that parse, with `??` and `?:` in all places. */
const { whole } = fc.letrec<{ whole: string }>((tie) => {
  const one = tie('whole')
  const around = (before: string, between: string, behind: string) =>
    fc.tuple(one, one).map((both) => `${before}${both.join(between)}${behind}`)
  return {
    whole: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom('a', '1', '"("', '`??`', 'a.b', '$v', '/* " */ a', 'and'),
      around('(', '??', ')'),
      around('[', '?:', ']'),
      around('a[', '??', ']'),
      around('{"k":', '??', '}'),
      around('$f(', ',/["(]/) ?? (', ')'),
      around('', '??', ''),
      around('(', '/', ')'),
      around('(', ';', ')'),
      around('a ? ', ' : ', ''),
      around('function($x){', '??', '}'),
      around('|', '|{"b":', '}|'),
      around('a^(', ',>', ')'),
      around('function($x)<s(n)>{(', ')??', '}'),
    ),
  }
})

test.each([
  ['pieces', odd, 4000],
  ['whole ones', whole, 1500],
])('no parse makes more nodes than its effort says: %s', (_, texts, numRuns) => {
  let parsed = 0
  fc.assert(
    fc.property(texts, (text) => {
      let effort: number
      try {
        effort = parseEffort(text)
      } catch {
        return
      }
      let nodes: number
      try {
        nodes = nodesOf(jsonata(text).ast())
      } catch {
        return
      }
      parsed += 1
      expect(nodes).toBeLessThanOrEqual(effort)
    }),
    { numRuns },
  )
  expect(parsed).toBeGreaterThan(100)
})
