import type { PayerCriterion } from '#lib/domain/payer-document'
import { unknownKey } from './limits.ts'

/** A value as text that is searched for: comma, dollar and backslash have a meaning in FHIR searches (R4 §3.1.1.5.6). */
const literal = (value: string) => value.replace(/[\\,$]/g, String.raw`\$&`)
const reference = (type: string) => (value: string) => (value.includes('/') ? literal(value) : `${type}/${literal(value)}`)

type Parameter = { name: string | ((value: string) => string); value?: (value: string) => string }

/** Keys as payers' archives call them, and the search parameters of DocumentReference (R4) that they are. */
const keys: Record<string, Parameter> = {
  DocumentId: { name: '_id' },
  // A code is matched as one; words are searched for in what people read.
  DocumentType: { name: (value) => (/^\S+$/.test(value) ? 'type' : 'type:text') },
  PatientId: { name: 'patient', value: reference('Patient') },
  PatientName: { name: 'patient.name' },
  MemberId: { name: 'patient.identifier' },
  PayerId: { name: 'custodian', value: reference('Organization') },
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
/** Search parameters that can be named as they are. */
const own = ['identifier', 'patient', 'subject', 'type', 'category', 'date', 'period', 'description', 'contenttype', 'custodian', 'author', 'encounter', 'event', 'facility', 'format', 'language', 'location', 'related', 'relatesto', 'relation', 'security-label', 'setting', 'status']
const known = new Map<string, Parameter>([...own.map((name): [string, Parameter] => [name, { name }]), ...Object.entries(keys).map(([key, parameter]): [string, Parameter] => [key.toLowerCase(), parameter])])

/** The criteria as search parameters; documents that were replaced or entered in error stay out unless a status is asked for. Throws 400 for a key that is none. */
export function fhirSearch(criteria: PayerCriterion[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const [index, { Key, Value }] of criteria.entries()) {
    const parameter = known.get(Key.toLowerCase())
    if (!parameter) throw unknownKey(index, Key, [...Object.keys(keys), ...own])
    const name = typeof parameter.name === 'string' ? parameter.name : parameter.name(Value)
    query.append(name, (parameter.value ?? literal)(Value))
  }
  if (!query.has('status')) query.append('status', 'current')
  return query
}
