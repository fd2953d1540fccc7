import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { addStep } from './commands/add-step.ts'
import { changeStep } from './commands/change-step.ts'
import { removeSteps } from './commands/remove-steps.ts'
import { createEditorStore, type EditorStore } from './store.ts'

const step = (id: string): Step => ({ id, type: 'transform', title: id, after: [], config: {} })
const setUp = (readOnly?: string) => {
  const clock = { now: 0 }
  const store = createEditorStore(
    { ...emptyDefinition, steps: [step('a'), step('b')] },
    new Map(),
    { now: () => clock.now, readOnly },
  )
  const type = (title: string) =>
    store.getState().run(changeStep('a', { title }), { coalesce: 'title:a' })
  return {
    store,
    clock,
    type,
    titles: () => store.getState().definition.steps.map((one) => one.title),
  }
}

describe('history', () => {
  it('undoes typing as one step, and does it again', () => {
    const { store, clock, type, titles } = setUp()
    for (const title of ['x', 'xy', 'xyz']) {
      clock.now += 200
      type(title)
    }
    store.getState().undo()
    expect(titles()).toEqual(['a', 'b'])
    store.getState().redo()
    expect(titles()).toEqual(['xyz', 'b'])
  })

  it('begins a new step after a pause', () => {
    const { store, clock, type, titles } = setUp()
    type('x')
    clock.now += 1500
    type('xy')
    store.getState().undo()
    expect(titles()).toEqual(['x', 'b'])
  })

  it('takes back one visit of a field, however soon the next one came', () => {
    const { store, type, titles } = setUp()
    type('x')
    type('xy')
    store.getState().settle()
    type('z')
    store.getState().undo()
    expect(titles()).toEqual(['xy', 'b'])
    store.getState().undo()
    expect(titles()).toEqual(['a', 'b'])
  })

  it('does not join what an undo stands between', () => {
    const { store, type, titles } = setUp()
    type('x')
    store.getState().undo()
    type('z')
    store.getState().undo()
    expect(titles()).toEqual(['a', 'b'])
  })

  it('forgets what was undone when something new is done', () => {
    const { store, type, titles } = setUp()
    type('x')
    store.getState().undo()
    store.getState().run(removeSteps(['b']))
    store.getState().redo()
    expect(titles()).toEqual(['a'])
    expect(store.getState().announcement.text).toBe('Nothing to redo.')
  })

  it('brings the selection back with the steps', () => {
    const { store } = setUp()
    store.getState().select(['b'])
    store.getState().run(removeSteps(['b']))
    expect(store.getState().selection).toEqual([])
    store.getState().undo()
    expect(store.getState().selection).toEqual(['b'])
  })

  it('keeps no moment for a command that changes nothing', () => {
    const { store } = setUp()
    store.getState().run(removeSteps(['nobody']))
    expect(store.getState().past).toEqual([])
  })

  it('changes nothing when it is read only', () => {
    const { store, type, titles } = setUp('Your role does not let you.')
    type('x')
    expect(titles()).toEqual(['a', 'b'])
    expect(store.getState().announcement.text).toBe('Your role does not let you.')
  })
})

it('undoes what this person did, and keeps what others did since', () => {
  const { store, type, titles } = setUp()
  type('mine')
  const retitled = (id: string, title: string, definition: Definition): Definition => ({
    ...definition,
    steps: definition.steps.map((one) => (one.id === id ? { ...one, title } : one)),
  })
  const theirs = (definition: Definition) => retitled('b', 'theirs', definition)
  store.getState().receive({
    definition: theirs(store.getState().definition),
    recall: theirs,
    by: ['Kim'],
  })
  expect(store.getState().announcement.text).toBe('Changed by Kim.')
  expect(titles()).toEqual(['mine', 'theirs'])
  store.getState().undo()
  expect(titles()).toEqual(['a', 'theirs'])
  store.getState().redo()
  expect(titles()).toEqual(['mine', 'theirs'])
})

describe('a step that was just added', () => {
  const transform = { type: 'transform', title: 'Transform', configSchema: {} } as StepTypeInfo
  const add = (store: EditorStore) =>
    store.getState().run(addStep(transform, { after: 'b' }, new Map(), {}))
  const fresh = (store: EditorStore) => store.getState().fresh

  it('stays so while it alone is selected, also under the name of its title', () => {
    const { store } = setUp()
    store.getState().run(changeStep('a', { title: 'Other' }))
    expect(fresh(store)).toBeUndefined()
    add(store)
    const [added = ''] = store.getState().selection
    store.getState().focusOn(added, 'title')
    expect(fresh(store)).toBe(added)
    store.getState().run(changeStep(added, { title: 'Note' }), { coalesce: `title:${added}` })
    expect(fresh(store)).toBe(store.getState().selection[0])
    store.getState().select([added])
    expect(fresh(store)).toBe(store.getState().selection[0])
  })

  it.each<[string, (store: EditorStore, added: string) => void]>([
    ['another is selected', (store) => store.getState().select(['a'])],
    ['several are selected', (store, added) => store.getState().select([added, 'a'])],
    [
      'one of its problems is looked for',
      (store, added) => store.getState().focusOn(added, 'after'),
    ],
    ['another level is opened', (store) => store.getState().openLevel(['a'])],
  ])('is one like the others once %s', (_when, leave) => {
    const { store } = setUp()
    add(store)
    const [added = ''] = store.getState().selection
    leave(store, added)
    store.getState().select([added])
    expect(fresh(store)).toBeUndefined()
  })
})
