import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Problem } from '../problem.ts'
import { sentencesOf } from './schema-error.ts'
import type { Check } from './subject.ts'

/** Formats are not known here on purpose: an unknown one is allowed by the standard and left to the form. */
const ajv = new Ajv2020({ strict: false, allErrors: true, addUsedSchema: false, validateFormats: false, logger: false })

const invalid = (path: string, message: string): Problem => ({ code: 'invalid_start_data', severity: 'error', message, path })

/** The start data is described by a JSON Schema (draft 2020-12) of an object. */
export const checkStartData: Check = ({ definition: { startData } }) => {
  const type = startData['type']
  if (type !== undefined && type !== 'object') return [invalid('startData.type', 'The start data is an object: its schema must have "type": "object".')]
  if (ajv.validateSchema(startData) !== true)
    return sentencesOf(ajv.errors ?? []).map(({ path, message }) => invalid(path ? `startData.${path}` : 'startData', `This is no valid JSON Schema: ${message}`))
  try {
    ajv.compile(startData)
    return []
  } catch (error) {
    return [invalid('startData', `This is no valid JSON Schema: ${error instanceof Error ? error.message : String(error)}.`)]
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const checkSettings: Check = ({ definition: { settings } }) =>
  settings.timeZone === undefined || isTimeZone(settings.timeZone)
    ? []
    : [{ code: 'unknown_time_zone', severity: 'error', message: `There is no time zone "${settings.timeZone}". Use an IANA name such as America/New_York.`, path: 'settings.timeZone' }]
