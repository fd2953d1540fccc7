import { humanName } from '#lib/domain/human-name'
import { titlesWithin } from '#lib/domain/workflow/field-titles'

const ofStep: Record<string, string> = {
  title: 'Title',
  type: 'Type of step',
  typeVersion: 'Version of the type',
  after: 'Comes after',
  before_complete: 'Code before completing',
  on_failure: 'When it fails',
  retry: 'Tries',
  timeoutSeconds: 'Time limit',
  priority: 'Priority',
}

/** `config.fields.0.label` as “Fields › 1 › Label”, by the titles of the type's settings. */
export function stepFieldName(path: string, configSchema: unknown): string {
  const [first = '', ...keys] = path.split('.')
  if (first === 'config') return titlesWithin(configSchema, keys).join(' › ') || 'Settings'
  return [ofStep[first] ?? humanName(first), ...titlesWithin(undefined, keys)].join(' › ')
}

/** `startData.properties.name.title` as “Start form › Name › Title”. */
export function workflowFieldName(path: string): string {
  const [first = '', ...keys] = path.split('.')
  const name = first === 'startData' ? 'Start form' : 'Settings'
  const shown = first === 'startData' ? keys.filter((key) => key !== 'properties') : keys
  return [name, ...titlesWithin(undefined, shown)].join(' › ')
}

const ofGroup: Record<string, string> = { name: 'Name', colour: 'Colour', steps: 'Steps' }

/** The name of a field of a group. */
export const groupFieldName = (path: string): string => ofGroup[path] ?? humanName(path)

/** The name of a field of a note. */
export const noteFieldName = (path: string): string => (path === 'kind' ? 'What it is for' : 'Text')
