import { expect, it, vi } from 'vitest'
import { givenBackOf } from './take-next.ts'

it('remembers in the tab which screens were given back, until the person wants them', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    },
  })
  const ana = givenBackOf('one.ana')
  for (const id of ['a', 'b', 'a']) ana.add(id)
  expect(ana.ids()).toEqual(['b', 'a'])
  expect(givenBackOf('one.ben').ids()).toEqual([])
  ana.remove('b')
  expect(ana.ids()).toEqual(['a'])
  // A request may leave out a hundred: the oldest come again.
  for (let count = 0; count < 120; count++) ana.add(`screen ${count}`)
  expect(ana.ids()).toHaveLength(100)
  ana.clear()
  expect(ana.ids()).toEqual([])
  vi.unstubAllGlobals()
})
