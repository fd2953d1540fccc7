/** `export default async ({ start, steps }) =>`, also as a function and with a type. */
const parameters =
  /\bexport\s+default\s+(?:async\s+)?(?:function\b\s*\w*\s*)?\(\s*\{([^{}()]*)\}\s*(?:\)|:)/
/** Ways in which code could reach a value without naming it. */
const hidden = /\barguments\b|\beval\b|\bFunction\b|\\u/
const mention = /\bsteps\b/g
const named =
  /\bsteps\s*(?:\?\.|\.)\s*([A-Za-z_$][\w$]*)|\bsteps\s*(?:\?\.)?\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\]/g

/**
 * The steps whose outputs TypeScript code can read, by the names in it (`steps.visit`,
 * `steps['visit']`); undefined when any step may be meant. Code that is not understood counts as
 * reading all steps.
 */
export function stepsInCode(source: string): string[] | undefined {
  const given = parameters.exec(source)?.[1]
  if (given === undefined || given.includes('...') || hidden.test(source)) return undefined
  const names = given.split(',').map((name) => name.trim())
  const uses = [...source.matchAll(named)]
  const mentions = [...source.matchAll(mention)].length
  if (mentions !== uses.length + (names.includes('steps') ? 1 : 0)) return undefined
  return [...new Set(uses.map(([, plain, single, double]) => plain ?? single ?? double ?? ''))]
}
