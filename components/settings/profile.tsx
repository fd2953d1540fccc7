import { SecuritySection } from '#components/security/security-section'
import { LetterKeys } from './letter-keys.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsSection } from './settings-section.tsx'

/** One's own password, second factors, shortcuts and sessions. */
export function Profile({ hasPassword }: { hasPassword: boolean }) {
  return (
    <div className="space-y-8">
      <SettingsSection title="Password">
        {hasPassword ? (
          <PasswordForm />
        ) : (
          <p className="text-sm text-muted-foreground">
            You sign in by single sign-on; there is no password here.
          </p>
        )}
      </SettingsSection>
      <SettingsSection
        title="Second factor"
        description="Beside your password, something that only you have."
      >
        <SecuritySection />
      </SettingsSection>
      <SettingsSection
        title="Keyboard"
        description="Switch letters off when you speak to your computer, or hit keys by accident."
      >
        <LetterKeys />
      </SettingsSection>
      <SettingsSection title="Where you are signed in">
        <Sessions />
      </SettingsSection>
    </div>
  )
}
