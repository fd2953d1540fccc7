import { CopyField } from '#components/settings/copy-field'
import type { SsoConnectionView } from '#lib/contracts/organization/single-sign-on'

type Address = {
  key: keyof SsoConnectionView['addresses']
  label: string
  /** What providers call it. */
  alias: string
}

const oidc: Address[] = [
  { key: 'callback', label: 'Redirect URI', alias: 'Okta: sign-in redirect URI' },
  { key: 'signedOut', label: 'Post-logout redirect URI', alias: 'Okta: sign-out redirect URI' },
  {
    key: 'backChannelLogout',
    label: 'Back-channel log-out URI',
    alias: 'if it has one: who signs out there is signed out here',
  },
  { key: 'start', label: 'Sign-in URL', alias: 'for a tile in its portal' },
]
const saml: Address[] = [
  {
    key: 'metadata',
    label: 'Our metadata, and our entity ID',
    alias: 'Entra: Identifier; Okta: Audience URI',
  },
  { key: 'acs', label: 'Reply URL', alias: 'Okta: Single sign-on URL; also ACS' },
  { key: 'logout', label: 'Log-out URL', alias: 'who signs out there is signed out here' },
  { key: 'start', label: 'Sign-in URL', alias: 'for a tile in its portal' },
]

const claims = {
  oidc: 'Application type: web, authorization code. Scopes: openid, email, profile.',
  saml:
    'Most providers take all of it from the address of our metadata. Name ID: persistent or ' +
    'e-mail address. Attributes: email, and displayName if you like. Sign the assertion with SHA-256.',
}

/** What must be entered at the provider. Open while it is set up, closed once it works. */
export function Addresses({ connection }: { connection: SsoConnectionView }) {
  const { name, kind, status, addresses } = connection
  return (
    <details open={status === 'draft'} className="group rounded-md border px-4 py-3">
      <summary className="cursor-pointer text-sm font-medium">
        {status === 'draft' ? 'Enter these' : 'What is entered'} at {name}
      </summary>
      <div className="space-y-3 pt-3">
        <p className="text-sm text-muted-foreground">{claims[kind]}</p>
        <div className="grid gap-x-6 gap-y-3 lg:grid-cols-2">
          {(kind === 'oidc' ? oidc : saml).map(({ key, label, alias }) => (
            <div key={key} className="min-w-0 space-y-1">
              <p className="text-xs">
                {label} <span className="text-muted-foreground">({alias})</span>
              </p>
              <CopyField value={addresses[key] ?? ''} label={`${label} of ${name}`} />
            </div>
          ))}
        </div>
      </div>
    </details>
  )
}
