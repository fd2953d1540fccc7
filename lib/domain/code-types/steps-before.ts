import { branchNames } from '../workflow/branch-names.ts'
import type { Edge, Step } from '../workflow/definition.ts'
import { graphOf, topologicalOrder, upstreamOf, type Graph } from '../workflow/graph.ts'
import { beginsBody, bodiesOf, isLoop } from '../workflow/loops.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'

/**
 * What must have happened for a step to run: the branches that lead to it, the innermost first.
 * Without one, it runs in every run.
 */
type Gate = { around: Gate | undefined; step: string; via: string | undefined } | undefined

function chainOf(gate: Gate): Gate[] {
  const chain: Gate[] = []
  for (let at = gate; at; at = at.around) chain.push(at)
  return [...chain, undefined]
}

/** The steps whose outputs the code of a step can read. `surely`: they ran whenever it runs. */
export type StepBefore = { step: Step; surely: boolean }

/** What the code of each step of a definition can read; prepared once for all of its steps. */
export class StepsBefore {
  readonly #graph: Graph
  readonly #bodies: Map<string, Set<string>>
  readonly #types: ReadonlyMap<string, StepTypeInfo>
  readonly #gates = new Map<string, Gate>()
  readonly #branchGates = new Map<string, Gate>()

  constructor(steps: readonly Step[], types: ReadonlyMap<string, StepTypeInfo>) {
    this.#graph = graphOf(steps)
    this.#bodies = bodiesOf(steps)
    this.#types = types
    for (const id of topologicalOrder(this.#graph)) {
      const step = this.#graph.steps.get(id)
      if (step) this.#gates.set(id, this.#gateOf(step))
    }
  }

  /** The loops whose body contains a step, itself or as the handler of a step there. */
  loopsAround(id: string): string[] {
    const places = [id, ...(this.#graph.handlers.get(id) ?? [])]
    return [...this.#bodies]
      .filter(([, body]) => places.some((each) => body.has(each)))
      .map(([loop]) => loop)
  }

  /** Whether it handles the failure of another step. */
  isHandler(id: string): boolean {
    return this.#graph.handlers.has(id)
  }

  /** The outputs that the code of a step can read, by the same rules as expressions. */
  of(id: string): StepBefore[] {
    const around = this.loopsAround(id)
    const handled = this.#graph.handlers.get(id)
    const upstream = upstreamOf(this.#graph, id)
    const readable = (other: string): boolean =>
      other !== id &&
      !this.#graph.handlers.has(other) &&
      !around.includes(other) &&
      this.loopsAround(other).every((loop) => around.includes(loop)) &&
      (handled !== undefined || upstream.has(other))
    const ran = (handled ?? [id]).map((each) => this.#ranBefore(each))
    return [...this.#graph.steps.values()]
      .filter((step) => readable(step.id))
      .map((step) => ({ step, surely: ran.every((before) => before(step.id)) }))
  }

  /** Whether a step surely ran when the one with this id runs. */
  #ranBefore(id: string): (other: string) => boolean {
    const upstream = upstreamOf(this.#graph, id)
    const gates = new Set(chainOf(this.#gates.get(id)))
    return (other) =>
      upstream.has(other) && this.#gates.has(other) && gates.has(this.#gates.get(other))
  }

  #gateOf(step: Step): Gate {
    const edges = step.after.filter((edge) => this.#graph.steps.has(edge.step))
    const gates = this.#withWholeBranches(edges)
    const [first, ...others] = gates.map(chainOf)
    if (!first)
      return this.#graph.handlers.has(step.id) ? this.#branchGate(step.id, 'failed') : undefined
    const common = first.find((gate) => others.every((chain) => chain.includes(gate)))
    if (gates.includes(common)) return common
    // One of several branches leads here, and which one is not known.
    return { around: common, step: step.id, via: undefined }
  }

  /** The gates of the edges. All branches of a step together are as good as the step itself. */
  #withWholeBranches(edges: Edge[]): Gate[] {
    const vias = new Map<string, Set<string>>()
    for (const { step, via } of edges)
      if (via !== undefined) vias.set(step, (vias.get(step) ?? new Set()).add(via))
    const whole = [...vias].filter(([id, taken]) => {
      const step = this.#graph.steps.get(id)
      const names = step && branchNames(this.#types.get(step.type)?.branches, step.config)
      return names !== undefined && names.every((name) => taken.has(name))
    })
    return [
      ...edges.map((edge) => this.#edgeGate(edge)),
      ...whole.map(([id]) => this.#gates.get(id)),
    ]
  }

  #edgeGate(edge: Edge): Gate {
    const { step: id, via } = edge
    const source = this.#graph.steps.get(id)
    // A loop always ends by its other branch.
    const isAfterLoop = source !== undefined && isLoop(source) && !beginsBody(edge, id)
    return via === undefined || isAfterLoop ? this.#gates.get(id) : this.#branchGate(id, via)
  }

  #branchGate(step: string, via: string): Gate {
    const key = `${step}|${via}`
    const known = this.#branchGates.get(key)
    if (known) return known
    const gate = { around: this.#gates.get(step), step, via }
    this.#branchGates.set(key, gate)
    return gate
  }
}
