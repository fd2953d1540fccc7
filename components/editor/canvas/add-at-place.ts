import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { addStep } from '../commands/add-step.ts'
import type { Command } from '../commands/command.ts'
import { connect } from '../commands/connect.ts'
import { insertStep } from '../commands/insert-step.ts'
import { setFailureHandler } from '../commands/set-failure-handler.ts'
import { branchesOfStep, positionsOf } from '../model/layout/positions.ts'
import type { KnownConnection } from '../inspector/config/known.ts'
import { findStep } from '../model/graph.ts'
import { freePlace } from '../levels/free-place.ts'
import { onlyConnection } from '../model/only-connection.ts'
import type { EditorState, EditorStore, NewPlace } from '../store.ts'

/** One command after another; the new step stays selected, and the first sentence is said. */
const then =
  (first: Command, next: (added: string) => Command): Command =>
  (definition) => {
    const added = first(definition)
    const joined = next(added.selection?.[0] ?? '')(added.definition)
    return { ...added, definition: joined.definition }
  }

function commandFor(
  state: EditorState,
  type: StepTypeInfo,
  place: NewPlace,
  given: Record<string, unknown>,
): Command {
  const { definition, types } = state
  if (place.kind === 'line')
    return insertStep(type, place.link, types, positionsOf(definition, types), given)
  const at = place.position ? { position: place.position } : {}
  if (place.kind === 'after')
    return addStep(
      type,
      { after: place.step, ...(place.via === undefined ? {} : { via: place.via }), ...at },
      types,
      given,
    )
  const free = place.kind === 'free' ? freePlace(state, place.position) : at
  const added = addStep(type, free, types, given)
  if (place.kind === 'failure')
    return then(added, (id) => setFailureHandler(place.step, { step: id, then: 'fail' }))
  if (place.kind === 'free') return added
  return then(added, (id) => (now) => {
    const step = findStep(now, id)
    const via = step && branchesOfStep(step, types)[0]
    return connect({ from: id, to: place.step, via })(now)
  })
}

/** Adds a step where the person asked for one, and puts the focus on its title. */
export function addAtPlace(
  store: EditorStore,
  type: StepTypeInfo,
  place: NewPlace,
  connections: KnownConnection[] | undefined,
): void {
  const state = store.getState()
  const command = commandFor(state, type, place, onlyConnection(type, connections))
  state.run(command, { glides: place.kind === 'line' })
  const added = store.getState().selection[0]
  if (added) store.getState().focusOn(added, 'title')
}
