import { log } from '#lib/log'
import { firstStart } from '#lib/operations/organizations/first-start'
import { writeSetUpToken } from '#lib/operations/organizations/set-up-token'

/**
 * While nobody has an account, says where the token for the first one is. Pages report a database
 * that does not answer by themselves, so here it is no reason to stop.
 */
export async function offerSetUp(): Promise<void> {
  const { needed } = await firstStart().catch(() => ({ needed: false }))
  if (needed)
    log.info({ file: writeSetUpToken() }, 'the first account needs the set-up token of this file')
}
