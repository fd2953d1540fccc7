import { afterAll } from 'vitest'
import { startStrictS3 } from '#test/fakes/strict-s3'
import { testTransfer } from '#test/suites/transfer-suite'

// Two installations that share nothing: servers, buckets, prefixes.
const here = await startStrictS3('clinics')
const there = await startStrictS3('elsewhere')
Object.assign(process.env, here.settings('here'))
afterAll(async () => {
  await here.stop()
  await there.stop()
})

testTransfer({
  settings: there.settings(''),
  stored: () =>
    [...there.objects.keys()].filter((name) => !['installation', 'store'].includes(name)),
})
