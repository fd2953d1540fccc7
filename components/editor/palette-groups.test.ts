import { describe, expect, it } from 'vitest'
import { stepTypeInfos } from '#lib/steps/registry'
import { paletteGroups } from './palette-groups.ts'

const types = stepTypeInfos()
const firstFor = (query: string) => paletteGroups(types, query)[0]?.types[0]?.type

describe('the palette', () => {
  it('shows every step type once', () => {
    const shown = paletteGroups(types, '').flatMap((group) => group.types.map(({ type }) => type))
    expect(shown.toSorted()).toEqual(types.map(({ type }) => type).toSorted())
  })

  it.each([
    ['loop', 'for-each'],
    ['if', 'condition'],
    ['delay', 'wait'],
    ['email', 'send-email'],
    ['e-mail', 'send-email'],
    ['approve', 'screen'],
    ['transform', 'transform'],
    ['while', 'while'],
    ['sub', 'sub-workflow'],
    ['wait for', 'wait-for-result'],
    ['insurance', 'check-eligibility'],
    ['database', 'sql-query'],
  ])('puts first what is meant by “%s”', (query, type) => expect(firstFor(query)).toBe(type))

  it('finds nothing for what is nothing', () => expect(paletteGroups(types, 'zebra')).toEqual([]))
})
