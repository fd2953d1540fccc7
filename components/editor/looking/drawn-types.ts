import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { stepLooks } from '../step-looks.gen.ts'

/** The step types as far as a drawing to look at needs them: it reads and writes no settings. */
export const drawnTypes: ReadonlyMap<string, StepTypeInfo> = new Map(
  Object.entries(stepLooks).map(([type, look]) => [
    type,
    {
      type,
      version: 1,
      description: '',
      effect: 'pure',
      configSchema: {},
      uiSchema: {},
      examples: [],
      ...look,
    },
  ]),
)
