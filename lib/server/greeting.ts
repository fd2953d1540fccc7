import path from 'node:path'
import { demoApiKeyFile } from '#db/seed/demo-api-key'
import { env } from '#lib/env'
import { setUpTokenFile } from '#lib/set-up-token-file'

/** Quotes any text for a shell inside double quotes and `$(…)`. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The text that `npm start` prints when everything runs. Logs contain it too, so it does not show
 * the demo's API key: the curl line reads the key from its file.
 */
export function greeting(ownerMissing: boolean): string {
  const { BASE_URL, SEED_OWNER_EMAIL, SEED_OWNER_PASSWORD } = env()
  const seeded = SEED_OWNER_PASSWORD
    ? ` (first start: ${SEED_OWNER_EMAIL} with SEED_OWNER_PASSWORD)`
    : ''
  const signIn = ownerMissing
    ? 'the first page asks for your owner account'
    : `${BASE_URL}/sign-in${seeded}`
  const file = demoApiKeyFile()
  const curl = [
    `curl -s -X POST ${BASE_URL}/api/v2/workflows/nightly-check/runs`,
    `-H "Authorization: Bearer $(cat ${quoted(path.resolve(file ?? ''))})"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Prefer: wait=10'`,
    `-d '{"startData":{}}'`,
  ].join(' ')
  return [
    '',
    `Rounds is running:  ${BASE_URL}`,
    `Sign in:            ${signIn}`,
    ...(ownerMissing
      ? [`From elsewhere:     it also asks for the token in ${setUpTokenFile()}`]
      : []),
    ...(file ? ['Run a workflow:', `  ${curl}`] : []),
    'Stop:               Ctrl-C',
    '',
  ].join('\n')
}
