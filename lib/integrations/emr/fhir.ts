import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { fhirClient, fhirConfigFields, fhirError, fhirSecrets } from '../fhir/client.ts'
import {
  isFhirId,
  reference,
  searchCriteria,
  searchPath,
  strict,
  token,
  type SearchParameter,
} from '../fhir/search.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { declaresConditionalCreate } from './conditional-create.ts'
import { noteContent } from './note-content.ts'
import type { EmrPort, TextNote } from './port.ts'

/**
 * US Core: every DocumentReference has the category clinical-note. LOINC 51851-4 is "Administrative
 * note".
 */
const clinicalNote = {
  system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
  code: 'clinical-note',
  display: 'Clinical Note',
}
const administrativeNote = {
  system: 'http://loinc.org',
  code: '51851-4',
  display: 'Administrative note',
}
/** The identifier by which a repeated call recognises its note. */
const identifierSystem = 'urn:rounds:idempotency-key'

const unknownPatient = () =>
  new ApiError('not_found', 'The EMR does not know this patient. Check the patient id.', {
    provider: 'fhir',
  })

/** R4 DocumentReference (facts: US Core, "write a new note to a patient's chart"). */
async function documentReference(note: TextNote, idempotencyKey: string) {
  const { contentType, text } = await noteContent(note.body)
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
    content: [
      {
        attachment: {
          contentType,
          data: Buffer.from(text, 'utf8').toString('base64'),
          title: note.title,
        },
      },
    ],
  }
}

const storedSchema = z.object({
  id: z.string(),
  meta: z.object({ versionId: z.string().optional() }).optional(),
  identifier: z
    .array(z.object({ system: z.string().optional(), value: z.string().optional() }))
    .optional(),
})
type Stored = z.output<typeof storedSchema>
const bundleSchema = z.object({ entry: z.array(z.object({ resource: z.unknown() })).default([]) })

const versionOf = ({ id, meta }: Stored): string =>
  meta?.versionId ? `${id}/_history/${meta.versionId}` : id

/** `{id}/_history/{version}`: from the Location header, else from the resource. */
function historyId(response: ProviderResponse): string {
  const located = /DocumentReference\/([^/]+\/_history\/[^/?]+)/.exec(
    response.headers.get('location') ?? '',
  )?.[1]
  if (located) return located
  const stored = storedSchema.safeParse(response.text ? response.json() : undefined)
  if (stored.success) return versionOf(stored.data)
  throw new ApiError(
    'provider_error',
    'The provider took the note but did not say under which id.',
    { provider: 'fhir', status: response.status },
  )
}

/** Answers after which the server may have stored the note nevertheless. */
const mayHaveStored = (status: number): boolean => status === 408 || status >= 500

/** After a failure of the call itself (time, a broken connection) the outcome is unknown. */
const isOpen = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'provider_timeout' ||
    (error.code === 'provider_error' &&
      error.details['code'] === undefined &&
      error.details['status'] === undefined))

/** `details.outcome` is `unknown`: the note may not be sent again before a person has checked. */
function unknownOutcome(cause: ApiError): ApiError {
  const message =
    `${cause.message} It is not known whether the note was filed, and this EMR does not promise ` +
    'to recognise a repeated note. Look into the chart before sending it again.'
  return new ApiError(
    cause.code as 'provider_error',
    message,
    { ...cause.details, outcome: 'unknown', retryable: false },
    { cause },
  )
}

type Filing = Parameters<EmrPort['createTextNote']>[1]
type Filed = Awaited<ReturnType<EmrPort['createTextNote']>>

/** Files notes on one FHIR server. */
class Chart {
  readonly #request: ReturnType<typeof fhirClient>
  readonly #baseUrl: string

  constructor(request: ReturnType<typeof fhirClient>, baseUrl: string) {
    this.#request = request
    this.#baseUrl = baseUrl
  }

  async read(
    path: string,
    signal: AbortSignal,
    headers: Record<string, string> = {},
  ): Promise<ProviderResponse> {
    return await this.#request({ method: 'GET', path, headers, signal, repeatable: true })
  }

