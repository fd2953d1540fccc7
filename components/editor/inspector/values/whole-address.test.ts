import { describe, expect, it } from 'vitest'
import { wholeAddress } from './whole-address.tsx'

const base = 'https://api.example.com/v1/'
const id = { value: { path: 'start.patientId' } }
const labelOf = ({ path }: { path: string }) => (path === 'start.patientId' ? 'Patient id' : path)

describe('the whole address of a path', () => {
  it.each([
    ['a path', [{ text: '/patients' }], 'https://api.example.com/v1/patients'],
    ['one without a slash', [{ text: 'patients' }], 'https://api.example.com/v1/patients'],
    ['a query alone', [{ text: '?page=2' }], 'https://api.example.com/v1?page=2'],
    [
      'a path with a value',
      [{ text: '/patients/' }, id, { text: '/notes' }],
      'https://api.example.com/v1/patients/‹Patient id›/notes',
    ],
    ['nothing yet', [], undefined],
    ['another host', [{ text: 'https://elsewhere.example.com/' }], undefined],
    ['a step upwards', [{ text: '/../admin' }], undefined],
  ])('%s', (_, parts, whole) => expect(wholeAddress(base, parts, labelOf)).toBe(whole))
})
