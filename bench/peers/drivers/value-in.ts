/** The number in an answer like `{"n": 2}`. Throws when there is none. */
export function valueIn(answer: string): number {
  const { n } = JSON.parse(answer) as { n?: unknown }
  if (typeof n !== 'number') throw new Error(`The run answered ${answer.slice(0, 300)}.`)
  return n
}
