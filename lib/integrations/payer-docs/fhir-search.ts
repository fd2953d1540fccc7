import type { PayerCriterion } from '#lib/domain/provider/payer-document'
import { literal, reference, type SearchParameter, type SearchValue } from '../fhir/search.ts'
import { unknownKey } from './limits.ts'

const referenceTo = (type: string) => (value: string) => reference(type, value)

type Parameter = {
  name: string | ((value: string) => string)
  value?: (value: string) => SearchValue
}

/**
 * Payers' archives' names of keys, and the equivalent search parameters of DocumentReference (R4).
 */
const keys: Record<string, Parameter> = {
  DocumentId: { name: '_id' },
  // Codes are matched as codes; words are searched in the displayed text.
  DocumentType: { name: (value) => (/^\S+$/.test(value) ? 'type' : 'type:text') },
  PatientId: { name: 'patient', value: referenceTo('Patient') },
  PatientName: { name: 'patient.name' },
  MemberId: { name: 'patient.identifier' },
  PayerId: { name: 'custodian', value: referenceTo('Organization') },
  PayerName: { name: 'custodian.name' },
  ClaimNumber: { name: 'identifier' },
  CheckNumber: { name: 'identifier' },
  AuthorizationNumber: { name: 'identifier' },
  ServiceDate: { name: 'period' },
  ReceivedDate: { name: 'date' },
  Description: { name: 'description' },
  MimeType: { name: 'contenttype' },
  Status: { name: 'status' },
}
/** Search parameters that keys may name directly. */
const own = [
  'identifier',
  'patient',
  'subject',
  'type',
  'category',
  'date',
  'period',
  'description',
  'contenttype',
  'custodian',
  'author',
  'encounter',
  'event',
  'facility',
  'format',
  'language',
  'location',
  'related',
  'relatesto',
  'relation',
  'security-label',
  'setting',
  'status',
]
const known = new Map<string, Parameter>([
  ...own.map((name): [string, Parameter] => [name, { name }]),
  ...Object.entries(keys).map(([key, parameter]): [string, Parameter] => [
    key.toLowerCase(),
    parameter,
  ]),
])

/**
 * Turns criteria into search parameters. Excludes documents that were replaced or entered in error
 * unless a status is given. Throws 400 for an unknown key.
 */
export function fhirSearch(criteria: PayerCriterion[]): SearchParameter[] {
  const query = criteria.map(({ Key, Value }, index): SearchParameter => {
    const parameter = known.get(Key.toLowerCase())
    if (!parameter) throw unknownKey(index, Key, [...Object.keys(keys), ...own])
    const name = typeof parameter.name === 'string' ? parameter.name : parameter.name(Value)
    return [name, (parameter.value ?? literal)(Value)]
  })
  if (!query.some(([name]) => name === 'status')) query.push(['status', literal('current')])
  return query
}
