import { z } from 'zod'
import { isWantedType, type HieRequest } from '#lib/domain/provider/hie'
import { isInPeriod } from './fhir-shapes.ts'
import type { Bundle, HieDocument } from './port.ts'
import { pdfPage } from './sandbox-pdf.ts'

const pair = z.tuple([z.string(), z.string()])
const patientSchema = z.object({
  id: z.string(),
  given: z.string(),
  family: z.string(),
  gender: z.string(),
  birthDate: z.string(),
  problems: z.array(pair),
  medicines: z.array(pair),
  a1c: z.number(),
})
export type SandboxPatient = z.infer<typeof patientSchema>

/**
 * Reads a record of the sandbox as a patient; undefined for a manual record with missing fields.
 */
export function sandboxPatient(record: Record<string, unknown>): SandboxPatient | undefined {
  return patientSchema.safeParse(record).data
}

type Resource = { resourceType: string; id: string; [field: string]: unknown }
type Dated = { date: string | null; resource: Resource }

const coded = (system: string, [code, display]: [string, string]) => ({
  coding: [{ system, code, display }],
  text: display,
})

const dayOf = (index: number): string => `2026-0${1 + (index % 9)}-1${index % 9}`
const subjectOf = ({ id }: SandboxPatient) => ({ reference: `Patient/${id}` })

const person = ({ id, given, family, gender, birthDate }: SandboxPatient): Resource => ({
  resourceType: 'Patient',
  id,
  name: [{ use: 'official', family, given: [given] }],
  gender,
  birthDate,
})

const encounter = (patient: SandboxPatient, date: string): Resource => ({
  resourceType: 'Encounter',
  id: `${patient.id}-encounter`,
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: subjectOf(patient),
  period: { start: date, end: date },
})

