import { expect, test } from 'vitest'
import { stepsInCode } from './steps-in-code.ts'

test.each([
  ['export default async ({ start }) => start.a', []],
  [
    'export default async ({ start, steps }) => steps.visit.output + steps?.note?.output',
    ['visit', 'note'],
  ],
  [
    `export default ({ steps }) => [steps['visit'].output, steps["note"].output, steps.visit]`,
    ['visit', 'note'],
  ],
  [
    'export default async function ({ steps, run }: Input) { return steps . visit.output }',
    ['visit'],
  ],
])('names what the code names: %s', (source, names) => expect(stepsInCode(source)).toEqual(names))

test.each([
  'export default async ({ steps }) => Object.keys(steps)',
  'export default async ({ steps }) => steps[start.name].output',
  'export default async ({ steps }) => { const { visit } = steps; return visit }',
  'export default async ({ steps: all }) => all.visit',
  'export default async (input) => input.steps.visit',
  'export default async ({ start, ...rest }) => rest',
  'export default async function () { return arguments[0] }',
  'export default async ({ start }) => eval("st" + "eps")',
  'const main = async ({ steps }) => steps.visit\nexport default main',
  '// two steps\nexport default async ({ start }) => start',
])('takes all when it does not understand: %s', (source) =>
  expect(stepsInCode(source)).toBeUndefined(),
)
