/**
 * A line for the person at the terminal. What collectors should keep goes through `#lib/log`
 * instead.
 */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
