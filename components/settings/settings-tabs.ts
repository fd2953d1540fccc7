type May = (permission: string) => boolean

/** The tabs of the settings in their order, with who sees them. */
const allTabs = [
  { id: 'api-keys', title: 'API keys', isSeen: (may) => may('api-keys:manage') },
  { id: 'members', title: 'Members', isSeen: (may) => may('members:read') },
  {
    id: 'roles',
    title: 'Roles',
    isSeen: (may) => may('members:read') && (may('roles:manage') || may('access:read')),
  },
  { id: 'access', title: 'Access', isSeen: (may) => may('access:read') },
  { id: 'organization', title: 'Organization', isSeen: (may) => may('settings:manage') },
  { id: 'usage', title: 'Usage', isSeen: (may) => may('settings:manage') },
  { id: 'calendars', title: 'Calendars', isSeen: (may) => may('workflows:read') },
  { id: 'single-sign-on', title: 'Single sign-on', isSeen: (may) => may('sso:manage') },
  { id: 'directories', title: 'Directories', isSeen: (may) => may('directories:manage') },
  { id: 'profile', title: 'Profile', isSeen: () => true },
  { id: 'notifications', title: 'Notifications', isSeen: () => true },
  { id: 'absence', title: 'Absence', isSeen: () => true },
  { id: 'audit', title: 'Audit log', isSeen: (may) => may('audit:read') },
] as const satisfies { id: string; title: string; isSeen(may: May): boolean }[]

export type SettingsTab = (typeof allTabs)[number]['id']

/** The tabs of somebody with these permissions. */
export const settingsTabs = (permissions: readonly string[]) =>
  allTabs.filter(({ isSeen }) => isSeen((permission) => permissions.includes(permission)))

/** The tab that an address opens: the one that it names, when the person sees it, or the first. */
export function openTab(permissions: readonly string[], asked: string | null): SettingsTab {
  const tabs = settingsTabs(permissions)
  return tabs.find(({ id }) => id === asked)?.id ?? tabs[0]?.id ?? 'profile'
}
