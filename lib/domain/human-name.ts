const spellings: Record<string, string> = {
  emr: 'EMR',
  mrn: 'MRN',
  dob: 'DOB',
  npi: 'NPI',
  icd: 'ICD',
  cpt: 'CPT',
  url: 'URL',
  http: 'HTTP',
  pdf: 'PDF',
  api: 'API',
  email: 'e-mail',
  emails: 'e-mails',
}

/** A name of a program as people read it: `birthDate`: `Birth date`, `emr_email`: `EMR e-mail`. */
export function humanName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  const spelled = words
    .split(/\s+/)
    .map((word) => spellings[word] ?? word)
    .join(' ')
  return spelled.charAt(0).toUpperCase() + spelled.slice(1)
}
