import { globSync, readFileSync } from 'node:fs'

import { styleProblems } from './style-rules.ts'

/** The rules and their test contain what they search for. */
const ofRules = /^scripts\/style-rules(?:\.test)?\.ts$/

const files = globSync(
  ['{app,bench,components,db,e2e,lib,scripts,test}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'],
  { exclude: ['**/node_modules'] },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts') && !ofRules.test(file))
  .sort()

const found = files.flatMap((file) => styleProblems(file, readFileSync(file, 'utf8')))
for (const problem of found) process.stdout.write(`${problem}\n`)
process.exitCode = found.length > 0 ? 1 : 0