  /**
   * Servers accept references to unknown patients, and a note in no chart would be lost. The check
   * is skipped only where a server does not let us read patients (401, 403).
   */
  async #requirePatient(patientId: string, signal: AbortSignal): Promise<void> {
    if (!isFhirId(patientId)) throw unknownPatient()
    const response = await this.read(`Patient/${patientId}`, signal)
    const { status } = response
    if (status === 404 || status === 410) throw unknownPatient()
    if (status !== 200 && status !== 401 && status !== 403) throw fhirError(response)
  }

  /**
   * Finds the note with this identifier; undefined where there is none or the server cannot tell.
   */
  async #findNote(
    by: readonly SearchParameter[],
    key: string,
    signal: AbortSignal,
  ): Promise<Stored | undefined> {
    const response = await this.read(searchPath('DocumentReference', by, 2), signal, strict)
    if (response.status !== 200) return undefined
    const bundle = bundleSchema.safeParse(response.json())
    // A server that ignores the parameter returns other notes.
    return bundle.data?.entry
      .map(({ resource }) => storedSchema.safeParse(resource).data)
      .find((note) =>
        note?.identifier?.some(({ system, value }) => system === identifierSystem && value === key),
      )
  }

  async #create(
    note: TextNote,
    idempotencyKey: string,
    by: readonly SearchParameter[],
    call: { signal: AbortSignal; repeatable: boolean },
  ): Promise<ProviderResponse> {
    return await this.#request({
      method: 'POST',
      path: 'DocumentReference',
      // A conditional create (R4 3.1.0.8.1): the same key never makes a second document.
      headers: { prefer: 'return=representation', 'if-none-exist': searchCriteria(by) },
      body: await documentReference(note, idempotencyKey),
      ...call,
    })
  }

  /** Files the note, or finds the note of an earlier call. */
  async createTextNote(
    note: TextNote,
    { idempotencyKey, signal, mayHaveHappened = false }: Filing,
  ): Promise<Filed> {
    await this.#requirePatient(note.patientId, signal)
    const identified: SearchParameter = ['identifier', token(identifierSystem, idempotencyKey)]
    const repeatable = await declaresConditionalCreate(
      this.#baseUrl,
      async () => await this.read('metadata', signal),
    )
    const by: SearchParameter[] = repeatable
      ? [identified]
      : [identified, ['patient', reference('Patient', note.patientId)]]
    const found = async () => await this.#findNote(by, idempotencyKey, signal)
    if (!repeatable) {
      const earlier = await found()
      if (earlier) return { documentHistoryId: versionOf(earlier) }
      if (mayHaveHappened) {
        const message = 'An earlier attempt to file this note ended without an answer.'
        throw unknownOutcome(new ApiError('provider_error', message, { provider: 'fhir' }))
      }
    }
    let response: ProviderResponse
    try {
      response = await this.#create(note, idempotencyKey, [identified], { signal, repeatable })
    } catch (error) {
      if (repeatable || !isOpen(error)) throw error
      const stored = await found().catch(() => undefined)
      if (stored) return { documentHistoryId: versionOf(stored) }
      throw unknownOutcome(error)
    }
    const { status } = response
    const hasId = response.headers.get('location') !== null || response.text.trim() !== ''
    if (status === 201 || (status === 200 && hasId)) {
      return { documentHistoryId: historyId(response) }
    }
    if (status === 200 || (!repeatable && mayHaveStored(status))) {
      const stored = await found().catch(() => undefined)
      if (stored) return { documentHistoryId: versionOf(stored) }
      if (status !== 200) throw unknownOutcome(fhirError(response))
    }
    throw fhirError(response)
  }
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
    const scope = 'system/DocumentReference.crs system/Patient.rs'
    const chart = new Chart(fhirClient(settings, scope), settings.config.baseUrl)

    return {
      createTextNote: async (note, call) => await chart.createTextNote(note, call),
      async test(signal) {
        const response = await chart.read('DocumentReference?_count=1', signal)
        if (response.status !== 200) throw fhirError(response)
        return 'The FHIR server answered and took our credentials.'
      },
    }
  },
})
