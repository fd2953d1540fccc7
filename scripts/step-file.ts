/**
 * Why a file of lib/steps/types is no step, in a sentence that says what to do; undefined for a
 * step.
 * @param file its name, such as `send-email.ts`
 */
export function problemOfStepFile(file: string, text: string): string | undefined {
  const type = file.replace(/\.ts$/, '')
  if (!/^[a-z][a-z0-9-]*\.ts$/.test(file)) return 'name it in kebab-case, like send-email.ts'
  if (!text.includes('export default defineStep('))
    return 'write "export default defineStep({ … })", or move the file to lib/steps/support'
  if (!text.includes(`\n  type: '${type}',\n`))
    return `its type is another than its name: write "type: '${type}',"`
  return undefined
}
