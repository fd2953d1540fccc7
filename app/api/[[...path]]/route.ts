import { noSuchEndpoint } from '#lib/http/no-such-endpoint'

export { noSuchEndpoint as DELETE, noSuchEndpoint as GET, noSuchEndpoint as OPTIONS, noSuchEndpoint as PATCH, noSuchEndpoint as POST, noSuchEndpoint as PUT }
