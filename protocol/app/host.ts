/**
 * The app's end of SEP-1865: JSON-RPC with its host over `postMessage`. Only the types are those of the published client:
 * its code has 230 KB, and all that is needed of it is here.
 */
import type {
	CallToolRequest,
	CallToolResult,
	ReadResourceResult,
} from '@modelcontextprotocol/client'
import type {
	McpUiHostContextChangedNotification,
	McpUiInitializedNotification,
	McpUiInitializeRequest,
	McpUiInitializeResult,
	McpUiOpenLinkRequest,
	McpUiOpenLinkResult,
	McpUiResourceTeardownRequest,
	McpUiSizeChangedNotification,
	McpUiToolCancelledNotification,
	McpUiToolInputNotification,
	McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps'

/** Requests of the app to its host. */
interface Requests {
	'ui/initialize': { params: McpUiInitializeRequest['params']; result: McpUiInitializeResult }
	'ui/open-link': { params: McpUiOpenLinkRequest['params']; result: McpUiOpenLinkResult }
	'tools/call': { params: CallToolRequest['params']; result: CallToolResult }
	'resources/read': { params: { uri: string }; result: ReadResourceResult }
}

type Heard =
	| McpUiHostContextChangedNotification
	| McpUiToolInputNotification
	| McpUiToolResultNotification
	| McpUiToolCancelledNotification
export type Handlers = {
	readonly [M in Heard['method']]: (params: Extract<Heard, { method: M }>['params']) => void
}

interface Message {
	readonly jsonrpc?: unknown
	readonly id?: number | string
	readonly method?: string
	readonly params?: object
	readonly result?: unknown
	readonly error?: { readonly message: string }
}

const TEARDOWN: McpUiResourceTeardownRequest['method'] = 'ui/resource-teardown'
const METHOD_NOT_FOUND = -32_601

export class Host {
	readonly #asked = new Map<unknown, PromiseWithResolvers<unknown>>()
	readonly #handlers: Handlers
	#last = 0
	#over = false

	constructor(handlers: Handlers) {
		this.#handlers = handlers
		addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
			if (source === parent && data?.jsonrpc === '2.0') this.#receive(data)
		})
	}

	/** The host is about to remove the app. */
	get over(): boolean {
		return this.#over
	}

	/** Rejects with the host's message. */
	ask<M extends keyof Requests>(
		method: M,
		params: Requests[M]['params'],
	): Promise<Requests[M]['result']> {
		const id = ++this.#last
		const waiting = Promise.withResolvers<unknown>()
		this.#asked.set(id, waiting)
		this.#post({ id, method, params })
		return waiting.promise as Promise<Requests[M]['result']>
	}

	tell(notification: McpUiInitializedNotification | McpUiSizeChangedNotification): void {
		this.#post(notification)
	}

	#post(message: object): void {
		parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
	}

	#receive({ id, method, params = {}, result, error }: Message): void {
		if (method === undefined) {
			const waiting = this.#asked.get(id)
			this.#asked.delete(id)
			if (error) waiting?.reject(new Error(error.message))
			else waiting?.resolve(result)
		} else if (id === undefined) {
			const handlers = this.#handlers as Readonly<Record<string, (params: object) => void>>
			if (Object.hasOwn(handlers, method)) handlers[method]?.(params)
		} else if (method === TEARDOWN || method === 'ping') {
			this.#over ||= method === TEARDOWN
			this.#post({ id, result: {} })
		} else
			this.#post({ id, error: { code: METHOD_NOT_FOUND, message: 'There is no such method.' } })
	}
}
