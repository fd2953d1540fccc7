import type { Actor } from '#lib/auth/actor'
import { getSettings } from './get-settings.ts'

/** What stands at the head of a printed page: whose it is, and in which zone its times are. */
export async function printedFor(
  actor: Actor,
): Promise<{ organization: string; person: string; timeZone: string }> {
  const { name, timeZone } = await getSettings(actor, {})
  return { organization: name, person: actor.name, timeZone }
}