const condition = (
  patient: SandboxPatient,
  problem: [string, string],
  number: number,
  date: string,
): Resource => ({
  resourceType: 'Condition',
  id: `${patient.id}-condition-${number}`,
  clinicalStatus: {
    coding: [
      { system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' },
    ],
  },
  code: coded('http://hl7.org/fhir/sid/icd-10-cm', problem),
  subject: subjectOf(patient),
  recordedDate: date,
})

const medication = (
  patient: SandboxPatient,
  medicine: [string, string],
  number: number,
  date: string,
): Resource => ({
  resourceType: 'MedicationRequest',
  id: `${patient.id}-medication-${number}`,
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: coded('http://www.nlm.nih.gov/research/umls/rxnorm', medicine),
  subject: subjectOf(patient),
  authoredOn: date,
})

const a1c = (patient: SandboxPatient, date: string): Resource => ({
  resourceType: 'Observation',
  id: `${patient.id}-a1c`,
  status: 'final',
  code: coded('http://loinc.org', ['4548-4', 'Hemoglobin A1c/Hemoglobin.total in Blood']),
  subject: subjectOf(patient),
  effectiveDateTime: date,
  valueQuantity: {
    value: patient.a1c,
    unit: '%',
    system: 'http://unitsofmeasure.org',
    code: '%',
  },
})

/** All data of the exchange about a patient, as FHIR R4 resources with their days. */
function resourcesOf(patient: SandboxPatient): Dated[] {
  const on = (date: string, make: (date: string) => Resource): Dated => {
    return { date, resource: make(date) }
  }
  return [
    { date: null, resource: person(patient) },
    on(dayOf(2), (date) => encounter(patient, date)),
    ...patient.problems.map((problem, index) =>
      on(dayOf(index), (date) => condition(patient, problem, index + 1, date)),
    ),
    ...patient.medicines.map((medicine, index) =>
      on(dayOf(index + 3), (date) => medication(patient, medicine, index + 1, date)),
    ),
    on(dayOf(5), (date) => a1c(patient, date)),
  ]
}

/** The patient's data as one Bundle, by resource types and days; it always contains the patient. */
export function sandboxBundle(patient: SandboxPatient, request: HieRequest): Bundle {
  const types =
    request.kind === 'fhir' && request.resources?.length ? new Set(request.resources) : undefined
  const wanted = resourcesOf(patient).filter(
    ({ date, resource }) =>
      (types?.has(resource.resourceType) ?? true) && isInPeriod(request, date),
  )
  const entry = wanted.map(({ resource }) => ({
    fullUrl: `https://hie.example.com/fhir/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  return { resourceType: 'Bundle', type: 'collection', total: entry.length, entry }
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A Continuity of Care Document (C-CDA R2.1): header, problems and medicines as tables. */
function ccda({
  id,
  given,
  family,
  gender,
  birthDate,
  problems,
  medicines,
}: SandboxPatient): string {
  const rows = (list: [string, string][]) =>
    list
      .map(([code, name]) => `<tr><td>${escaped(code)}</td><td>${escaped(name)}</td></tr>`)
      .join('')
  const section = (template: string, loinc: string, title: string, list: [string, string][]) =>
    `<component><section><templateId root="${template}"/><code code="${loinc}" codeSystem="2.16.840.1.113883.6.1"/><title>${title}</title><text><table><thead><tr><th>Code</th><th>Name</th></tr></thead><tbody>${rows(list)}</tbody></table></text></section></component>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
<realmCode code="US"/><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
<templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/><templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/>
<id root="2.16.840.1.113883.19.5" extension="${escaped(id)}-ccd"/><code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"/>
<title>Continuity of Care Document</title><effectiveTime value="20260611"/><confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/><languageCode code="en-US"/>
<recordTarget><patientRole><id root="2.16.840.1.113883.19.5" extension="${escaped(id)}"/><patient><name><given>${escaped(given)}</given><family>${escaped(family)}</family></name><administrativeGenderCode code="${gender === 'male' ? 'M' : 'F'}" codeSystem="2.16.840.1.113883.5.1"/><birthTime value="${birthDate.replaceAll('-', '')}"/></patient></patientRole></recordTarget>
<component><structuredBody>${section('2.16.840.1.113883.10.20.22.2.5.1', '11450-4', 'Problems', problems)}${section('2.16.840.1.113883.10.20.22.2.1.1', '10160-0', 'Medications', medicines)}</structuredBody></component>
</ClinicalDocument>
`
}

/** The documents of a patient: a C-CDA, two PDFs and a plain note. */
export function sandboxDocuments(
  { id }: SandboxPatient,
  request: Extract<HieRequest, { kind: 'documents' }>,
): HieDocument[] {
  const all = [
    {
      part: 'ccd',
      fileName: `${id}_CCD.xml`,
      mimeType: 'application/xml',
      date: '2026-06-11',
      description: 'Continuity of Care Document',
    },
    {
      part: 'discharge',
      fileName: `${id}_Discharge_Summary.pdf`,
      mimeType: 'application/pdf',
      date: '2026-03-12',
      description: 'Discharge summary',
    },
    {
      part: 'labs',
      fileName: `${id}_Laboratory_Report.pdf`,
      mimeType: 'application/pdf',
      date: '2026-06-15',
      description: 'Laboratory report',
    },
    {
      part: 'note',
      fileName: `${id}_Progress_Note.txt`,
      mimeType: 'text/plain',
      date: '2026-07-02',
      description: 'Progress note',
    },
  ]
  return all
    .filter(
      ({ mimeType, date }) =>
        isWantedType(request.mimeTypes, mimeType) && isInPeriod(request, date),
    )
    .map(({ part, ...document }) => ({
      id: `${id}-${part}`,
      ...document,
      source: { patientId: id, part },
    }))
}

/** The bytes of one document. */
export function sandboxDocument(patient: SandboxPatient, part: string): Uint8Array {
  const name = `${patient.given} ${patient.family}, born ${patient.birthDate}`
  const problems = patient.problems.map(([code, title]) => `${code}  ${title}`)
  if (part === 'ccd') return Buffer.from(ccda(patient))
  if (part === 'discharge')
    return pdfPage('Discharge summary', [
      name,
      '',
      'Problems:',
      ...problems,
      '',
      'Discharged home with home health services.',
    ])
  if (part === 'labs')
    return pdfPage('Laboratory report', [
      name,
      '',
      `Hemoglobin A1c: ${patient.a1c} %`,
      'Collected 2026-06-15',
    ])
  return Buffer.from(
    `Progress note\n\n${name}\n\nStable. Problems reviewed:\n${problems.join('\n')}\n`,
  )
}
