import { placeInSchema } from '../json-schema/problems.ts'
import type { Problem } from '../workflow/problem.ts'
import { formProblems } from './form-problems.ts'
import type { Check } from './subject.ts'

const invalid = (path: string, message: string): Problem => ({
  code: 'invalid_start_data',
  severity: 'error',
  message,
  path,
})

/** The start data has a JSON Schema (draft 2020-12) of an object. */
export const checkStartData: Check = ({ definition: { startData } }) => {
  const type = startData['type']
  if (type !== undefined && type !== 'object')
    return [
      invalid(
        'startData.type',
        'The start data is an object: its schema must have "type": "object".',
      ),
    ]
  return formProblems(startData).map(({ pointer, message }) =>
    invalid(placeInSchema('startData', pointer), message),
  )
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
    : [
        {
          code: 'unknown_time_zone',
          severity: 'error',
          message:
            `There is no time zone "${settings.timeZone}". Use an IANA name such as ` +
            'America/New_York.',
          path: 'settings.timeZone',
        },
      ]
