import type { Definition, WorkflowSettings } from '#lib/domain/workflow/definition'
import type { Command } from './command.ts'

/** Replaces the start form's schema. */
export const setStartData =
  (startData: Definition['startData']): Command =>
  (definition) => ({ definition: { ...definition, startData } })

/** Sets fields of the workflow's settings; undefined removes a field. */
export const changeSettings =
  (fields: { [Field in keyof WorkflowSettings]?: WorkflowSettings[Field] | undefined }): Command =>
  (definition) => ({
    definition: {
      ...definition,
      settings: Object.fromEntries(
        Object.entries({ ...definition.settings, ...fields }).filter(
          ([, value]) => value !== undefined,
        ),
      ) as WorkflowSettings,
    },
  })

/** Replaces this definition by another (import, restore). */
export const replaceDefinition =
  (next: Definition, says: string): Command =>
  () => ({ definition: next, selection: [], says })
