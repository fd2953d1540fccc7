import { z } from 'zod'
import { homecarePatientSchema, patientSearchSchema } from '#lib/domain/provider/homecare-patient'
import { textNoteRequestSchema } from '#lib/domain/provider/text-note'
import { contract, shapesProvider } from '../contract.ts'

/**
 * Any text, because a slug that no connection can have is an unknown connection (404) and not a
 * malformed request.
 */
const connectionParams = z.strictObject({ slug: z.string().min(1).max(200) })

/** Specification 2.1 and 4.1. */
export const createTextNoteContract = contract({
  id: 'createTextNote',
  method: 'POST',
  path: '/api/v2/integrations/emr/{slug}/text-notes',
  summary: 'File a text note in a patient’s chart',
  description:
    'The body may be plain text or HTML; HTML is sanitized before it is sent. ' +
    'The date is written M/D/YYYY without leading zeros; left out, it is today in the ' +
    'organization’s time zone.',
  tag: 'Integrations',
  params: connectionParams,
  body: textNoteRequestSchema,
  headers: {
    'idempotency-key':
      'The same key and body within 24 hours file one note only; it is passed on to the provider.',
  },
  returns: {
    200: {
      description: 'The note is in the chart; `documentHistoryId` names the stored version.',
      schema: z.object({ success: z.literal(true), documentHistoryId: z.string() }),
    },
  },
  errors: shapesProvider,
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox' },
    request: {
      patientId: 'EMR-1001',
      title: 'Authorization received',
      body: 'Authorization 4711 for CT chest, valid to 6/30/2026.',
      date: '3/7/2026',
    },
    response: {
      success: true,
      documentHistoryId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001/_history/1',
    },
  },
})

/** Specification 2.9 and 4.1. */
export const searchHomecarePatientsContract = contract({
  id: 'searchHomecarePatients',
  method: 'GET',
  path: '/api/v2/integrations/homecare/{slug}/patients',
  summary: 'Search patients of a home-care system',
  tag: 'Integrations',
  params: connectionParams,
  query: patientSearchSchema,
  returns: {
    200: {
      description: 'All patients that match.',
      schema: z.array(homecarePatientSchema),
    },
  },
  errors: shapesProvider,
  errorStatuses: [404, 409, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox' },
    query: { prospectFlag: 'Y', sort: '-name' },
    response: [
      {
        id: 'HC-2158',
        name: 'Tatum Petrenko',
        birthDate: '1979-06-26',
        disposition: 'Awaiting authorization',
        facilityId: 'FAC-02',
        prospect: true,
        deleted: false,
        phone: '555-0157',
        referredOn: '2026-08-18',
      },
    ],
  },
})
