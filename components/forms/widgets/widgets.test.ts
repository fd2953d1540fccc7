import { expect, it } from 'vitest'
import { widgets } from './widgets.ts'

it('names functions only: rjsf refuses a form whose widget is anything else', () => {
  const others = Object.entries(widgets).filter(([, widget]) => typeof widget !== 'function')
  expect(others).toEqual([])
})
