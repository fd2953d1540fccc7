import type { Definition } from '#lib/domain/workflow/definition'
import { closesCircle } from '../model/graph.ts'
import { mapStep, titleOf, type Command } from './command.ts'

export type Connection = { from: string; to: string; via?: string | undefined }

/** Why a connection cannot be made, as a sentence; undefined when it can. */
export function refusalOf(
  definition: Definition,
  { from, to, via }: Connection,
): string | undefined {
  if (from === to) return 'A step cannot follow itself.'
  const target = definition.steps.find((step) => step.id === to)
  if (!target || !definition.steps.some((step) => step.id === from))
    return 'That step is not there any more.'
  if (target.after.some((edge) => edge.step === from && edge.via === via))
    return `${titleOf(definition, to)} follows ${titleOf(definition, from)} already.`
  if (definition.steps.some((step) => step.on_failure?.step === to))
    return `${titleOf(definition, to)} handles failures; it follows nothing else.`
  if (closesCircle(definition, from, to)) return describeCircle(definition, from, to)
  return undefined
}

const describeCircle = (definition: Definition, from: string, to: string): string =>
  `That would make a circle: ${titleOf(definition, from)} runs after ${titleOf(definition, to)}.`

/**
 * Makes `to` follow `from` (by a branch). A refused connection changes nothing and announces the
 * reason.
 */
export function connect(connection: Connection): Command {
  return (definition) => {
    const refusal = refusalOf(definition, connection)
    if (refusal) return { definition, says: refusal }
    const { from, to, via } = connection
    const branch = via ? `, branch ${via}` : ''
    return {
      definition: mapStep(definition, to, (step) => ({
        ...step,
        after: [...step.after, { step: from, ...(via === undefined ? {} : { via }) }],
      })),
      says: `${titleOf(definition, to)} now follows ${titleOf(definition, from)}${branch}.`,
    }
  }
}

/** Replaces a connection by another one; keeps it when the new one is refused. */
export function reconnect(old: Connection, next: Connection): Command {
  return (definition) => {
    const cut = disconnect([old])(definition)
    const joined = connect(next)(cut.definition)
    return joined.definition === cut.definition ? { ...joined, definition } : joined
  }
}

/** Takes connections away. */
export function disconnect(connections: Connection[]): Command {
  return (definition) => {
    const cut = (from: string, to: string, via: string | undefined) =>
      connections.some((one) => one.from === from && one.to === to && one.via === via)
    let count = 0
    const steps = definition.steps.map((step) => {
      const after = step.after.filter((edge) => !cut(edge.step, step.id, edge.via))
      count += step.after.length - after.length
      return after.length === step.after.length ? step : { ...step, after }
    })
    return count === 0
      ? { definition }
      : {
          definition: { ...definition, steps },
          says: count === 1 ? 'Connection removed.' : `${count} connections removed.`,
        }
  }
}
