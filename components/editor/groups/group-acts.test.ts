import { expect, it } from 'vitest'
import { emptyDefinition, type Step } from '#lib/domain/workflow/definition'
import { duplicateSelected } from '../duplicate-selected.ts'
import { removeEverythingSelected } from '../commands/remove-selected.ts'
import { createEditorStore } from '../store.ts'
import {
  goUp,
  groupSelected,
  openSelectedLevel,
  selectAll,
  toggleLoop,
  ungroupSelected,
} from './group-acts.ts'

const step = (id: string, type: string, after: Step['after'] = []): Step => ({
  id,
  type,
  title: id.toUpperCase(),
  after,
  config: {},
})
const storeOf = () =>
  createEditorStore(
    {
      ...emptyDefinition,
      steps: [
        step('loop', 'for-each'),
        step('in', 'wait', [{ step: 'loop', via: 'each' }]),
        step('call', 'sub-workflow', [{ step: 'in' }]),
        step('out', 'wait', [{ step: 'loop', via: 'done' }]),
      ],
    },
    new Map(),
  )

it('opens levels, finds steps on theirs, and goes up to where it came from', () => {
  const store = storeOf()
  store.getState().select(['loop'])
  openSelectedLevel(store)
  expect(store.getState()).toMatchObject({ level: ['loop'], selection: [] })
  selectAll(store)
  expect(store.getState().selection).toEqual(['in', 'call'])
  store.getState().select(['call'])
  openSelectedLevel(store)
  expect(store.getState().level).toEqual(['loop', 'call'])
  expect(goUp(store)).toBe(true)
  expect(store.getState()).toMatchObject({ level: ['loop'], selection: ['call'] })
  store.getState().focusOn('out', 'title')
  expect(store.getState()).toMatchObject({ level: [], selection: ['out'] })
  expect(goUp(store)).toBe(false)
  store.getState().select(['out'])
  openSelectedLevel(store)
  expect(store.getState().level).toEqual([])
})

it('groups, copies and deletes a collapsed loop with all that is in it', () => {
  const store = storeOf()
  toggleLoop(store, 'loop')
  store.getState().select(['loop'])
  groupSelected(store)
  const { definition, editedGroup } = store.getState()
  expect(Object.keys(definition.groups ?? {})).toEqual([editedGroup])
  expect(definition.steps.map(({ group }) => group !== undefined)).toEqual([
    true,
    true,
    true,
    false,
  ])
  duplicateSelected(store)
  expect(store.getState().definition.steps).toHaveLength(7)
  store.getState().undo()
  store.getState().select(['loop'])
  ungroupSelected(store)
  expect(store.getState().definition.groups).toEqual({})
  removeEverythingSelected(store)
  expect(store.getState().definition.steps.map(({ id }) => id)).toEqual(['out'])
  store.getState().focusOn('out')
  expect(store.getState().level).toEqual([])
})

it('goes into a collapsed loop to a step that is found there', () => {
  const store = storeOf()
  toggleLoop(store, 'loop')
  store.getState().focusOn('in', 'title')
  expect(store.getState()).toMatchObject({ level: ['loop'], selection: ['in'] })
})
