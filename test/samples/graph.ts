import { definitionSchema, type Definition, type Step } from '#lib/domain/workflow/definition'

type StepParts = Partial<Omit<Step, 'id' | 'after' | 'on_failure'>>

const arrow = /\s*-(?:(?:(!(?:continue|fail))|([a-z0-9_]+))-)?>\s*/

/**
 * A definition from a drawing, so that a test shows its graph. Each line is a chain:
 *
 *     a -> b -> d            b after a, d after b
 *     a -> c -> d            d joins both branches
 *     b -yes-> e             e when b left by "yes"
 *     c -!continue-> f       f handles the failure of c, and the run goes on (or `-!fail->`)
 *
 * `parts` gives steps what they need beyond their place (type, config, …); `type` is the type of
 * those that have none.
 */
export function graph(
  drawing: string,
  parts: Record<string, StepParts> = {},
  more: { type?: string; settings?: Definition['settings'] } = {},
): Definition {
  const steps = new Map<string, Step>()
  const step = (id: string): Step => {
    const found = steps.get(id) ?? {
      id,
      type: more.type ?? 'echo',
      title: id,
      config: {},
      ...parts[id],
      after: [],
    }
    steps.set(id, found)
    return found
  }
  for (const line of drawing
    .split('\n')
    .map((text) => text.trim())
    .filter(Boolean)) {
    // Splitting by a pattern with two groups gives: id, failure, via, id, failure, via, id …
    const [first, ...rest] = line.split(arrow)
    let before = step(first ?? '')
    for (let index = 0; index < rest.length; index += 3) {
      const [failure, via, id] = rest.slice(index, index + 3)
      const next = step(id ?? '')
      if (failure)
        before.on_failure = { step: next.id, then: failure === '!continue' ? 'continue' : 'fail' }
      else next.after.push({ step: before.id, ...(via ? { via } : {}) })
      before = next
    }
  }
  return definitionSchema.parse({ steps: [...steps.values()], settings: more.settings ?? {} })
}
