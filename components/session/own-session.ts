import { getOwnSessionContract, type OwnSession } from '#lib/contracts/organization/own-session'
import { organizationHeader, personHeader } from '#lib/domain/page-headers'
import { ApiFailure, call } from '#lib/http/client'
import { leaveFor, leaveToSignIn } from './leave.ts'

/** Headers for calls about the session, whatever organization and person the page is for. */
export const ofBrowser = { [organizationHeader]: '', [personHeader]: '' }

/** The state of this browser's session. Throws ApiFailure 401 when it is over. */
export const readOwnSession = async (): Promise<OwnSession> =>
  await call(getOwnSessionContract, { headers: ofBrowser })

/** Leaves the page when the session is not the one that it was made for. Returns whether it did. */
export function leftBecause(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  if (error.details['reason'] === 'person_changed') leaveFor('/')
  else if (error.status === 401) leaveToSignIn()
  else return false
  return true
}
