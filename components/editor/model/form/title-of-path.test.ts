import { expect, it } from 'vitest'
import { titleOfPath } from './title-of-path.ts'

const amount = { type: 'number', title: 'Amount' }
const form = {
  properties: {
    patientName: { type: 'string', title: 'Patient name' },
    zipCode: { type: 'string' },
    claims: { type: 'array', title: 'Claims', items: { properties: { amount } } },
  },
}

it.each([
  ['patientName', 'Patient name'],
  ['zipCode', 'Zip code'],
  ['claims.0.amount', 'Claims › 1 › Amount'],
  ['claims.2', 'Claims › 3'],
  ['gone.since', 'Gone › Since'],
])('%s is called %s', (path, title) => expect(titleOfPath(form, path)).toBe(title))
