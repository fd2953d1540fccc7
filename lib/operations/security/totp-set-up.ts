import { startTotp } from '#lib/auth/factors/totp'
import type { TotpSetUpView } from '#lib/contracts/organization/sign-in'

/** Makes the secret of an authenticator app with its QR code, drawn here and nowhere else. */
export async function totpSetUpOf(userId: string, email: string): Promise<TotpSetUpView> {
  const { default: QRCode } = await import('qrcode')
  const { secret, uri, setUp } = await startTotp(userId, email)
  return { secret, setUp, picture: await QRCode.toString(uri, { type: 'svg', margin: 1 }) }
}
