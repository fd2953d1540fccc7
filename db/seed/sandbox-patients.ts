import type { HomecarePatient } from '#lib/integrations/homecare/port'

// Invented people: the names are combined from two lists and belong to nobody.
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
const dispositions = [
  'Admitted',
  'Pending intake',
  'On hold',
  'Discharged',
  'Declined',
  'Awaiting authorization',
]
const facilities = ['FAC-01', 'FAC-02', 'FAC-03', 'FAC-04', 'FAC-05', 'FAC-06']

export const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
export const nameOf = (index: number) =>
  `${pick(givenNames, index * 7)} ${pick(familyNames, index * 3 + Math.floor(index / 20))}`
export const dateOf = (index: number) =>
  new Date(Date.UTC(1932 + ((index * 11) % 70), (index * 5) % 12, 1 + ((index * 13) % 28)))
    .toISOString()
    .slice(0, 10)

/** EMR-1001 … EMR-1025. */
export const emrPatients = Array.from({ length: 25 }, (_entry, index) => ({
  id: `EMR-${1001 + index}`,
  name: nameOf(index),
  birthDate: dateOf(index),
}))

/** HC-2001 … HC-2200: about a third prospects, one in twenty deleted, six facilities. */
export const homecarePatients: HomecarePatient[] = Array.from({ length: 200 }, (_entry, index) => {
  const prospect = index % 3 === 1
  return {
    id: `HC-${2001 + index}`,
    name: nameOf(index),
    birthDate: dateOf(index),
    disposition: prospect
      ? pick(['Pending intake', 'Awaiting authorization', 'On hold'], index)
      : pick(dispositions, index),
    facilityId: pick(facilities, index * 5 + Math.floor(index / 6)),
    prospect,
    deleted: index % 20 === 19,
    phone: `555-01${String(index % 100).padStart(2, '0')}`,
    referredOn: new Date(Date.UTC(2026, index % 10, 1 + (index % 28))).toISOString().slice(0, 10),
  }
})
