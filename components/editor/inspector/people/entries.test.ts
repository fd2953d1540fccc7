import { expect, it } from 'vitest'
import type { CompletionItem } from '#components/code/code-help'
import { entryOf, withKnown, withValue, type Known } from './entries.ts'

const ana: Known = {
  value: 'ana@example.com',
  title: 'Ana Ruiz',
  also: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
}
const items: CompletionItem[] = [
  { path: 'start.manager', detail: 'text', title: 'Manager', from: 'Start form' },
  { path: 'start.team', detail: 'list', title: 'Team', from: 'Start form' },
]

it.each([
  ['ANA@example.com', 'known', 'Ana Ruiz'],
  ['0199D3A0-7c2e-7b1a-9a53-1f6a52f4c001', 'known', 'Ana Ruiz'],
  ['bob@example.com', 'stranger', 'bob@example.com (not here)'],
  [{ $: 'start.manager' }, 'value', 'Manager'],
  [{ $: 'start.manager & "@example.com"' }, 'code', 'start.manager & "@example.com"'],
  [{ $: '' }, 'value', 'A value'],
])('%j is shown as %s', (written, kind, title) =>
  expect(entryOf(written, [ana], items)).toEqual({ kind, title }),
)

it('says of nobody that they are not here before it knows who is', () =>
  expect(entryOf('bob@example.com', undefined, items).title).toBe('bob@example.com'))

it('names nobody twice', () => {
  expect(withKnown([], ana)).toEqual(['ana@example.com'])
  expect(withKnown(['Ana@Example.com'], ana)).toEqual(['Ana@Example.com'])
  expect(withKnown([ana.also?.[0]], ana)).toEqual([ana.also?.[0]])
})

it('takes a value as an entry, and a list in place of all entries', () => {
  const manager = { $: 'start.manager' }
  expect(withValue(['a@b.c'], 'start.manager', items)).toEqual(['a@b.c', manager])
  expect(withValue([manager], 'start.manager', items)).toEqual([manager])
  expect(withValue(['a@b.c'], 'start.team', items)).toEqual({ $: 'start.team' })
})
