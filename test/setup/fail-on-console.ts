import { format } from 'node:util'

import { afterAll, afterEach } from 'vitest'

const written: string[] = []

for (const method of ['error', 'warn'] as const) {
  console[method] = (...args: unknown[]) =>
    void written.push(`console.${method}: ${format(...args)}`)
}

/**
 * An unexpected warning is a failure, because complaints of React and the libraries would otherwise
 * be lost in the output.
 */
function failIfWritten(): void {
  const lines = written.splice(0)
  if (lines.length > 0) throw new Error(`The test wrote to the console.\n${lines.join('\n')}`)
}

afterEach(failIfWritten)
afterAll(failIfWritten)
