import { lockSessionContract } from '#lib/contracts/organization/own-session'
import { call } from '#lib/http/client'
import { cover } from './cover-store.ts'
import { tellTabs } from './session-channel.ts'

/** Locks the session of this browser now, in all tabs. Throws ApiFailure; the page stays covered. */
export async function lockNow(): Promise<void> {
  cover()
  await call(lockSessionContract, { body: {} })
  tellTabs({ kind: 'locked' })
}
