const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * How well a command matches the typed text, from 0 (not at all) to 1. Every typed word must occur
 * in its title, best at the start of a word, or start one of its other names. Letters scattered
 * over a title do not count: people who type “page” do not mean “Tidy up, arrange”.
 */
export function matchCommand(title: string, typed: string, otherNames: string[] = []): number {
  const own = words(title)
  const others = otherNames.flatMap(words)
  const scores = words(typed).map((word): number => {
    if (own.some((one) => one.startsWith(word))) return 1
    if (own.some((one) => one.includes(word))) return 0.6
    return others.some((one) => one.startsWith(word)) ? 0.4 : 0
  })
  if (scores.length === 0) return 1
  return Math.min(...scores) === 0
    ? 0
    : scores.reduce((sum, score) => sum + score, 0) / scores.length
}
