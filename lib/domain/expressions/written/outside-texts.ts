/** Texts, and names in backticks. */
const quotedText = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/gs

/** What an expression says outside of its texts and of names in backticks. */
export const outsideTexts = (expression: string): string => expression.replaceAll(quotedText, '')
