/**
 * Answers of `fairlead mcp` itself while it becomes a relay, which takes far longer than a client's first questions:
 * they are about lists that never change. The answers were recorded from the real server (`npm run generate`), and a
 * test compares them with it. Everything that is not plainly one of these questions waits for the relay. Pure.
 */
import { canShowApp } from '@fairlead/protocol/mcp/app/can-show-app'

type Bag = Readonly<Record<string, unknown>>
type Results = Bag

/** `app`: for clients that show apps. */
export interface FirstAnswersFile {
	readonly older: { readonly plain: Results; readonly app: Results }
	readonly newer: { readonly plain: Results; readonly app: Results }
}

export const RECORDED_VERSIONS = {
	/** The server answers each with the same, and the version itself. */
	older: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
	newer: '2026-07-28',
} as const

const INITIALIZE = 'initialize'
const META = {
	version: 'io.modelcontextprotocol/protocolVersion',
	client: 'io.modelcontextprotocol/clientInfo',
	capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const
const REQUEST = ['jsonrpc', 'id', 'method', 'params']
const HANDSHAKE = ['protocolVersion', 'capabilities', 'clientInfo']

export class FirstAnswers {
	readonly #file: FirstAnswersFile
	/** Answers to a client of the older revisions, once it has introduced itself. */
	#older: Results | null = null

	constructor(file: FirstAnswersFile) {
		this.#file = file
	}

	/** The line that answers this one; null: the relay has to. */
	answer(line: string): string | null {
		const message = parsed(line)
		if (message?.['jsonrpc'] !== '2.0' || !hasOnly(message, REQUEST)) return null
		const { id, method, params = {} } = message
		if (!isId(id) || typeof method !== 'string' || !isBag(params)) return null
		const result =
			method === INITIALIZE ? this.#greeted(params) : this.#listed(method, params['_meta'], params)
		return result === undefined ? null : JSON.stringify({ jsonrpc: '2.0', id, result })
	}

	#greeted(params: Bag): unknown {
		const { protocolVersion: version, capabilities, clientInfo } = params
		if (this.#older || !hasOnly(params, HANDSHAKE)) return undefined
		if (!isOlder(version) || !isBag(capabilities) || !isClient(clientInfo)) return undefined
		const { plain, app } = this.#file.older
		this.#older = canShowApp(capabilities) ? app : plain
		return { ...Object(this.#older[INITIALIZE]), protocolVersion: version }
	}

	#listed(method: string, meta: unknown, params: Bag): unknown {
		if (!hasOnly(params, ['_meta'])) return undefined
		if (meta === undefined || (isBag(meta) && hasOnly(meta, ['progressToken'])))
			return own(this.#older, method)
		if (!isBag(meta) || this.#older || !hasOnly(meta, [...Object.values(META), 'progressToken']))
			return undefined
		const capabilities = meta[META.capabilities]
		if (meta[META.version] !== RECORDED_VERSIONS.newer || !isBag(capabilities)) return undefined
		if (!isClient(meta[META.client])) return undefined
		const { plain, app } = this.#file.newer
		return own(canShowApp(capabilities) ? app : plain, method)
	}
}

const own = (results: Results | null, method: string): unknown =>
	results && Object.hasOwn(results, method) ? results[method] : undefined

function parsed(line: string): Bag | null {
	try {
		const message: unknown = JSON.parse(line)
		return isBag(message) ? message : null
	} catch {
		return null
	}
}

const isOlder = (version: unknown): boolean =>
	RECORDED_VERSIONS.older.some((known) => known === version)
const isClient = (info: unknown): boolean =>
	isBag(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string'
const isId = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id)
const hasOnly = (object: object, members: readonly string[]): boolean =>
	Object.keys(object).every((member) => members.includes(member))
const isBag = (value: unknown): value is Bag =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
