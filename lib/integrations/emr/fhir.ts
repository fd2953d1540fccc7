import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { fhirClient, fhirConfigFields, fhirError, fhirSecrets } from '../fhir-client.ts'
import type { ProviderResponse } from '../http.ts'
import { defineProvider } from '../provider.ts'
import { noteContent } from './note-content.ts'
import type { TextNote } from './port.ts'

/** US Core: every DocumentReference has the category clinical-note. LOINC 51851-4 is "Administrative note". */
const clinicalNote = { system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category', code: 'clinical-note', display: 'Clinical Note' }
const administrativeNote = { system: 'http://loinc.org', code: '51851-4', display: 'Administrative note' }
/** The identifier that makes a note recognisable when the same call is made again. */
const identifierSystem = 'urn:rounds:idempotency-key'

/** A FHIR id (R4 §2.24.0.1) that is no step in a path. */
const isFhirId = (id: string): boolean => /^[A-Za-z0-9.-]{1,64}$/.test(id) && !/^\.+$/.test(id)
const unknownPatient = () => new ApiError('not_found', 'The EMR does not know this patient. Check the patient id.', { provider: 'fhir' })

/** R4 DocumentReference (facts: US Core, "write a new note to a patient's chart"). */
function documentReference(note: TextNote, idempotencyKey: string) {
  const { contentType, text } = noteContent(note.body)
  return {
    resourceType: 'DocumentReference',
    identifier: [{ system: identifierSystem, value: idempotencyKey }],
    status: 'current',
    docStatus: 'final',
    type: { coding: [administrativeNote], text: note.title },
    category: [{ coding: [clinicalNote] }, { text: note.category }],
    subject: { reference: `Patient/${note.patientId}` },
    date: `${note.date}T00:00:00Z`,
    description: note.title,
    content: [{ attachment: { contentType, data: Buffer.from(text, 'utf8').toString('base64'), title: note.title } }],
  }
}

const storedSchema = z.object({ id: z.string(), meta: z.object({ versionId: z.string().optional() }).optional() })
const bundleSchema = z.object({ entry: z.array(z.object({ resource: storedSchema })).default([]) })

/** `{id}/_history/{version}`: from the Location header, else from the resource. */
function historyId(response: ProviderResponse): string {
  const located = /DocumentReference\/([^/]+\/_history\/[^/?]+)/.exec(response.headers.get('location') ?? '')?.[1]
  if (located) return located
  const stored = storedSchema.safeParse(response.text ? response.json() : undefined)
  if (stored.success) return stored.data.meta?.versionId ? `${stored.data.id}/_history/${stored.data.meta.versionId}` : stored.data.id
  throw new ApiError('provider_error', 'The provider took the note but did not say under which id.', { provider: 'fhir', status: response.status })
}

export const emrFhir = defineProvider({
  kind: 'emr',
  id: 'fhir',
  title: 'FHIR R4',
  description: 'Any EMR with a FHIR R4 server that takes DocumentReference.',
  config: z.object(fhirConfigFields),
  secrets: fhirSecrets,
  addressFields: ['baseUrl', 'tokenUrl'],
  embedded: false,
  open(settings) {
    const request = fhirClient(settings, 'system/DocumentReference.crs system/Patient.rs')
    return {
      async createTextNote(note, { idempotencyKey, signal }) {
        // Many servers take a reference to nobody; a note in no chart would be lost. Where we may not read patients, the server's word has to do.
        if (!isFhirId(note.patientId)) throw unknownPatient()
        const patient = await request({ method: 'GET', path: `Patient/${note.patientId}`, signal, repeatable: true })
        if (patient.status === 404 || patient.status === 410) throw unknownPatient()
        const search = `identifier=${encodeURIComponent(`${identifierSystem}|${idempotencyKey}`)}`
        const response = await request({
          method: 'POST',
          path: 'DocumentReference',
          // A conditional create (R4 §3.1.0.8.1): the same key never makes a second document.
          headers: { prefer: 'return=representation', 'if-none-exist': search },
          body: documentReference(note, idempotencyKey),
          signal,
          repeatable: true,
        })
        if (response.status === 201) return { documentHistoryId: historyId(response) }
        if (response.status === 200) {
          if (response.headers.get('location') || response.text.trim()) return { documentHistoryId: historyId(response) }
          const found = await request({ method: 'GET', path: `DocumentReference?${search}`, signal, repeatable: true })
          const first = found.status === 200 ? bundleSchema.parse(found.json()).entry[0]?.resource : undefined
          if (first) return { documentHistoryId: first.meta?.versionId ? `${first.id}/_history/${first.meta.versionId}` : first.id }
        }
        throw fhirError(response)
      },
      async test(signal) {
        const response = await request({ method: 'GET', path: 'DocumentReference?_count=1', signal, repeatable: true })
        if (response.status !== 200) throw fhirError(response)
        return 'The FHIR server answered and took our credentials.'
      },
    }
  },
})
