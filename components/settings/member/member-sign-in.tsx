import { LastUsed } from '#components/shared/display/last-used'
import { formatInstant } from '#components/shared/display/format'
import { Fact, Facts } from '#components/shared/display/facts'
import type { MemberAccess, MemberView } from '#lib/contracts/organization/members'
import { SettingsSection } from '../settings-section.tsx'

type SignIn = MemberAccess['signIn']

function PasskeyWords({ passkeys }: Pick<SignIn, 'passkeys'>) {
  if (passkeys.length === 0) return 'None'
  return (
    <ul>
      {passkeys.map(({ createdAt, lastUsedAt }) => (
        <li key={createdAt}>
          Since {formatInstant(createdAt)}, <LastUsed at={lastUsedAt} />
        </li>
      ))}
    </ul>
  )
}

/** What helps somebody who lost their second factors. An owner cannot take them away. */
function WhenLost({ email, signIn }: { email: string; signIn: SignIn }) {
  const { totp, passkeys, recoveryCodesLeft } = signIn
  if (totp === null && passkeys.length === 0) return null
  return (
    <p className="text-sm text-muted-foreground">
      Lost?{' '}
      {recoveryCodesLeft > 0
        ? 'One of their recovery codes signs them in. Without one, whoever'
        : 'They have no recovery codes left. Whoever'}{' '}
      runs this server makes a link that removes the factors:{' '}
      <code className="text-foreground">npm run unlock -- {email}</code>
    </p>
  )
}

/** How a member proves who they are: with which factors, and since when. */
export function MemberSignIn({ member, signIn }: { member: MemberView; signIn: SignIn }) {
  const { hasPassword, totp, passkeys, recoveryCodesLeft } = signIn
  return (
    <SettingsSection
      title="Signing in"
      description="These belong to the person, who changes them in their profile."
    >
      <div className="space-y-3 rounded-lg border bg-card p-4">
        <Facts>
          <Fact name="Password">{hasPassword ? 'Yes' : 'None: by single sign-on'}</Fact>
          <Fact name="Authenticator app">
            {totp ? `Since ${formatInstant(totp.createdAt)}` : 'None'}
          </Fact>
          <Fact name="Passkeys">
            <PasskeyWords passkeys={passkeys} />
          </Fact>
          {totp !== null || passkeys.length > 0 ? (
            <Fact name="Recovery codes left">{String(recoveryCodesLeft)}</Fact>
          ) : null}
        </Facts>
        <WhenLost email={member.email} signIn={signIn} />
      </div>
    </SettingsSection>
  )
}
