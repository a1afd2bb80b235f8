/**
 * JSON-RPC 2.0 envelopes shared by every WebSocket wire (editor, relay, viewer).
 * One text frame holds one envelope; batches are not used.
 */
import * as z from 'zod/mini'

export const JsonRpcId = z.union([z.string().check(z.maxLength(128)), z.int()])
export type JsonRpcId = z.infer<typeof JsonRpcId>

/** Error codes below -32000 are JSON-RPC's own; the others are ours and stable. */
export const RPC_ERROR = {
	parse: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internal: -32603,
	/** The first message was not the hello, or a second hello arrived. */
	handshake: -32001,
	/** The peer speaks another version of the protocol. */
	version: -32002,
	/** The same call id arrived with another argsHash. */
	conflict: -32003,
	/** The frame is larger than the protocol allows. */
	tooLarge: -32004,
	/** The caller may not do this (a viewer asking for a write, for example). */
	forbidden: -32005,
} as const

export const JsonRpcError = z.object({
	code: z.int(),
	message: z.string(),
	data: z.optional(z.unknown()),
})
export type JsonRpcError = z.infer<typeof JsonRpcError>

const version = z.literal('2.0')

export const JsonRpcRequest = z.object({
	jsonrpc: version,
	id: JsonRpcId,
	method: z.string().check(z.minLength(1), z.maxLength(64)),
	params: z.optional(z.unknown()),
})
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>

export const JsonRpcNotification = z.strictObject({
	jsonrpc: version,
	method: z.string().check(z.minLength(1), z.maxLength(64)),
	params: z.optional(z.unknown()),
})
export type JsonRpcNotification = z.infer<typeof JsonRpcNotification>

export const JsonRpcSuccess = z.object({ jsonrpc: version, id: JsonRpcId, result: z.unknown() })
export type JsonRpcSuccess = z.infer<typeof JsonRpcSuccess>

export const JsonRpcFailure = z.object({
	jsonrpc: version,
	id: z.union([JsonRpcId, z.null()]),
	error: JsonRpcError,
})
export type JsonRpcFailure = z.infer<typeof JsonRpcFailure>

export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcSuccess | JsonRpcFailure

/** The result of {@link parseFrame} for one text frame. */
export type ParsedFrame =
	| { kind: 'request'; message: JsonRpcRequest }
	| { kind: 'notification'; message: JsonRpcNotification }
	| { kind: 'success'; message: JsonRpcSuccess }
	| { kind: 'failure'; message: JsonRpcFailure }
	| { kind: 'malformed'; error: JsonRpcError; id: JsonRpcId | null }

const malformed = (code: number, message: string, id: JsonRpcId | null = null): ParsedFrame => ({
	kind: 'malformed',
	error: { code, message },
	id,
})

const MAX_ID_CHARS = 128
const MAX_METHOD_CHARS = 64
/** The members of a notification; with other members it is a request whose id got lost. */
const NOTIFICATION_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'method', 'params'])

const isId = (id: unknown): id is JsonRpcId =>
	(typeof id === 'string' && id.length <= MAX_ID_CHARS) || Number.isSafeInteger(id)
const isMethod = (method: unknown): boolean =>
	typeof method === 'string' && method.length > 0 && method.length <= MAX_METHOD_CHARS

/**
 * Classifies one text frame. Never throws: a frame that is not a JSON-RPC message
 * comes back as `malformed` with the error to send to the peer. Every frame of every
 * protocol passes here, so the checks of the schemas above are written by hand (a test keeps them
 * in line).
 */
export function parseFrame(text: string): ParsedFrame {
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		return malformed(RPC_ERROR.parse, 'The frame is not JSON.')
	}
	if (typeof json !== 'object' || json === null || Array.isArray(json)) {
		return malformed(RPC_ERROR.invalidRequest, 'The frame is not a JSON-RPC 2.0 object.')
	}
	const frame = json as Record<string, unknown>
	const valid = frame['jsonrpc'] === '2.0'
	if ('method' in frame) {
		if ('id' in frame) {
			if (valid && isId(frame['id']) && isMethod(frame['method'])) {
				return { kind: 'request', message: json as JsonRpcRequest }
			}
			return malformed(
				RPC_ERROR.invalidRequest,
				'Not a valid JSON-RPC 2.0 request.',
				isId(frame['id']) ? frame['id'] : null,
			)
		}
		const known = Object.keys(frame).every((key) => NOTIFICATION_MEMBERS.has(key))
		if (valid && known && isMethod(frame['method'])) {
			return { kind: 'notification', message: json as JsonRpcNotification }
		}
		return malformed(RPC_ERROR.invalidRequest, 'Not a valid JSON-RPC 2.0 notification.')
	}
	if ('error' in frame) {
		const failure = JsonRpcFailure.safeParse(json)
		if (failure.success) return { kind: 'failure', message: failure.data }
	} else if ('result' in frame && valid && isId(frame['id'])) {
		return { kind: 'success', message: json as JsonRpcSuccess }
	}
	return malformed(RPC_ERROR.invalidRequest, 'Neither a JSON-RPC 2.0 request nor a response.')
}

export const rpcRequest = (id: JsonRpcId, method: string, params?: unknown): string =>
	JSON.stringify({ jsonrpc: '2.0', id, method, params })
export const rpcNotification = (method: string, params?: unknown): string =>
	JSON.stringify({ jsonrpc: '2.0', method, params })
export const rpcSuccess = (id: JsonRpcId, result: unknown): string =>
	JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null })
export const rpcFailure = (id: JsonRpcId | null, error: JsonRpcError): string =>
	JSON.stringify({ jsonrpc: '2.0', id, error })
