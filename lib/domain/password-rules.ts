/**
 * The length of a password that alone opens an account, and of one beside a second factor (NIST SP
 * 800-63B-4 §3.1.1.2 asks for 15 and 8; ours are never shorter than before).
 */
export const minPasswordAlone = 15
export const minPasswordWithFactor = 12
/** Long enough for any sentence, and short enough to hash. */
export const maxPassword = 128

/** The one form in which a password is hashed and compared: NFKC (RFC 8265 §4.2, NIST §3.1.1.2). */
export const normalPassword = (password: string): string => password.normalize('NFKC')

/** Counts characters as people do: each code point is one. */
export const passwordLength = (password: string): number => Array.from(password).length

const seasons = ['spring', 'summer', 'autumn', 'fall', 'winter']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Words that people add until the length is enough. */
const fillers = ['password', 'passwort', 'passw0rd', 'welcome', 'admin', 'login', 'letmein']
const product = ['rounds']

/** What else must a password have, beside the words that anybody would guess. */
const minOwnCharacters = 8

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
  '@': 'a',
  '!': 'i',
}

/** Without accents, in lower case: the words of a text that a guesser would begin with. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const unleet = (text: string): string => text.replace(/[013457$@!]/g, (each) => leet[each] ?? each)

/** The words of names and addresses, the longest first: `St. Mary Hospital` → hospital, mary. */
function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
    return [parts.join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
}

/** Removes the words, and answers what is left of letters and digits, and whether one was there. */
function without(text: string, words: readonly string[]): { rest: string; found: boolean } {
  let rest = text
  for (const word of words) rest = rest.replaceAll(word, ' ')
  return { found: rest !== text, rest: rest.replace(/[^\p{L}\p{N}]+/gu, '') }
}

/** Whether it is one short piece, again and again: `abcabcabcabcabc`. */
function isRepetition(text: string): boolean {
  return /^(.{1,6}?)\1{2,}.{0,5}$/su.test(text) || new Set(text).size < 5
}

/** Whether it runs up or down the alphabet, the digits or the rows of a keyboard. */
function isSequence(text: string): boolean {
  const rows = [
    'abcdefghijklmnopqrstuvwxyz',
    '01234567890123456789',
    'qwertyuiopasdfghjklzxcvbnm',
    'qwertzuiopasdfghjklyxcvbnm',
  ]
  const both = rows.flatMap((row) => [row, Array.from(row).reverse().join('')])
  const pieces = both.flatMap((row) =>
    Array.from({ length: row.length - 3 }, (_, at) => row.slice(at, at + 4)),
  )
  const { rest, found } = without(text, pieces)
  return found && rest.length < 4
}

const isGuess = (password: string, own: readonly string[]): boolean => {
  const words = [...wordsOf(own), ...product, ...seasons, ...months, ...weekdays, ...fillers]
  return [plain(password), unleet(plain(password))].some((text) => {
    const { rest, found } = without(text.replace(/\d+/g, ' '), words)
    // Years and counters at the end add nothing that a guesser would not try.
    return found && rest.length < minOwnCharacters
  })
}

export type PasswordContext = {
  /** Whether the person also signs in with a second factor. */
  secondFactor: boolean
  /** Names and addresses that anybody knows: of the organizations and of the person. */
  names: readonly string[]
  /** Whether the whole password is on the list of common and breached ones. */
  isCommon(password: string): boolean
}

/**
 * Why a password is refused, in a sentence that says what to do; undefined when it is good. There
 * are no rules of composition (NIST SP 800-63B-4 §3.1.1.2): only length, and what is guessed first.
 */
export function passwordFault(given: string, context: PasswordContext): string | undefined {
  const password = normalPassword(given)
  const length = passwordLength(password)
  const min = context.secondFactor ? minPasswordWithFactor : minPasswordAlone
  if (length < min)
    return context.secondFactor
      ? `A password has at least ${min} characters. A few words in a row are good.`
      : `A password has at least ${min} characters. A few words in a row are good. ` +
          `With a second factor, ${minPasswordWithFactor} are enough.`
  if (length > maxPassword) return `A password has at most ${maxPassword} characters.`
  const folded = plain(password)
  if (context.isCommon(password) || context.isCommon(password.toLowerCase()))
    return 'This password is on a list of common and stolen ones. Choose another one.'
  if (isRepetition(folded) || isSequence(folded))
    return 'This password only repeats or counts. Choose another one, such as a few words.'
  if (isGuess(password, context.names))
    return (
      'This password is made of names, dates or words that others would try first: those of your ' +
      'organization, of this product, or your own. Choose another one.'
    )
  return undefined
}
