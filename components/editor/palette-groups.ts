import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

/** Other names that people use for a step type. */
const otherNames: Record<string, string> = {
  'filter-list': 'only where keep some entries select',
  'for-each': 'loop repeat iterate list every',
  while: 'loop repeat until poll pages',
  'sub-workflow': 'child call run another nested subflow',
  condition: 'if else branch decide',
  switch: 'case branch route decide if',
  wait: 'delay sleep pause timer until',
  'wait-for-result': 'callback webhook async pause',
  screen: 'form task inbox approve review ask person human',
  'send-email': 'email mail message notify',
  'ask-by-email': 'mail reply answer question wait',
  'send-letter': 'post print mail paper fax',
  'http-request': 'api webhook call rest url fetch',
  'sql-query': 'database postgres table select insert',
  'warehouse-query': 'analytics snowflake bigquery select',
  'sync-transactions': 'bank feed payments',
  transform: 'map set compute format json value',
  'json-to-html': 'rich text document render',
  'merge-pdfs': 'join combine append packet document',
  'split-pdf': 'pages separate extract document',
  'stamp-pdf': 'watermark page numbers bates document',
  'flatten-pdf': 'form lock print document',
  code: 'script javascript function custom',
  'search-patients': 'emr chart find',
  'create-text-note': 'emr chart document',
  'check-eligibility': 'insurance coverage benefits 270 271 payer',
  'patient-cost': 'estimate deductible copay price',
  'directory-group-users': 'sso team members okta',
}

/** The words by which a step type is found besides its title. */
export const otherNamesOf = (type: string): string[] =>
  (otherNames[type] ?? '').split(' ').filter(Boolean)

const order: StepTypeInfo['category'][] = [
  'People',
  'Flow',
  'Healthcare',
  'Data',
  'Documents',
  'Communication',
  'Code',
]
/** The everyday spelling: “e-mail” and “email” are one word. */
const plain = (text: string) => text.toLowerCase().replace(/(?<=\w)-(?=\w)/g, '')

/**
 * The types that contain every word of the query, by category. Types with the query in their name
 * come first, so that Enter takes what the person meant.
 */
export function paletteGroups(
  types: StepTypeInfo[],
  query: string,
): { category: string; types: StepTypeInfo[] }[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const rank = (type: StepTypeInfo): number => {
    if (first === '') return 0
    const title = plain(type.title)
    if (title.startsWith(first)) return 0
    const named = ` ${otherNames[type.type] ?? ''}`.includes(` ${first}`)
    // Of two titles with the word, the type comes first whose other name it is as well.
    if (` ${title}`.includes(` ${first}`)) return named ? 1 : 2
    return named ? 3 : 4
  }
  const matching = types.filter((type) => {
    const { title, category, description } = type
    const names = otherNames[type.type] ?? ''
    const text = plain(`${title} ${type.type} ${category} ${description} ${names}`)
    return words.every((word) => text.includes(word))
  })
  const groups = order.map((category) => ({
    category,
    types: matching
      .filter((type) => type.category === category)
      .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title)),
  }))
  const best = (group: { types: StepTypeInfo[] }) => Math.min(...group.types.map(rank))
  return groups.filter((group) => group.types.length > 0).sort((a, b) => best(a) - best(b))
}
