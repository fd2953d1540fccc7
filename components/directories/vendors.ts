/** Where a directory that pushes has its settings, in its own words. */
export type Vendor = {
  id: string
  title: string
  where: string
  address: string
  token: string
  then: readonly string[]
}

const other: Vendor = {
  id: 'other',
  title: 'Another directory',
  where: 'The provisioning settings of your directory, SCIM 2.0',
  address: 'Base URL',
  token: 'Bearer token, in the Authorization header',
  then: [
    'Unique identifier of people: userName.',
    'Switch on: create, update and deactivate people, and push groups.',
  ],
}

export const vendors: readonly Vendor[] = [
  {
    id: 'okta',
    title: 'Okta',
    where: 'Admin Console → Applications → your app → Provisioning → Integration',
    address: 'SCIM connector base URL',
    token: 'Authorization (Authentication Mode: HTTP Header)',
    then: [
      'Unique identifier field for users: userName.',
      'Supported actions: Push New Users, Push Profile Updates, Push Groups. Then Test Connector Configuration.',
      'Under To App: Create Users, Update User Attributes, Deactivate Users.',
      'Assign people under Assignments, and groups under Push Groups.',
    ],
  },
  {
    id: 'entra',
    title: 'Microsoft Entra ID',
    where: 'Entra admin center → Enterprise applications → your app → Provisioning, Automatic',
    address: 'Tenant URL',
    token: 'Secret Token',
    then: [
      'Test Connection, then Save. Leave both Mappings on.',
      'Assign people and groups under Users and groups.',
      'Start provisioning. Entra sends changes about every 40 minutes; Provision on demand sends one person at once.',
    ],
  },
  {
    id: 'google',
    title: 'Google Workspace',
    where: 'Admin console → Apps → Web and mobile apps → your app → Autoprovisioning',
    address: 'Endpoint URL',
    token: 'Access token',
    then: [
      'Map userName to the primary e-mail address.',
      'Google sends people and no groups: they have the role of people who join.',
    ],
  },
  {
    id: 'onelogin',
    title: 'OneLogin',
    where: 'Applications → SCIM Provisioner with SAML (SCIM v2) → Configuration',
    address: 'SCIM Base URL',
    token: 'SCIM Bearer Token',
    then: [
      'API Connection: Enable.',
      'Under Provisioning: enable it, and suspend people who are deleted or suspended.',
    ],
  },
  {
    id: 'jumpcloud',
    title: 'JumpCloud',
    where: 'SSO Applications → your app → Identity Management, SCIM 2.0',
    address: 'Base URL',
    token: 'Token Key',
    then: [
      'Test Connection makes a person and a group and deletes them again.',
      'Switch on the management of groups, then Activate.',
    ],
  },
  other,
]

/** The vendor that a directory's name speaks of. */
export function vendorOf(name: string): Vendor {
  const words = name.toLowerCase()
  if (/azure|microsoft/.test(words)) return vendorBy('entra')
  return vendors.find(({ id }) => words.includes(id)) ?? other
}

export const vendorBy = (id: string): Vendor => vendors.find((vendor) => vendor.id === id) ?? other
