import type { EnteredPlan, EstimateFields, LineFields, PayerFields } from './estimate.ts'

const nothingEntered: EnteredPlan = {
  copay: '',
  coinsurance: '',
  deductibleLeft: '',
  outOfPocketLeft: '',
  order: '',
  kindOfVisit: '',
}
const lineFieldNames = ['procedureCode', 'serviceTypeCode', 'charge', 'allowed', 'network', 'place']
const payerFieldNames = [
  'connection',
  'payerId',
  'memberId',
  'pasted',
  'coordination',
  ...Object.keys(nothingEntered),
]

/** The form has a place for this number of payers. */
export const maxPayers = 5

/** An empty service; the numbers of services and payers are unique in one form. */
export const newLine = (number: number): LineFields => ({
  key: `service-${number}`,
  procedureCode: '',
  serviceTypeCode: '',
  charge: '',
  allowed: '',
  network: 'in',
  place: '',
})

/** An empty payer. */
export const newPayer = (number: number): PayerFields => ({
  key: `payer-${number}`,
  source: 'ask',
  connection: '',
  payerId: '',
  memberId: '',
  pasted: '',
  coordination: '',
  entered: nothingEntered,
})

/** The paths of all fields that the form shows, as issues name them. */
export function fieldPaths({ lines, payers }: EstimateFields): Set<string> {
  const ofLines = lines.flatMap(({ key }) => lineFieldNames.map((field) => `${key}.${field}`))
  const ofPayers = payers.flatMap(({ key }) => payerFieldNames.map((field) => `${key}.${field}`))
  return new Set(['npi', 'dateOfService', ...ofLines, ...ofPayers])
}

/** The fields with the first clearinghouse for payers without a chosen one. */
export function withConnections(
  fields: EstimateFields,
  clearinghouses: readonly { slug: string }[],
): EstimateFields {
  const [first] = clearinghouses
  return {
    ...fields,
    payers: fields.payers.map((payer) => ({
      ...payer,
      connection: payer.connection || (first?.slug ?? ''),
    })),
  }
}

/** Whether a payer is asked, for which the provider's NPI is needed. */
export const asksPayers = ({ payers }: EstimateFields): boolean =>
  payers.some(({ source }) => source === 'ask')

/** Whether all required fields have a value. */
export function isComplete(fields: EstimateFields): boolean {
  const filled = (...texts: string[]) => texts.every((text) => text.trim() !== '')
  return (
    fields.lines.every(({ charge }) => filled(charge)) &&
    fields.payers.every(({ source, payerId, memberId, connection, pasted }) =>
      source === 'ask' ? filled(payerId, memberId, connection) : filled(pasted),
    ) &&
    (!asksPayers(fields) || filled(fields.npi))
  )
}

/** The titles of the services by their keys: `Service 1 (70551)`. */
export const lineTitlesOf = ({ lines }: EstimateFields): Record<string, string> =>
  Object.fromEntries(
    lines.map(({ key, procedureCode }, index) => {
      const title = `Service ${index + 1}`
      return [key, procedureCode ? `${title} (${procedureCode})` : title]
    }),
  )
