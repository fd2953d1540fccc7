import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { organizationLogos } from '#db/schema/organizations'
import type { Actor } from '#lib/auth/actor'
import type { SettingsView } from '#lib/contracts/organization/settings'
import { checkPicture } from '#lib/documents/check-picture'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { settingsView } from './settings-view.ts'

/** Bytes. */
export const maxLogoBytes = 256 * 1024
const minSide = 16
const maxSide = 2000

/** Sets the logo, under a new address. Throws 400 for anything but a PNG or JPEG of fitting size. */
export const setLogo = defineOperation<{ bytes: Uint8Array }, SettingsView>({
  name: 'setLogo',
  permission: 'settings:manage',
  audit: ({ output }) => ({
    action: 'settings.logo_set',
    objectKind: 'organization',
    objectId: output.id,
    details: { ...output.logo },
  }),
  async run({ actor, input, tx }) {
    const { organizationId } = actor
    const picture = checkPicture(Buffer.from(input.bytes))
    const refuse = (message: string) => ApiError.invalid([{ path: 'logo', message }])
    if (!picture) throw refuse('This is not a whole PNG or JPEG. Save the logo as PNG.')
    const { content, ...about } = picture
    const { width, height } = about
    if (Math.min(width, height) < minSide || Math.max(width, height) > maxSide)
      throw refuse(
        `The logo is ${width} × ${height} pixels; a side has ${minSide} to ${maxSide} pixels.`,
      )
    const logo = { ...about, id: randomUUID(), content: content.toString('base64') }
    await tx
      .insert(organizationLogos)
      .values({ organizationId, ...logo })
      .onConflictDoUpdate({ target: organizationLogos.organizationId, set: logo })
    return await settingsView(tx, organizationId)
  },
})

/** Removes the logo; without one it changes nothing. */
export const removeLogo = defineOperation<object, SettingsView>({
  name: 'removeLogo',
  permission: 'settings:manage',
  audit: ({ output }) => ({
    action: 'settings.logo_removed',
    objectKind: 'organization',
    objectId: output.id,
  }),
  async run({ actor, tx }) {
    const { organizationId } = actor
    await tx.delete(organizationLogos).where(eq(organizationLogos.organizationId, organizationId))
    return await settingsView(tx, organizationId)
  },
})

export type Logo = { mimeType: string; content: Buffer<ArrayBuffer> }

/** Reads the picture of a logo by its random id, for anybody who knows it. Throws 404. */
export async function getLogo(_nobody: Actor, { id }: { id: string }): Promise<Logo> {
  const [row] = await authDb()
    .select({ mimeType: organizationLogos.mimeType, content: organizationLogos.content })
    .from(organizationLogos)
    .where(eq(organizationLogos.id, id))
  if (!row) throw ApiError.notFound('logo', id)
  return { mimeType: row.mimeType, content: Buffer.from(row.content, 'base64') }
}
