import { dateOf, nameOf, pick } from './sandbox-patients.ts'

const streets = [
  'Alder Street',
  'Birch Avenue',
  'Cedar Lane',
  'Dogwood Drive',
  'Elm Court',
  'Fir Road',
]
const places = [
  { city: 'Albany', state: 'NY', postal_code: '12207' },
  { city: 'Dover', state: 'DE', postal_code: '19901' },
  { city: 'Salem', state: 'OR', postal_code: '97301' },
  { city: 'Lansing', state: 'MI', postal_code: '48933' },
] as const
const address = (index: number) => ({
  use: 'HOME',
  line: [`${12 + index * 3} ${pick(streets, index)}`],
  ...pick(places, index),
  country: 'US',
})

/** PAT-1001 … PAT-1050 at version 1, in the shape of Candid Health's Patient. Invented people. */
export const billingPatients = Array.from({ length: 50 }, (_entry, index) => {
  const [given = '', family = ''] = nameOf(index).split(' ')
  return {
    id: `PAT-${1001 + index}`,
    mrn: `260102${String(1001 + index)}`,
    organization_id: 'sandbox',
    deactivated: false,
    version: 1,
    updated_at: '2026-01-02T09:00:00.000Z',
    updating_user_id: 'sandbox',
    name: { family, given: [given], use: 'USUAL' },
    other_names: [],
    birth_date: dateOf(index),
    biological_sex: pick(['FEMALE', 'MALE', 'FEMALE', 'MALE', 'UNKNOWN'], index),
    primary_address: address(index),
    other_addresses: [],
    primary_telecom: { value: `555-01${String(index).padStart(2, '0')}`, use: 'HOME' },
    other_telecoms: [],
    contacts: [],
    general_practitioners: [],
    filing_order: { coverages: [] },
  }
})
