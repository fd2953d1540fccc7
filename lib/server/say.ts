/** Prints a line for the person at the terminal. Lines for log collectors go through `#lib/log`. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
