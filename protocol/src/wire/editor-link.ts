/**
 * Editor ↔ relay: JSON-RPC 2.0 over `ws://127.0.0.1:<port>/editor`.
 *
 * The editor dials, with a nonce in the header `Fairlead-Nonce` and the subprotocol below. The relay proves first that it
 * knows the token of relay.json, then the editor does (`token-proof.ts`), and sends `editor.hello`. The token is not sent:
 * after a crash, any program may have the port. Editors of before that send it (`Authorization: Bearer`), and are let in.
 * A request that carries an `Origin`, or a `Host` other than 127.0.0.1/localhost/[::1] with the port, is refused.
 */
import * as z from 'zod/mini'
import { DeskServerName } from '../computers/local-mcp-servers.ts'
import { ChangeScope, ConnectedPhase, EditorKind } from '../editors/editors.ts'
import { Call, CallIds, CallProgress } from './calls.ts'
import { EditorCallSettled, EditorJournalEntry, ReplyFolder } from './stored-reply.ts'

export const EDITOR_LINK = {
	version: 1,
	subprotocol: 'fairlead.editor.v1',
	path: '/editor',
	/** A frame may be at most this long, in UTF-8 bytes. A larger outcome goes by file. */
	maxFrameBytes: 16 * 1024 * 1024,
	/** Each proof, and the hello, must arrive within this time. */
	helloTimeoutMs: 5_000,
	/** Malformed frames after which the socket is closed with 4009. */
	maxMalformedFrames: 100,
} as const

/** `relay.json` in `~/.fairlead` (or `FAIRLEAD_HOME`), mode 0600. */
export const RelayFile = z.object({
	port: z.int().check(z.minimum(1), z.maximum(65_535)),
	token: z.string().check(z.minLength(32), z.maxLength(256)),
	pid: z.int().check(z.positive()),
	version: z.optional(z.string()),
	/** Path of a Unix socket, or name of a pipe, on which `fairlead mcp` is served besides the port. Missing: none. */
	mcpSocket: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
})
export type RelayFile = z.infer<typeof RelayFile>

/** Far more than a project offers: the list is sent with every hello. */
const MAX_CUSTOM_TOOLS = 256

/** A tool that the Unity project itself offers (`[FairleadTool]`). */
export const CustomTool = z.object({
	name: z.string().check(z.regex(/^[a-z][a-z0-9_]{2,47}$/)),
	description: z.string().check(z.minLength(1), z.maxLength(1_000)),
	/** JSON Schema of the arguments, an object schema. */
	inputSchema: z.record(z.string(), z.unknown()),
	risk: z.enum(['read', 'write', 'destructive', 'execute']),
	/** The MCP server of the relay's computer that offers it; the relay runs it then, not the editor. */
	server: z.optional(DeskServerName),
})
export type CustomTool = z.infer<typeof CustomTool>

/** The tools of one editor. */
export const CustomTools = z.array(CustomTool).check(z.maxLength(MAX_CUSTOM_TOOLS))

const ProofText = z.string().check(z.maxLength(128))

/** The relay's first frame, to an editor that sent a nonce. */
export const RelayProof = z.object({ nonce: z.string().check(z.maxLength(128)), proof: ProofText })
export type RelayProof = z.infer<typeof RelayProof>

/** The editor's first frame, once the relay has proved itself. */
export const EditorProof = z.object({ proof: ProofText })
export type EditorProof = z.infer<typeof EditorProof>

export const EditorHello = z.object({
	protocolVersion: z.int(),
	/** Absolute path of the folder that holds Assets/. */
	projectPath: z.string().check(z.minLength(1), z.maxLength(4_096)),
	productGuid: z.string().check(z.maxLength(64)),
	unityVersion: z.string().check(z.maxLength(64)),
	pid: z.int().check(z.nonnegative()),
	/** One per editor process. */
	sessionId: z.string().check(z.minLength(1), z.maxLength(128)),
	/** Grows with each connection of the session, also across domain reloads. */
	connSeq: z.int().check(z.nonnegative()),
	phase: ConnectedPhase,
	pluginVersion: z.string().check(z.maxLength(64)),
	kind: EditorKind,
	/** Calls that this editor knows and was not told to forget. */
	journal: z.array(EditorJournalEntry).check(z.maxLength(1_000)),
	customTools: z.optional(CustomTools),
})
export type EditorHello = z.infer<typeof EditorHello>

export const EditorHelloResult = z.object({
	protocolVersion: z.literal(EDITOR_LINK.version),
	relayVersion: z.string(),
	/** Settled upstream; the editor may drop them from its journal. */
	forget: z.array(z.string()),
	/** Whether change events are wanted now. */
	watching: z.boolean(),
	/** The folder of outcomes that do not fit a frame; without it they are `too_large`. */
	replies: z.optional(ReplyFolder),
})
export type EditorHelloResult = z.infer<typeof EditorHelloResult>

export const EditorPhase = z.object({
	phase: ConnectedPhase,
	detail: z.optional(z.string().check(z.maxLength(200))),
})
export type EditorPhase = z.infer<typeof EditorPhase>

export const EditorChanged = z.object({ scopes: z.array(ChangeScope).check(z.minLength(1)) })
export type EditorChanged = z.infer<typeof EditorChanged>

/**
 * Project paths of the scenes, and of the prefab, that are open in the editor. Sent after the hello and on each
 * change: Unity asks about such a file in a modal dialog when another program writes it.
 */
export const EditorOpenFiles = z.object({
	files: z.array(z.string().check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(64)),
})
export type EditorOpenFiles = z.infer<typeof EditorOpenFiles>

/** Methods by direction and kind. A request's result schema follows its params. */
export const EditorLink = {
	/** editor → relay */
	toRelay: {
		requests: {
			'editor.hello': { params: EditorHello, result: EditorHelloResult },
			/** The outcome of a call whose socket is gone (after a reload). */
			'call.settled': { params: EditorCallSettled, result: z.object({}) },
		},
		notifications: {
			'editor.proof': EditorProof,
			'editor.phase': EditorPhase,
			'editor.changed': EditorChanged,
			'editor.open_files': EditorOpenFiles,
			'call.progress': CallProgress,
		},
	},
	/** relay → editor */
	toEditor: {
		requests: {
			/** The result is the call's outcome; it may take until the deadline. */
			call: { params: Call, result: z.unknown() },
		},
		notifications: {
			'relay.proof': RelayProof,
			/** Remove the call from the queue if it has not begun; otherwise let it end. */
			'call.cancel': CallIds,
			'calls.forget': CallIds,
			watch: z.object({ watching: z.boolean() }),
		},
	},
} as const
