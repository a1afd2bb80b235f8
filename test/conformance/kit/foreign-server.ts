/** Another program on the port that a relay had: takes an editor's socket, and keeps every byte that comes. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { EDITOR_LINK } from '@fairlead/protocol/wire/editor-link'
import { TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { type WebSocket, WebSocketServer } from 'ws'

/** Its reaction to a socket whose editor sent this nonce. */
export type Reaction = (socket: WebSocket, nonce: string) => void

export class ForeignServer {
	/** Upgrades so far. */
	dials = 0
	reaction: Reaction
	/** Frames, which are masked in the bytes. */
	readonly frames: Buffer[] = []
	readonly #bytes: Buffer[] = []
	readonly #tcp: TcpServer
	readonly #http: Server
	readonly #sockets = new WebSocketServer({
		noServer: true,
		handleProtocols: () => EDITOR_LINK.subprotocol,
	})

	private constructor(reaction: Reaction) {
		this.reaction = reaction
		this.#http = createServer((_, response) => response.writeHead(404).end())
		this.#tcp = createTcpServer((socket) => {
			this.#http.emit('connection', socket)
			socket.on('data', (chunk) => this.#bytes.push(chunk))
		})
		this.#http.on('upgrade', (request, socket, head) => {
			this.dials++
			this.#sockets.handleUpgrade(request, socket, head, (editor) => {
				editor.on('error', () => undefined)
				editor.on('message', (data) => this.frames.push(data as Buffer))
				this.reaction(editor, String(request.headers[TOKEN_PROOF.nonceHeader]))
			})
		})
	}

	static async start(reaction: Reaction): Promise<ForeignServer> {
		const server = new ForeignServer(reaction)
		server.#tcp.listen(0, '127.0.0.1')
		await once(server.#tcp, 'listening')
		return server
	}

	get port(): number {
		const address = this.#tcp.address()
		return typeof address === 'object' && address ? address.port : 0
	}

	/** All that came, as it came and unmasked. */
	get received(): Buffer {
		return Buffer.concat([...this.#bytes, ...this.frames])
	}

	/** Cuts the connections that are open. */
	hangUp(): void {
		for (const socket of this.#sockets.clients) socket.terminate()
	}

	async stop(): Promise<void> {
		this.hangUp()
		this.#http.closeAllConnections()
		await new Promise((resolve) => this.#tcp.close(resolve))
	}
}
