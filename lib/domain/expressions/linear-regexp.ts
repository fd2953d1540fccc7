import { RE2JS } from 're2js'

/** Patterns are few and written by people; their matches are not cached. */
const cache = new Map<string, RE2JS>()
const cacheSize = 500

function compile(pattern: RegExp): RE2JS {
  const key = String(pattern)
  const known = cache.get(key)
  if (known) return known
  const flags =
    (pattern.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (pattern.multiline ? RE2JS.MULTILINE : 0)
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern.source), flags)
    if (cache.size >= cacheSize) cache.clear()
    cache.set(key, compiled)
    return compiled
  } catch {
    throw Object.assign(
      new Error(
        `The regular expression ${key} is not supported here: look-around and back-references ` +
          'are left out, so that no text can make it run for long.',
      ),
      { code: 'regexp' },
    )
  }
}

/**
 * The maximum number of states of the automatons of all regular expressions of one syntax tree. RE2
 * writes each repetition out, so that `a{1000}` has a thousand.
 */
const maxSteps = 50_000
/** RE2 refuses more repetitions, also nested ones together. */
const maxRepetitions = 1000

function stepsOf({ source }: RegExp): number {
  const written = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  const counts = written.map(([, least, most]) => Math.max(Number(least), Number(most ?? 0)))
  const repetitions = counts.reduce((product, count) => product * Math.max(count, 1), 1)
  return source.length * Math.min(repetitions, maxRepetitions)
}

/** Finds the regular expressions in a syntax tree, each once. */
function patternsOf(tree: unknown, seen = new Set<unknown>()): RegExp[] {
  if (typeof tree !== 'object' || tree === null || seen.has(tree)) return []
  seen.add(tree)
  if (tree instanceof RegExp) return [tree]
  return Object.values(tree).flatMap((child) => patternsOf(child, seen))
}

/**
 * Throws for the first regular expression in a syntax tree that RE2 does not support, so that its
 * author learns it before it is used, and when all of them together would take too long to prepare.
 */
export function checkPatterns(tree: unknown): void {
  const patterns = patternsOf(tree)
  const steps = patterns.reduce((sum, pattern) => sum + stepsOf(pattern), 0)
  if (steps > maxSteps) {
    const message = 'The regular expressions are too large. Use smaller counts in { }, or fewer.'
    throw Object.assign(new Error(message), { code: 'regexp' })
  }
  for (const pattern of patterns) compile(pattern)
}

/**
 * A regular expression that takes time linear in the text (RE2), in the form of JSONata's
 * `RegexEngine`: `exec` from `lastIndex`. A short pattern can make JavaScript's own engine run for
 * hours, and only ending the process stops it.
 */
export class LinearRegExp {
  lastIndex = 0
  readonly #pattern: RE2JS

  constructor(pattern: RegExp) {
    this.#pattern = compile(pattern)
  }

  exec(
    text: string,
  ): { [group: number]: string | undefined; index: number; length: number } | null {
    const matcher = this.#pattern.matcher(text)
    if (!matcher.find(this.lastIndex)) {
      this.lastIndex = 0
      return null
    }
    this.lastIndex = matcher.end()
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, group) => matcher.group(group) ?? undefined,
    )
    return Object.assign(groups, { index: matcher.start() })
  }
}
