import { describe, expect, it } from 'vitest'
import type { AccessView } from '#lib/contracts/organization/access'
import {
  inForceFor,
  inheritedFor,
  linesOf,
  sentenceOf,
  whereWords,
  withLine,
  withoutGone,
} from './access-words.ts'

const ada = { person: 'a' }
const team = { group: 'g' }
const names = { a: 'Ada', g: 'Intake team', builder: 'Builder' }

const view: AccessView = {
  level: 'workflow',
  id: 'w',
  name: 'Referral',
  rules: { run: [team, ada], screens: { review: [ada] } },
  revision: 1,
  inForce: {
    run: { from: 'workflow', id: 'w', name: 'Referral', entries: [team, ada] },
    edit: { from: 'folder', id: 'f', name: 'Intake', entries: [{ role: 'builder' }] },
    publish: { from: 'organization', id: 'o', name: null, entries: [] },
  },
  inherited: {
    edit: { from: 'folder', id: 'f', name: 'Intake', entries: [{ role: 'builder' }] },
    publish: { from: 'organization', id: 'o', name: null, entries: [] },
  },
  names,
  changedBy: null,
  changedAt: null,
}
const lines = linesOf(view, [{ id: 'review', title: 'Review' }])
const line = (key: string) => {
  const found = lines.find((each) => each.key === key)
  if (!found) throw new Error(`There is no line ${key}.`)
  return found
}
const said = (key: string, roles: string[] = []) => {
  const rule = inForceFor(view, line(key))
  return [sentenceOf(view, line(key), rule, roles), whereWords(view, rule, line(key))]
}

describe('the rules of a workflow read like sentences', () => {
  it('with those who are named, and where the rule stands', () => {
    expect(said('run')).toEqual([
      'The group Intake team, Ada and owners may start runs of it.',
      'set here',
    ])
    expect(said('edit')).toEqual([
      'Everybody with the role Builder and owners may edit it.',
      'from folder Intake',
    ])
    expect(said('publish')).toEqual(['Only owners may publish it.', 'from the organization'])
    expect(said('approve')).toEqual(['Publishing it needs no approval.', 'no rule'])
    expect(said('screens', ['Owner', 'Worker'])).toEqual([
      'Everybody with the role Owner or Worker may do the screens of it.',
      'by role',
    ])
    expect(said('screen review')).toEqual(['Ada and owners may do “Review”.', 'set here'])
  })

  it('has no line for creating, and one for the rule of a step that is gone', () => {
    expect(lines.map(({ key }) => key)).not.toContain('create')
    const bare = linesOf(view, []).map(({ title }) => title)
    expect(bare).toContain('Do “review (not in the draft)”')
    expect(inheritedFor(view, line('screen review'))).toBeUndefined()
    expect(inheritedFor(view, line('run'))).toBeUndefined()
  })
})

describe('a change of one line', () => {
  it('leaves the others as they are', () => {
    expect(withLine(view.rules, line('run'), undefined)).toEqual({ screens: { review: [ada] } })
    expect(withLine(view.rules, line('edit'), [])).toEqual({ ...view.rules, edit: [] })
    expect(withLine(view.rules, line('screens'), [team])).toEqual({
      run: [team, ada],
      screens: { review: [ada], '*': [team] },
    })
    expect(withLine(view.rules, line('screen review'), undefined)).toEqual({ run: [team, ada] })
  })

  it('drops those who are gone, and keeps that the rule is there', () => {
    const rules = { run: [{ person: 'left' }], screens: { review: [ada, { group: 'gone' }] } }
    expect(withoutGone(rules, names)).toEqual({ run: [], screens: { review: [ada] } })
  })
})
