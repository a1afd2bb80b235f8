/** Lets in the editors that know the token. A socket whose editor does not is closed, and nothing else it sends is read. */
import type { IncomingMessage } from 'node:http'
import { CLOSE, type CloseCode } from '@fairlead/protocol/wire/close-codes'
import { EditorProof, type RelayProof } from '@fairlead/protocol/wire/editor-link'
import { parseFrame, rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import {
	isNonce,
	isProof,
	newNonce,
	proofOf,
	TOKEN_PROOF,
} from '@fairlead/protocol/wire/token-proof'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { UnprovenSockets } from '../requests/unproven-sockets.ts'
import { tokenProblem } from './upgrade-guard.ts'

/** After this, a socket that did not finish the closing handshake is dropped. */
const CLOSE_TIMEOUT_MS = 1_000
/** Far above the one frame that is read before the proof. */
const MAX_UNPROVEN_BYTES = 16_384

export interface AdmissionPorts {
	readonly token: string
	readonly clock: Clock
	readonly timing: Timing
}

export class EditorAdmission {
	readonly #ports: AdmissionPorts
	readonly #unproven = new UnprovenSockets()

	constructor(ports: AdmissionPorts) {
		this.#ports = ports
	}

	/** Calls `admitted` at most once, before the frame after the proof is read. */
	admit(editor: WebSocket, request: IncomingMessage, admitted: () => void): void {
		// Without a listener, a frame that is none would end the process.
		editor.on('error', () => undefined)
		const nonce = request.headers[TOKEN_PROOF.nonceHeader]
		if (isNonce(nonce)) {
			this.#askForProof(editor, request, nonce, admitted)
			return
		}
		// An older editor sends the token itself.
		const problem = tokenProblem(request.headers, this.#ports.token)
		if (problem === null) admitted()
		else turnAway(editor, CLOSE.unauthorized, problem)
	}

	#askForProof(
		editor: WebSocket,
		{ socket }: IncomingMessage,
		editorNonce: string,
		admitted: () => void,
	): void {
		const { token, clock, timing } = this.#ports
		let isAnswered = false
		let bytes = 0
		this.#unproven.add(socket)
		socket.on('data', (chunk: Buffer) => {
			bytes += isAnswered ? 0 : chunk.length
			if (!isAnswered && bytes > MAX_UNPROVEN_BYTES) socket.destroy()
		})
		const cancelTimeout = clock.after(timing.helloTimeoutMs, () =>
			turnAway(editor, CLOSE.handshake, 'No proof arrived in time.'),
		)
		editor.on('close', cancelTimeout)
		const relayNonce = newNonce()
		const expected = proofOf('client', token, editorNonce, relayNonce)
		editor.once('message', (data, isBinary) => {
			isAnswered = true
			cancelTimeout()
			if (!isBinary && isProof(proofIn(data), expected)) {
				this.#unproven.proved(socket)
				admitted()
			} else
				turnAway(
					editor,
					CLOSE.unauthorized,
					'The first frame must prove that the editor knows the token of relay.json.',
				)
		})
		const said: RelayProof = {
			nonce: relayNonce,
			proof: proofOf('relay', token, editorNonce, relayNonce),
		}
		editor.send(rpcNotification('relay.proof', said))
	}
}

function proofIn(data: RawData): string | null {
	const frame = parseFrame(data.toString())
	if (frame.kind !== 'notification' || frame.message.method !== 'editor.proof') return null
	return EditorProof.safeParse(frame.message.params).data?.proof ?? null
}

/**
 * Unity's own WebSocket client hides the status of a refused upgrade, so a wrong token would look like a missing relay:
 * the socket is accepted, and closed with a code that says what is wrong.
 */
function turnAway(editor: WebSocket, code: CloseCode, why: string): void {
	const drop = setTimeout(() => editor.terminate(), CLOSE_TIMEOUT_MS)
	editor.on('close', () => clearTimeout(drop))
	editor.removeAllListeners('message')
	editor.close(code, why)
}
