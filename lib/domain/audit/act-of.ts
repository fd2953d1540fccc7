import { upperFirst } from '../sentences.ts'
import { actWords } from './acts.ts'

type Details = Readonly<Record<string, unknown>>

/** A piece of a sentence: text, or the place of the thing that the act was done with. */
export type ActPart = string | { it: true }

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** One stretch with its details filled in; undefined when one of them is missing. */
function filled(text: string, details: Details, hasThing: boolean): ActPart[] | undefined {
  const parts: ActPart[] = []
  for (const piece of text.split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    const words = name === undefined ? piece : wordsOf(details[name])
    if (name === 'it' && hasThing) parts.push({ it: true })
    else if (name !== undefined && words === '') return undefined
    else if (words !== '') parts.push(words)
  }
  return parts
}

/** `directory.token-rotated` of a log that is newer than these words. */
const asCode = (action: string): string => action.replaceAll(/[._-]+/g, ' ')

/** What was done, as the rest of a sentence that begins with who did it. */
export function actOf(action: string, details: Details, { hasThing = true } = {}): ActPart[] {
  const words = actWords[action]
  if (words === undefined)
    return [asCode(action), ...(hasThing ? [': ', { it: true } as const] : [])]
  return words.split(/(\[[^\]]*\])/).flatMap((piece) => {
    const optional = /^\[(.*)\]$/.exec(piece)?.[1]
    return filled(optional ?? piece, details, hasThing || optional === undefined) ?? []
  })
}

const areaOf: Readonly<Record<string, string>> = {
  run: 'Runs and cases',
  runs: 'Runs and cases',
  comments: 'Runs and cases',
  comment: 'Runs and cases',
  patient: 'Runs and cases',
  form: 'Runs and cases',
  webhook: 'Runs and cases',
  screen: 'Screens',
  screens: 'Screens',
  task: 'Screens',
  absence: 'Screens',
  'inbox-view': 'Screens',
  file: 'Files, mails and letters',
  mail: 'Files, mails and letters',
  mail_sender: 'Files, mails and letters',
  mail_suppression: 'Files, mails and letters',
  dkim_key: 'Files, mails and letters',
  'received-mail': 'Files, mails and letters',
  'secure-message': 'Files, mails and letters',
  letter: 'Files, mails and letters',
  fax: 'Files, mails and letters',
  workflow: 'Workflows',
  'mail-trigger': 'Workflows',
  'webhook-trigger': 'Workflows',
  test_set: 'Workflows',
  back_test: 'Workflows',
  draft: 'Workflows',
  approval: 'Workflows',
  workflow_test: 'Workflows',
  workflow_tests: 'Workflows',
  folder: 'Workflows',
  schedule: 'Workflows',
  template: 'Workflows',
  policy: 'Workflows',
  calendar: 'Workflows',
  session: 'Signing in',
  password: 'Signing in',
  second_factor: 'Signing in',
  recovery_code: 'Signing in',
  recovery_codes: 'Signing in',
  passkey: 'Signing in',
  account: 'Signing in',
  identity: 'Signing in',
  member: 'People and access',
  role: 'People and access',
  access: 'People and access',
  'api-key': 'People and access',
  settings: 'The organization',
  organization: 'The organization',
  instance: 'The organization',
  directory: 'The organization',
  sso_connection: 'The organization',
  email_domain: 'The organization',
  break_glass_owners: 'The organization',
}

/** Things without a name of their own, in words, by the kind that the log writes. */
export const nouns: Readonly<Record<string, string>> = {
  run: 'a case',
  task: 'a screen',
  file: 'a file',
  mail: 'a mail',
  'received-mail': 'a received mail',
  'secure-message': 'an encrypted mail',
  letter: 'a letter',
  fax: 'a fax',
}

/** The kind of thing of acts whose words name none. */
const kindOf: Readonly<Record<string, string>> = {
  comment: 'run',
  comments: 'run',
  patient: 'run',
  form: 'run',
  webhook: 'run',
  screen: 'task',
}

/** The words of an act without anything that it was done with. */
function choiceOf(action: string, words: string): string {
  const prefix = action.split('.')[0] ?? ''
  const thing = nouns[kindOf[prefix] ?? prefix] ?? '…'
  const text = words
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll('{it}', thing)
    .replaceAll(/\{\w+\}/g, '…')
    .replace(/ …$/, '')
  return upperFirst(text)
}

export type ActChoice = { action: string; title: string; area: string }

/** All acts as choices of a filter, by their area. */
export const actChoices: readonly ActChoice[] = Object.entries(actWords).map(([action, words]) => ({
  action,
  title: choiceOf(action, words),
  area: areaOf[action.split('.')[0] ?? ''] ?? 'Connections and data',
}))
