import path from 'node:path'

/**
 * Why a file of lib/steps/types is no step, in a sentence that says what to do; undefined for a
 * step.
 * @param file its path there, such as `communication/send-email.ts`
 */
export function problemOfStepFile(file: string, text: string): string | undefined {
  const name = path.posix.basename(file)
  const type = name.replace(/\.ts$/, '')
  if (!/^[a-z][a-z0-9-]*\.ts$/.test(name)) return 'name it in kebab-case, like send-email.ts'
  if (!text.includes('export default defineStep('))
    return 'write "export default defineStep({ … })", or move the file to lib/steps/support'
  if (!text.includes(`\n  type: '${type}',\n`))
    return `its type is another than its name: write "type: '${type}',"`
  // An unknown category is left to the compiler.
  const category = /\n {2}category: '(\w+)',/.exec(text)?.[1]?.toLowerCase()
  if (category !== undefined && file !== `${category}/${name}`)
    return `move it to the folder of its category: lib/steps/types/${category}/${name}`
  return undefined
}
