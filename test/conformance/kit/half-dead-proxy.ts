import { connect, createServer, type Server, type Socket } from 'node:net'

/** Between editor and relay: can lose the editor's end without the relay noticing, and hold back its answers. */
export class HalfDeadProxy {
	connections = 0
	#target = 0
	readonly #pairs: { editor: Socket; relay: Socket; dead: boolean; held: boolean }[] = []
	readonly #server: Server

	private constructor(server: Server) {
		this.#server = server
		server.on('connection', (editor) => this.#join(editor))
	}

	static async start(): Promise<HalfDeadProxy> {
		const server = createServer()
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		return new HalfDeadProxy(server)
	}

	get port(): number {
		const address = this.#server.address()
		return typeof address === 'object' && address ? address.port : 0
	}

	towards(port: number): void {
		this.#target = port
	}

	/** Holds back everything that the editor sends on its present sockets. */
	holdAnswers(): void {
		for (const pair of this.#pairs) pair.held = true
	}

	/** Closes the editor's sockets; the relay's stay open and silent. */
	loseEditor(): void {
		for (const pair of this.#pairs) {
			pair.dead = true
			pair.editor.destroy()
		}
	}

	async stop(): Promise<void> {
		for (const { editor, relay } of this.#pairs) {
			editor.destroy()
			relay.destroy()
		}
		await new Promise((resolve) => this.#server.close(resolve))
	}

	#join(editor: Socket): void {
		this.connections++
		const relay = connect(this.#target, '127.0.0.1')
		const pair = { editor, relay, dead: false, held: false }
		this.#pairs.push(pair)
		let first = true
		editor.on('data', (data) => {
			// The relay refuses requests for another port than its own.
			const text = data.toString('latin1')
			const named = first ? text.replace(`:${this.port}`, `:${this.#target}`) : text
			first = false
			if (!pair.held) relay.write(Buffer.from(named, 'latin1'))
		})
		relay.on('data', (data) => {
			if (!pair.dead) editor.write(data)
		})
		for (const socket of [editor, relay]) socket.on('error', () => undefined)
		editor.on('close', () => {
			if (!pair.dead) relay.destroy()
		})
		relay.on('close', () => editor.destroy())
	}
}
