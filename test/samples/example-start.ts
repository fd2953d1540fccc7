/**
 * What the examples of step types read of `start`. `e2e/editor/step-examples.spec.ts` runs each
 * example with these, and puts in by itself what it makes first: those that are null here.
 */
export const exampleStart = {
  payerId: 'EVERGREEN',
  memberId: 'EVG1001',
  lastName: 'Lindqvist',
  appeal: null,
  scan: null,
  claimsCsv: null,
  claimsExcel: null,
  charges: [100, 20],
  payerName: 'Evergreen Health',
  payerStreet: '1 Insurance Way',
  patientId: 'EMR-1001',
  patientName: 'Ada Lindqvist',
  emrPatientId: 'EMR-1001',
  hiePatientId: 'HIE-3001',
  mrn: '2601021001',
  cursor: '',
  firstName: 'Ada',
  urgency: 'urgent',
  referralId: 'R-1',
  appointmentAt: '2026-01-02T09:00:00Z',
  asyncResultId: null,
  billingPatientId: 'PAT-1042',
  version: null,
  patient: { name: { family: 'Lindqvist', given: ['Ada'], use: 'USUAL' } },
  address: { use: 'HOME', line: ['2 Elm Court'], city: 'Dover', state: 'DE' },
}
