import { spawnSync } from 'node:child_process'
import { descendantsOf } from './processes.ts'

/** Real-time round robin, before all ordinary programs; the ordinary policy. */
const policies = { first: ['--rr', '10'], usual: ['--other', '0'] } as const

/** Sets the policy of all threads of the browsers that this process started. */
function setPolicy(name: keyof typeof policies): boolean {
  const [policy, priority] = policies[name]
  const browsers = descendantsOf(process.pid).filter(({ command }) => /chrom/i.test(command))
  return browsers.every(({ pid }) => {
    const args = ['--all-tasks', policy, '--pid', priority, String(pid)]
    return spawnSync('chrt', args).status === 0
  })
}

/**
 * Measures while the browser gets a processor as soon as it wants one: people's browsers do not
 * share two cores with the server and its database. Needs the rights to do so (root).
 * @returns undefined without these rights
 */
export async function withBrowserFirst<T>(measure: () => Promise<T>): Promise<T | undefined> {
  try {
    return setPolicy('first') ? await measure() : undefined
  } finally {
    setPolicy('usual')
  }
}
