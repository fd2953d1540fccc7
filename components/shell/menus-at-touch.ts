'use client'

import { partAtTouch } from '#components/shared/loading/part-at-touch'

export const OrganizationMenu = partAtTouch(
  async () => (await import('./organization-menu.tsx')).OrganizationMenu,
  null,
)
export const UserMenu = partAtTouch(async () => (await import('./user-menu.tsx')).UserMenu, null)
