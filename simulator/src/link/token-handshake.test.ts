/** A program that is not the relay must get nothing out of an editor, least of all its token. */
import { rpcNotification } from '@fairlead/protocol'
import { isProof, newNonce, proofOf } from '@fairlead/protocol/wire/token-proof'
import { expect, test } from 'vitest'
import { codeOfUnproven, TokenHandshake } from './token-handshake.ts'

const TOKEN = 't'.repeat(43)
const handshake = new TokenHandshake(TOKEN)
const relayNonce = newNonce()
const proofWith = (params: object): string => rpcNotification('relay.proof', params)
const right = {
	nonce: relayNonce,
	proof: proofOf('relay', TOKEN, handshake.nonce, relayNonce),
}

test('the relay’s proof is answered with the editor’s', () => {
	const answer = JSON.parse(handshake.answer(proofWith(right)) ?? '')
	expect(answer.method).toBe('editor.proof')
	const expected = proofOf('client', TOKEN, handshake.nonce, relayNonce)
	expect(isProof(answer.params.proof, expected)).toBe(true)
})

test.each<[string, string]>([
	['nothing', ''],
	['no JSON', '{'],
	['another message', rpcNotification('watch', right)],
	['a request', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'relay.proof', params: right })],
	['no nonce', proofWith({ proof: right.proof })],
	['no proof', proofWith({ nonce: relayNonce })],
	['a nonce of another form', proofWith({ ...right, nonce: 'short' })],
	['another nonce', proofWith({ ...right, nonce: newNonce() })],
	[
		'a proof with another token',
		proofWith({ ...right, proof: proofOf('relay', 'x'.repeat(43), handshake.nonce, relayNonce) }),
	],
	[
		'the proof of an earlier connection',
		proofWith({ ...right, proof: proofOf('relay', TOKEN, newNonce(), relayNonce) }),
	],
	[
		'the proof of a client',
		proofWith({ ...right, proof: proofOf('client', TOKEN, handshake.nonce, relayNonce) }),
	],
	['the editor’s nonce sent back', proofWith({ nonce: handshake.nonce, proof: handshake.nonce })],
])('the editor answers nothing to %s', (_what, frame) => {
	expect(handshake.answer(frame)).toBeNull()
})

test('each connection has a nonce of its own', () => {
	expect(new TokenHandshake(TOKEN).nonce).not.toBe(handshake.nonce)
})

test.each([
	[1006, 1006],
	[4003, 4003],
	[1000, 4014],
	[4006, 4014],
	[4008, 4014],
])('close code %i of a peer without a proof counts as %i', (code, counts) => {
	expect(codeOfUnproven(code)).toBe(counts)
})
