/** The text behind the last @ before the caret; undefined where no name is being typed. */
export function typedName(text: string, caret: number): string | undefined {
  const before = text.substring(0, caret)
  const found = /(?:^|[\s(])@([^@\n]{0,40})$/.exec(before)
  return found?.[1]
}
