/** The editor's half of the proof that begins a connection: until the relay has proved itself, nothing it says counts. */
import { CLOSE, parseFrame, rpcNotification } from '@fairlead/protocol'
import { RelayProof } from '@fairlead/protocol/wire/editor-link'
import { isNonce, isProof, newNonce, proofOf } from '@fairlead/protocol/wire/token-proof'

/** For one connection. */
export class TokenHandshake {
	/** Sent with the upgrade. */
	readonly nonce = newNonce()
	readonly #token: string

	constructor(token: string) {
		this.#token = token
	}

	/** The frame with the editor's proof, as the answer to the relay's; null: the peer did not prove that it is the relay. */
	answer(text: string): string | null {
		const frame = parseFrame(text)
		if (frame.kind !== 'notification' || frame.message.method !== 'relay.proof') return null
		const said = RelayProof.safeParse(frame.message.params).data
		if (!isNonce(said?.nonce)) return null
		if (!isProof(said.proof, proofOf('relay', this.#token, this.nonce, said.nonce))) return null
		return rpcNotification('editor.proof', {
			proof: proofOf('client', this.#token, this.nonce, said.nonce),
		})
	}
}

/** The close code of WebSocket for a connection that broke, or never was. */
const NO_CLOSE_FRAME = 1006

/**
 * The close code of a peer that has not proved itself. Only a broken connection and the refusal of an older
 * relay, which asks for the token, are what they seem.
 */
export const codeOfUnproven = (code: number): number =>
	code === NO_CLOSE_FRAME || code === CLOSE.unauthorized ? code : CLOSE.unproven
