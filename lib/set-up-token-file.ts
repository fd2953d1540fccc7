import path from 'node:path'
import { env } from './env.ts'

/** Where this machine keeps the token with which the first account is created from elsewhere. */
export const setUpTokenFile = (): string => path.join(env().DATA_DIR, 'set-up-token')
