/**
 * Answers the reads of a client of the 2025 revisions without the library, which checks each message against several
 * schemas: most calls are reads, and a cheap one took longer there than on its whole way to Unity and back. Everything
 * that is not plainly such a read goes to the library.
 */
import { isRunTool, resolveMcpCall, toolResult } from '@fairlead/protocol/mcp'
import type { ResolvedCall } from '@fairlead/protocol/tools'
import type { Shortcut } from '../pipe/client-transport.ts'
import type { McpSession } from '../session.ts'

type Id = string | number

interface ReadRequest {
	readonly id: Id
	readonly name: string
	readonly args: Readonly<Record<string, unknown>>
	readonly progressToken: Id | undefined
}

export interface DirectReadsPorts {
	readonly session: Pick<McpSession, 'run' | 'customTools'>
	/** The client's name as calls carry it; null before a client of the 2025 revisions has introduced itself. */
	client(): string | null
	write(line: string): void
}

const INTERNAL_ERROR = -32_603
const REQUEST_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAMS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])

export class DirectReads implements Shortcut {
	readonly #ports: DirectReadsPorts
	readonly #running = new Map<Id, AbortController>()

	constructor(ports: DirectReadsPorts) {
		this.#ports = ports
	}

	take(message: unknown, mayBegin: boolean): boolean {
		if (!isObject(message)) return false
		switch (message['method']) {
			case 'tools/call':
				return mayBegin && this.#begin(message)
			case 'notifications/cancelled':
				return this.#cancel(message['params'])
			default:
				return false
		}
	}

	/** The client is gone. */
	end(): void {
		for (const running of this.#running.values()) running.abort()
		this.#running.clear()
	}

	#begin(message: Readonly<Record<string, unknown>>): boolean {
		const request = readRequestIn(message)
		const client = this.#ports.client()
		if (!request || client === null || this.#running.has(request.id)) return false
		if (isRunTool(request.name)) return false
		const { session } = this.#ports
		const found = resolveMcpCall(request.name, request.args, {
			kind: 'unity',
			custom: session.customTools(),
		})
		if (found.kind !== 'call' || found.call.risk !== 'read' || found.call.replay !== 'safe')
			return false
		void this.#run(request, client, found.call, found.resolved)
		return true
	}

	async #run(
		{ id, progressToken }: ReadRequest,
		client: string,
		call: Parameters<McpSession['run']>[0],
		resolved: ResolvedCall | null,
	): Promise<void> {
		const ended = new AbortController()
		this.#running.set(id, ended)
		const answer = await this.#ports.session
			.run(
				call,
				{ requestId: id, client, signal: ended.signal, progress: this.#reporter(progressToken) },
				resolved,
			)
			.then((outcome) => ({ result: toolResult(call, outcome) }))
			.catch(() => ({ error: { code: INTERNAL_ERROR, message: 'Internal error' } }))
		// A cancelled request gets no answer.
		if (ended.signal.aborted) return
		this.#running.delete(id)
		this.#ports.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
	}

	#cancel(params: unknown): boolean {
		if (!isObject(params)) return false
		const id = params['requestId'] as Id
		const running = this.#running.get(id)
		if (!running) return false
		this.#running.delete(id)
		running.abort()
		return true
	}

	/** Sends nothing to a client that did not ask for it. */
	#reporter(progressToken: Id | undefined): (message: string, fraction?: number) => void {
		if (progressToken === undefined) return () => undefined
		let progress = 0
		return (text, fraction) => {
			progress++
			const message = progressText(text, fraction)
			const params = { progressToken, progress, message }
			this.#ports.write(
				JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }),
			)
		}
	}
}

/** A line of progress with how much is done, where that is known. */
export const progressText = (message: string, fraction: number | undefined): string =>
	fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)`

/** Returns null for a request that has or lacks anything out of the ordinary: the library judges it. */
function readRequestIn(message: Readonly<Record<string, unknown>>): ReadRequest | null {
	const { jsonrpc, id, params } = message
	if (jsonrpc !== '2.0' || !isId(id) || !isObject(params)) return null
	if (!hasOnly(message, REQUEST_MEMBERS) || !hasOnly(params, PARAMS)) return null
	const { name, arguments: args = {}, _meta = {} } = params
	if (typeof name !== 'string' || !isObject(args) || !isObject(_meta)) return null
	const { progressToken, ...others } = _meta
	if (progressToken !== undefined && !isId(progressToken)) return null
	return Object.keys(others).length === 0 ? { id, name, args, progressToken } : null
}

function hasOnly(object: object, members: ReadonlySet<string>): boolean {
	for (const member of Object.keys(object)) if (!members.has(member)) return false
	return true
}

const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
