/** How a fake server proves to a relay or its operator that it is the server, as the Worker does. */
import type { IncomingMessage } from 'node:http'
import { RELAY_PROOF_HEADER } from '@fairlead/protocol/computers/relay-proof'
import { serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'

/** The answer of a server that knows these tokens; null: the request asks for no proof. */
export function answeredProof(
	{ url = '', socket }: IncomingMessage,
	tokens: Iterable<string>,
): { readonly status: 204 | 401; readonly headers: Readonly<Record<string, string>> } | null {
	const { pathname, searchParams } = new URL(url, 'http://localhost')
	if (!/\/(relay|operator)\/proof$/.test(pathname)) return null
	const key = searchParams.get('key') ?? 'none'
	const hash = [...tokens].map(tokenHashOf).find((one) => one.startsWith(key))
	if (hash === undefined) return { status: 401, headers: {} }
	const proof = serverProofOf(hash, searchParams.get('nonce') ?? '', String(socket.localPort))
	return { status: 204, headers: { [RELAY_PROOF_HEADER]: proof } }
}
