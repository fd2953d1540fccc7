/**
 * A puzzle that costs a browser some tenths of a second, and whoever sends thousands of forms as
 * much for each: numbers whose SHA-256 with the seed begins with so many zero bits. Pure, because
 * the server and the browser's worker must compute the same.
 */
export type Puzzle = { seed: string; bits: number }

/** Several small puzzles instead of a large one: their sum takes about as long for everybody. */
export const puzzleParts = 4

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes
}

/** The first 32 bits behind the point, as FIPS 180-4 takes them of roots of primes. */
const fractionOf = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const primes = firstPrimes(64)
const initial = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)))
const rounds = primes.map((prime) => fractionOf(Math.cbrt(prime)))
const words = new Int32Array(64)

const rotated = (value: number, by: number): number => (value >>> by) | (value << (32 - by))

/** Writes the message as the only block of SHA-256, and the words that follow from it. */
function schedule(message: string): void {
  words.fill(0)
  const put = (at: number, byte: number) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
  }
  for (let at = 0; at < message.length; at += 1) put(at, message.charCodeAt(at))
  put(message.length, 0x80)
  words[15] = message.length * 8
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15] ?? 0
    const late = words[at - 2] ?? 0
    const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const two = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[at] = ((words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + two) | 0
  }
}

/** The first 32 bits of the SHA-256 of an ASCII text of at most 55 characters. */
export function firstHashBits(message: string): number {
  schedule(message)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initial
  for (let at = 0; at < 64; at += 1) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const one = (h + mixed + chosen + (rounds[at] ?? 0) + (words[at] ?? 0)) | 0
    const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (a + (initial[0] ?? 0)) >>> 0
}

/** Whether this number solves a part of the puzzle. */
const solvesPart = ({ seed, bits }: Puzzle, part: number, number: number): boolean =>
  firstHashBits(`${seed}.${part}.${number}`) >>> (32 - bits) === 0

/** The first number from `from` on that solves a part; undefined when the next `most` do not. */
export function searchPart(
  puzzle: Puzzle,
  part: number,
  { from, most }: { from: number; most: number },
): number | undefined {
  for (let number = from; number < from + most; number += 1)
    if (solvesPart(puzzle, part, number)) return number
  return undefined
}

/** The whole solution, as it is sent. */
export function solutionOf(puzzle: Puzzle): string {
  const numbers = Array.from({ length: puzzleParts }, (_none, part) =>
    searchPart(puzzle, part, { from: 0, most: Number.MAX_SAFE_INTEGER }),
  )
  return numbers.join('.')
}

/** Whether a text is a solution. */
export function isSolution(puzzle: Puzzle, text: string): boolean {
  const numbers = text.split('.')
  return (
    numbers.length === puzzleParts &&
    numbers.every(
      (number, part) => /^\d{1,15}$/.test(number) && solvesPart(puzzle, part, Number(number)),
    )
  )
}
