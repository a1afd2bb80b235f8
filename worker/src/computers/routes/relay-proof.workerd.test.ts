/** The server proves to a relay that it is the one that knows the relay's token, before the relay sends it. */
import { RELAY_PROOF_HEADER, RELAY_PROOF_KEY_CHARS } from '@fairlead/protocol/computers/relay-proof'
import { newNonce, serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { fetchApp } from '../../../test/double/harness.ts'

useApi()

async function proof(
	projectId: string,
	key: string,
	nonce = newNonce(),
): Promise<{ readonly status: number; readonly proof: string | null }> {
	const query = new URLSearchParams({ key, nonce })
	const { status, headers } = await fetchApp(`/api/projects/${projectId}/relay/proof?${query}`)
	return { status, proof: headers.get(RELAY_PROOF_HEADER) }
}

test('a proof is for one nonce and one token, and there is one only while the token counts', async () => {
	const { id, token } = await api.owner.newRelayToken(api.projectId)
	await api.owner.newRelayToken(api.projectId)
	const hash = tokenHashOf(token)
	const key = hash.slice(0, RELAY_PROOF_KEY_CHARS)
	const [one, two] = [newNonce(), newNonce()]
	for (const nonce of [one, two]) {
		const expected = { status: 204, proof: serverProofOf(hash, nonce, '80') }
		expect(await proof(api.projectId, key, nonce)).toEqual(expected)
	}
	const none = { status: 401, proof: null }
	const other = await api.owner.newProject('Other')
	expect(await proof(other.id, key)).toEqual(none)
	expect(await proof(api.projectId, 'f'.repeat(RELAY_PROOF_KEY_CHARS))).toEqual(none)
	expect((await proof(api.projectId, '')).status).toBe(400)
	expect((await proof(api.projectId, key, 'short')).status).toBe(400)
	await api.owner.call('DELETE', `/api/projects/${api.projectId}/relay-tokens/${id}`)
	expect(await proof(api.projectId, key)).toEqual(none)
})
