/** The fields of the API by their names on the page. */
const fields: Record<string, string> = {
  'overrides.copay': '“Copay”',
  'overrides.coinsurance': '“Coinsurance”',
  'overrides.deductibleRemaining': '“Deductible left”',
  'overrides.outOfPocketRemaining': '“Out-of-pocket left”',
  'overrides.costShareOrder': '“Deductible for this visit”',
  'overrides.benefitMessage': '“Kind of visit”',
  serviceTypeCode: '“Service type”',
}

const isForPrograms = (sentence: string) => /overrides\.|\b[a-z]+[A-Z]\w*\b/.test(sentence)

/**
 * A message of the calculation for the front desk, with the page's names of fields. Sentences about
 * fields that the page does not have are left out.
 */
export function plainWords(message: string): string {
  const named = Object.entries(fields).reduce(
    (text, [name, title]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), title),
    message.replaceAll(/\b([Gg]ive|[Cc]heck) place\b/g, '$1 “Place of service”'),
  )
  const sentences = named.split(/(?<=[.:]) (?=[A-Z])/)
  const readable = sentences.filter((sentence) => !isForPrograms(sentence))
  return readable.length > 0 ? readable.join(' ') : message
}
