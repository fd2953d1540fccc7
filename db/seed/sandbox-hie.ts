/**
 * Invented people: HIE-3001 … HIE-3005. Problems are ICD-10-CM, medicines RxNorm, measurements
 * LOINC.
 */
export const hiePatients = [
  {
    id: 'HIE-3001',
    given: 'Marlow',
    family: 'Castellano',
    gender: 'female',
    birthDate: '1948-03-12',
    problems: [
      ['I10', 'Essential (primary) hypertension'],
      ['E11.9', 'Type 2 diabetes mellitus without complications'],
    ],
    medicines: [
      ['860975', 'metformin 500 MG extended release oral tablet'],
      ['314076', 'lisinopril 10 MG oral tablet'],
    ],
    a1c: 7.4,
  },
  {
    id: 'HIE-3002',
    given: 'Indigo',
    family: 'Petrenko',
    gender: 'male',
    birthDate: '1955-11-02',
    problems: [['J44.9', 'Chronic obstructive pulmonary disease, unspecified']],
    medicines: [['1246315', 'tiotropium 0.018 MG inhalation capsule']],
    a1c: 5.6,
  },
  {
    id: 'HIE-3003',
    given: 'Sage',
    family: 'Okonjo',
    gender: 'female',
    birthDate: '1939-07-23',
    problems: [
      ['I50.22', 'Chronic systolic (congestive) heart failure'],
      ['N18.31', 'Chronic kidney disease, stage 3a'],
    ],
    medicines: [
      ['310429', 'furosemide 20 MG oral tablet'],
      ['200032', 'carvedilol 12.5 MG oral tablet'],
    ],
    a1c: 6.1,
  },
  {
    id: 'HIE-3004',
    given: 'Ellis',
    family: 'Hoffmann',
    gender: 'male',
    birthDate: '1961-01-30',
    problems: [['M17.11', 'Unilateral primary osteoarthritis, right knee']],
    medicines: [['313782', 'acetaminophen 325 MG oral tablet']],
    a1c: 5.4,
  },
  {
    id: 'HIE-3005',
    given: 'Reese',
    family: 'Nakamura',
    gender: 'female',
    birthDate: '1972-09-08',
    problems: [['C50.911', 'Malignant neoplasm of unspecified site of right female breast']],
    medicines: [['199224', 'anastrozole 1 MG oral tablet']],
    a1c: 5.8,
  },
]
