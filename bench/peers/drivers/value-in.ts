/** The number in an answer like `{"value": 2}`. Throws when there is none. */
export function valueIn(answer: string): number {
  const { value } = JSON.parse(answer) as { value?: unknown }
  if (typeof value !== 'number') throw new Error(`The run answered ${answer.slice(0, 300)}.`)
  return value
}
