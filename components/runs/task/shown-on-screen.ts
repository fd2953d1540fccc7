import type { RunPageTask } from '#lib/contracts/runs/runs'

type Shown = { label?: unknown; value?: unknown }

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
    (show as Shown[]).map(({ label, value }, index) => [
      typeof label === 'string' ? label : `Part ${index + 1}`,
      value,
    ]),
  )
}
