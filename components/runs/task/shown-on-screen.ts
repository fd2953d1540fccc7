import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { schemaOfShown } from '#lib/domain/run/schema-of-shown'
import type { Definition } from '#lib/domain/workflow/definition'

type Shown = { label?: unknown; value?: unknown }

const labelOf = ({ label }: Shown, index: number): string =>
  typeof label === 'string' ? label : `Part ${index + 1}`

/**
 * What a screen showed, by its labels: the rest of its input describes its form. Undefined for other
 * steps, and for a screen that showed nothing.
 */
export function shownOnScreen({
  stepType,
  input,
}: Pick<RunPageTask, 'stepType' | 'input'>): Record<string, unknown> | undefined {
  const { show } = (input ?? {}) as { show?: unknown }
  if (stepType !== 'screen' || !Array.isArray(show) || show.length === 0) return undefined
  return Object.fromEntries(
    (show as Shown[]).map((shown, index) => [labelOf(shown, index), shown.value]),
  )
}

/** What the start form says about the values that a screen showed, by their labels. */
export function schemaOfScreen(
  { definition }: Pick<RunPage, 'definition'>,
  { stepId, input }: Pick<RunPageTask, 'stepId' | 'input'>,
): Record<string, unknown> | undefined {
  const { show } = (input ?? {}) as { show?: unknown }
  if (!Array.isArray(show)) return undefined
  const properties = (show as Shown[]).map((shown, index) => [
    labelOf(shown, index),
    // The label stays what the author of the screen wrote.
    { ...schemaOfShown(definition as Definition, stepId, index), title: labelOf(shown, index) },
  ])
  return { properties: Object.fromEntries(properties) as object }
}
