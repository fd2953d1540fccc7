import { expect, it } from 'vitest'
import { bedrockKey, bedrockModel, startBedrockServer } from '#test/fakes/model-servers'
import { modelSuite } from '#test/suites/model-suite'
import { modelBedrock } from './bedrock.ts'
import { signedHeaders } from './sigv4.ts'

modelSuite({
  provider: modelBedrock,
  start: async () => await startBedrockServer(),
  config: (apiUrl) => ({ apiUrl, model: bedrockModel, region: 'us-east-1' }),
  secrets: bedrockKey,
  wrongSecrets: { ...bedrockKey, secretAccessKey: 'another' },
  busy: { status: 429, headers: { 'x-amzn-errortype': 'ThrottlingException' } },
})

// The vectors "get-vanilla" and "get-vanilla-query-order-key-case" of AWS's test suite.
it.each([
  ['/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    '/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('signs %s as AWS does', (path, signature) => {
  const { authorization } = signedHeaders({
    method: 'GET',
    url: `https://example.amazonaws.com${path}`,
    body: '',
    region: 'us-east-1',
    service: 'service',
    key: {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    },
    now: new Date('2015-08-30T12:36:00Z'),
  })
  expect(authorization).toContain(`Signature=${signature}`)
})
