import { humanName } from '../human-name.ts'

/** `a.0.b` as “A › 1 › B”: people count from one. */
export const placeName = (path: string): string =>
  path === ''
    ? 'The whole value'
    : path
        .split('.')
        .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : humanName(part)))
        .join(' › ')
