import { expect, it } from 'vitest'
import { heard } from './heard.ts'

it('takes what the editor said a moment ago for no news', () => {
  // Somebody typed on before the first letter came back.
  expect(heard(['D', 'De', 'Dea'], 'D', 'Dea')).toEqual({ left: ['De', 'Dea'], isNew: false })
  expect(heard(['De', 'Dea'], 'Dea', 'Dea')).toEqual({ left: [], isNew: false })
})

it('keeps what is not heard yet where a text was said twice', () => {
  const typed = ['a', 'ab', 'a', 'ac']
  const first = heard(typed, 'a', 'ac')
  expect(first).toEqual({ left: ['ab', 'a', 'ac'], isNew: false })
  expect(heard(first.left, 'ab', 'ac')).toEqual({ left: ['a', 'ac'], isNew: false })
})

it('takes over what was changed elsewhere, also to what was said long ago', () => {
  expect(heard([], 'De', 'Dear')).toEqual({ left: [], isNew: true })
  const caughtUp = heard(['a', 'ab', 'a'], 'a', 'a').left
  expect(heard(caughtUp, 'ab', 'a').isNew).toBe(true)
})
