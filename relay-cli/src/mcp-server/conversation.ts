/**
 * The state that `fairlead mcp` keeps of the messages that it passes on: enough to continue on a new connection
 * when the relay restarts, without the client noticing. Pure.
 *
 * A request without an answer is sent again with its id. The relay makes the call's id from it, so a call that ran
 * is answered from the journal and does not run again.
 */
type Id = string | number

interface Message {
	readonly id?: Id
	readonly method?: string
	readonly params?: { readonly uri?: unknown; readonly requestId?: unknown }
}

const HANDSHAKE = 'initialize'
const READY = 'notifications/initialized'
const SUBSCRIBE = 'resources/subscribe'
const UNSUBSCRIBE = 'resources/unsubscribe'
const CANCELLED = 'notifications/cancelled'

/** Most answers, as the relay writes them: nothing behind the id has to be read, and a picture has megabytes. */
const ANSWER = /^\{"jsonrpc":"2\.0","id":(-?\d{1,15}|"[^"\\]*"),"result":/

export class Conversation {
	/** Requests without an answer, in order. */
	readonly #open = new Map<Id, string>()
	/** The handshake that a server of the 2025 revisions keeps per connection. */
	#handshake: { readonly id: Id; readonly line: string } | null = null
	#ready: string | null = null
	readonly #subscribed = new Map<string, { readonly id: Id; readonly line: string }>()
	/** Answers to what was sent again for the new server's sake only. */
	readonly #swallow = new Set<Id>()
	#hasAnswered = false

	/** Ids of the requests that wait. */
	get open(): readonly Id[] {
		return [...this.#open.keys()]
	}

	/** The lines of the requests that wait. */
	get openLines(): readonly string[] {
		return [...this.#open.values()]
	}

	/** Whether this line is a request that waits. */
	isOpen(line: string): boolean {
		return [...this.#open.values()].includes(line)
	}

	/** Nothing was answered yet. */
	get isNew(): boolean {
		return !this.#hasAnswered
	}

	/** A line from the client. */
	sent(line: string): void {
		const message = parsed(line)
		if (message === null) return
		const { id, method, params } = message
		if (method === undefined) return
		if (method === READY) this.#ready = line
		if (method === CANCELLED) this.#open.delete(params?.requestId as Id)
		if (id === undefined) return
		this.#open.set(id, line)
		if (method === HANDSHAKE) this.#handshake = { id, line }
		if (typeof params?.uri !== 'string') return
		if (method === SUBSCRIBE) this.#subscribed.set(params.uri, { id, line })
		if (method === UNSUBSCRIBE) this.#subscribed.delete(params.uri)
	}

	/** A line from the relay. False: the client must not see it. */
	received(line: string): boolean {
		const answered = ANSWER.exec(line)?.[1]
		if (answered !== undefined) return this.#answered(JSON.parse(answered) as Id)
		const message = parsed(line)
		if (message === null || message.method !== undefined || message.id === undefined) return true
		return this.#answered(message.id)
	}

	#answered(id: Id): boolean {
		if (this.#swallow.delete(id)) return false
		this.#hasAnswered = true
		this.#open.delete(id)
		return true
	}

	/** The lines with which a new connection continues. */
	resume(): string[] {
		const lines: string[] = []
		this.#swallow.clear()
		const again = ({ id, line }: { id: Id; line: string }): void => {
			if (this.#open.has(id)) return
			this.#swallow.add(id)
			lines.push(line)
		}
		if (this.#handshake) again(this.#handshake)
		const handshake = this.#handshake && this.#open.get(this.#handshake.id)
		if (handshake) lines.push(handshake)
		if (this.#ready) lines.push(this.#ready)
		for (const subscription of this.#subscribed.values()) again(subscription)
		for (const line of this.#open.values()) if (line !== handshake) lines.push(line)
		return lines
	}
}

function parsed(line: string): Message | null {
	try {
		const message: unknown = JSON.parse(line)
		return typeof message === 'object' && message !== null ? (message as Message) : null
	} catch {
		return null
	}
}
