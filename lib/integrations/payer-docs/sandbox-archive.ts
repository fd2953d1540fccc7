import type { PayerDocument } from '#lib/domain/provider/payer-document'

/*
 * The sandbox archive: 240 documents of 25 invented patients, from January to June 2026, made up
 * from their numbers. The patients are those of the sandbox EMR (EMR-1001 …), so that a workflow
 * can follow one from system to system.
 */

type Kind = { type: string; slug: string }
export type SandboxLine = {
  date: string
  code: string
  text: string
  billed: number
  allowed: number
  paid: number
}
export type SandboxDocument = PayerDocument & {
  patient: { id: string; name: string; memberId: string; birthDate: string }
  payer: { id: string; name: string; street: string; city: string }
  kind: Kind['type']
  number: { name: string; value: string }
  serviceDate: string
  received: string
  lines: SandboxLine[]
}

const kinds: Kind[] = [
  { type: 'Explanation of Benefits', slug: 'eob' },
  { type: 'Remittance Letter', slug: 'remittance' },
  { type: 'Authorization Letter', slug: 'authorization' },
  { type: 'Denial Letter', slug: 'denial' },
]
const payers = [
  {
    id: 'PAY-100',
    name: 'Northwind Health Plan',
    street: '100 Harbor Street',
    city: 'Portland, OR 97201',
  },
  {
    id: 'PAY-101',
    name: 'Blue Harbor Insurance',
    street: '22 Mill Road',
    city: 'Albany, NY 12207',
  },
  { id: 'PAY-102', name: 'Summit Mutual', street: '8 Ridge Avenue', city: 'Denver, CO 80202' },
  {
    id: 'PAY-104',
    name: 'Lakeside Medicare Advantage',
    street: '400 Lake Drive',
    city: 'Madison, WI 53703',
  },
]
const services = [
  ['96413', 'Chemotherapy infusion, first hour', 620],
  ['96415', 'Chemotherapy infusion, each further hour', 140],
  ['71260', 'CT chest with contrast', 980],
  ['78815', 'PET-CT skull base to thigh', 3200],
  ['99214', 'Office visit, established patient', 260],
  ['J9271', 'Pembrolizumab, 1 mg', 9800],
  ['77263', 'Radiation treatment planning', 520],
] as const

// Formatted like the names of the sandbox EMR.
const givenNames = [
  'Avery',
  'Blake',
  'Casey',
  'Devon',
  'Ellis',
  'Finley',
  'Gray',
  'Harper',
  'Indigo',
  'Jordan',
  'Kendall',
  'Logan',
  'Marlow',
  'Nico',
  'Oakley',
  'Parker',
  'Quinn',
  'Reese',
  'Sage',
  'Tatum',
]
const familyNames = [
  'Lindqvist',
  'Okonjo',
  'Marchetti',
  'Vandermeer',
  'Abernathy',
  'Castellano',
  'Dubois',
  'Eriksen',
  'Fontaine',
  'Guerrero',
  'Hoffmann',
  'Ishikawa',
  'Jankowski',
  'Kowalczyk',
  'Lefebvre',
  'Montoya',
  'Nakamura',
  'Ostrowski',
  'Petrenko',
  'Quintero',
]
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const day = (year: number, days: number) =>
  new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10)

function patientOf(index: number): SandboxDocument['patient'] {
  const birthDate = new Date(
    Date.UTC(1932 + ((index * 11) % 70), (index * 5) % 12, 1 + ((index * 13) % 28)),
  )
    .toISOString()
    .slice(0, 10)
  return {
    id: `EMR-${1001 + index}`,
    name: `${at(givenNames, index * 7)} ${at(familyNames, index * 3 + Math.floor(index / 20))}`,
    memberId: `MBR${500_001 + index * 37}`,
    birthDate,
  }
}

function linesOf(index: number, serviceDate: string, denied: boolean): SandboxLine[] {
  return Array.from({ length: 1 + (index % 3) }, (_entry, line) => {
    const [code, text, charge] = at(services, index * 5 + line * 2)
    const allowed = Math.round(charge * (60 + ((index * 7 + line * 11) % 30))) / 100
    return {
      date: serviceDate,
      code,
      text,
      billed: charge,
      allowed: denied ? 0 : allowed,
      paid: denied ? 0 : Math.round(allowed * 80) / 100,
    }
  })
}

function documentOf(index: number): SandboxDocument {
  const kind = at(kinds, index + Math.floor(index / 4))
  // 7 and 25 have no common divisor, so every patient gets documents of every kind and payer.
  const patient = patientOf((index * 7) % 25)
  const payer = at(payers, Math.floor(index / 3))
  const serviceDate = day(2026, (index * 13) % 120)
  const received = day(2026, ((index * 13) % 120) + 9 + (index % 40))
  const numbers: Record<string, { name: string; value: string }> = {
    'Remittance Letter': { name: 'CheckNumber', value: `CHK${700_100 + index}` },
    'Authorization Letter': { name: 'AuthorizationNumber', value: `AUTH-${47_000 + index}` },
  }
  const claim = { name: 'ClaimNumber', value: `CLM-${2_000_000 + index * 411}` }
  const number = numbers[kind.type] ?? claim
  const keys = {
    DocumentType: kind.type,
    PatientId: patient.id,
    PatientName: patient.name,
    MemberId: patient.memberId,
    PayerId: payer.id,
    PayerName: payer.name,
    ...(kind.type === 'Authorization Letter' ? {} : { [claim.name]: claim.value }),
    [number.name]: number.value,
    ServiceDate: serviceDate,
    ReceivedDate: received,
  }
  const documentId = `PD-${100_001 + index}`
  return {
    documentId,
    documentType: kind.type,
    fileName: `${kind.slug}-${documentId}.pdf`,
    mimeType: 'application/pdf',
    receivedDate: received,
    keys: Object.entries(keys).map(([Key, Value]) => ({ Key, Value })),
    patient,
    payer,
    number,
    serviceDate,
    received,
    kind: kind.type,
    lines: linesOf(index, serviceDate, kind.type === 'Denial Letter'),
  }
}

/** Oldest number first. */
export const sandboxDocuments: readonly SandboxDocument[] = Array.from(
  { length: 240 },
  (_entry, index) => documentOf(index),
)

/** The keys of the sandbox archive. */
export const sandboxKeys = [
  'DocumentId',
  'DocumentType',
  'PatientId',
  'PatientName',
  'MemberId',
  'PayerId',
  'PayerName',
  'ClaimNumber',
  'CheckNumber',
  'AuthorizationNumber',
  'ServiceDate',
  'ReceivedDate',
]
