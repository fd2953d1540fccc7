import { afterEach, expect, it, vi } from 'vitest'
import { keepPanes, panesChoice, panesCookie, widthWithin } from './stored-panes.ts'

afterEach(() => vi.unstubAllGlobals())

it('what a person chose for the panes is read back from its cookie', () => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  const choice = { palette: false, inspector: true, values: true, width: 420 }
  keepPanes(choice)
  const kept = new RegExp(`^${panesCookie}=(?<value>[^;]*);`).exec(page.cookie)?.groups?.['value']
  expect(panesChoice(kept)).toEqual(choice)
})

it('without a cookie, or with a strange one, nothing is chosen', () => {
  expect(panesChoice(undefined)).toEqual({})
  expect(panesChoice('{"palette":true}')).toEqual({})
  expect(panesChoice('width=wide')).toEqual({})
  expect(widthWithin(panesChoice('width=9000').width)).toBe(760)
})
