import { expect, it } from 'vitest'
import { problemOfStepFile } from './step-file.ts'

const step = "export default defineStep({\n  type: 'send-fax',\n  category: 'Communication',\n"

it('a file of lib/steps/types is a step, or says what is wrong', () => {
  expect(problemOfStepFile('communication/send-fax.ts', step)).toBeUndefined()
  expect(problemOfStepFile('send-fax.ts', step)).toMatch('types/communication/send-fax.ts')
  expect(problemOfStepFile('data/send-fax.ts', step)).toMatch('types/communication/send-fax.ts')
  expect(problemOfStepFile('SendFax.ts', step)).toMatch('kebab-case')
  expect(problemOfStepFile('send-fax.test.ts', step)).toMatch('kebab-case')
  expect(problemOfStepFile('send-fax.ts', 'const step = defineStep({')).toMatch('export default')
  expect(problemOfStepFile('fax.ts', step)).toMatch(`write "type: 'fax',"`)
})
