/**
 * Example frames of every message of the editor link, for implementations in other languages.
 * `from` sends; `answers` names the request that a response belongs to.
 */
import { failed } from '../src/wire/calls.ts'
import { EDITOR_LINK } from '../src/wire/editor-link.ts'
import { RPC_ERROR } from '../src/wire/json-rpc.ts'
import { proofOf } from '../src/wire/token-proof.ts'
import { argsHash } from './args-hash.ts'

interface Named {
	readonly name: string
	readonly from: 'editor' | 'relay'
}
export type ExampleFrame =
	| (Named & {
			readonly kind: 'request' | 'notification'
			readonly method: string
			/** The input of the proof in it, besides the relay's nonce. */
			readonly proves?: { readonly token: string; readonly editorNonce: string }
			readonly frame: object
	  })
	| (Named & { readonly kind: 'success'; readonly answers: string; readonly frame: object })
	| (Named & { readonly kind: 'failure'; readonly answers: string | null; readonly frame: object })
	/** Frames that a peer must refuse: `text` as received, `error` as answered. */
	| (Named & { readonly kind: 'malformed'; readonly text: string; readonly error: object })

const rpc = (body: object): object => ({ jsonrpc: '2.0', ...body })
const welcome = (name: string, facts: object): ExampleFrame => ({
	name,
	from: 'relay',
	kind: 'success',
	answers: 'editor.hello',
	frame: rpc({
		id: 1,
		result: { protocolVersion: EDITOR_LINK.version, relayVersion: '0.1.0', ...facts },
	}),
})

const proves = {
	token: '0123456789abcdef0123456789abcdef0123456789a',
	editorNonce: 'ZWRpdG9yLWVkaXRvci1lZGl0b3ItZWRp',
}
const relayNonce = 'cmVsYXktcmVsYXktcmVsYXktcmVsYXkt'
const proof = (who: 'relay' | 'client') =>
	proofOf(who, proves.token, proves.editorNonce, relayNonce)

const call = {
	method: 'unity_hierarchy',
	params: { action: 'create', primitive_type: 'Cube', position: [0, 3, 0] },
}
const createCube = { callId: 'cnv_01hzexample0000000000000.7', argsHash: await argsHash(call) }
const created = { instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'SampleScene' }
const done = { status: 'ok', result: created, durationMs: 3 }
const refused = failed('not_found', 'There is no object "/Cub".', {
	hint: 'Use one of the paths in data.nearest.',
	data: { nearest: ['/Cube'] },
})
const hello = {
	protocolVersion: EDITOR_LINK.version,
	projectPath: '/home/ada/Demo',
	productGuid: '5c0f6c0e2f4b4d0d9d1c1f2a3b4c5d6e',
	unityVersion: '6000.3.2f1',
	pid: 4711,
	sessionId: 'b6f0c1f2-4711',
	connSeq: 1,
	phase: 'ready',
	pluginVersion: '0.1.0',
	kind: 'unity',
	journal: [],
}

export const EDITOR_LINK_FRAMES: readonly ExampleFrame[] = [
	{
		name: 'the relay proves that it knows the token',
		from: 'relay',
		kind: 'notification',
		method: 'relay.proof',
		proves,
		frame: rpc({ method: 'relay.proof', params: { nonce: relayNonce, proof: proof('relay') } }),
	},
	{
		name: 'the editor proves it, too',
		from: 'editor',
		kind: 'notification',
		method: 'editor.proof',
		proves,
		frame: rpc({ method: 'editor.proof', params: { proof: proof('client') } }),
	},
	{
		name: 'hello of a fresh editor',
		from: 'editor',
		kind: 'request',
		method: 'editor.hello',
		frame: rpc({ id: 1, method: 'editor.hello', params: hello }),
	},
	{
		name: 'hello after a domain reload, with a journal and a tool of the project',
		from: 'editor',
		kind: 'request',
		method: 'editor.hello',
		frame: rpc({
			id: 1,
			method: 'editor.hello',
			params: {
				...hello,
				connSeq: 2,
				journal: [
					{ ...createCube, state: 'done', outcome: done },
					{ ...createCube, callId: `${createCube.callId}1`, state: 'started' },
					{ ...createCube, callId: `${createCube.callId}2`, state: 'received' },
				],
				customTools: [
					{
						name: 'bake_lighting',
						description: 'Bake the light maps of the open scene.',
						inputSchema: { type: 'object', properties: { quality: { enum: ['draft', 'final'] } } },
						risk: 'write',
					},
				],
			},
		}),
	},
	welcome('the relay welcomes the editor and lets it forget a call', {
		forget: [createCube.callId],
		watching: false,
	}),
	welcome('the relay takes in by file what fits no frame', {
		forget: [],
		watching: true,
		replies: { folder: '/home/ada/.fairlead/replies', maxBytes: 67_108_864 },
	}),
	{
		name: 'the relay refuses another version of the wire (then closes with 4004)',
		from: 'relay',
		kind: 'failure',
		answers: 'editor.hello',
		frame: rpc({
			id: 1,
			error: {
				code: RPC_ERROR.version,
				message:
					'This relay speaks version 1 of the editor link, the editor version 2. Update fairlead.',
			},
		}),
	},
	{
		name: 'a call',
		from: 'relay',
		kind: 'request',
		method: 'call',
		frame: rpc({
			id: 'r7',
			method: 'call',
			params: {
				...createCube,
				...call,
				deadlineMs: 30_000,
				undoGroup: { id: 'step_01', name: 'Create Cube' },
			},
		}),
	},
	{
		name: 'its outcome',
		from: 'editor',
		kind: 'success',
		answers: 'call',
		frame: rpc({ id: 'r7', result: done }),
	},
	{
		name: 'an outcome that is an error of the tool: still a JSON-RPC result',
		from: 'editor',
		kind: 'success',
		answers: 'call',
		frame: rpc({ id: 'r7', result: { ...refused, durationMs: 1 } }),
	},
	{
		name: 'an outcome that fits no frame, in a file of the replies folder',
		from: 'editor',
		kind: 'success',
		answers: 'call',
		frame: rpc({
			id: 'r7',
			result: {
				status: 'stored',
				file: '5f1c2d3e4b5a69788796a5b4c3d2e1f0.json',
				bytes: 20_971_520,
				sha256: createCube.argsHash,
			},
		}),
	},
	{
		name: 'an outcome with a picture',
		from: 'editor',
		kind: 'success',
		answers: 'call',
		frame: rpc({
			id: 'r7',
			result: {
				status: 'ok',
				result: { view: 'game', width: 64, height: 64, camera: '/Main Camera' },
				attachments: [
					{
						name: 'screenshot',
						mediaType: 'image/png',
						base64: 'iVBORw0KGgo=',
						width: 64,
						height: 64,
					},
				],
			},
		}),
	},
	{
		name: 'the same call id with other arguments is refused, not executed',
		from: 'editor',
		kind: 'failure',
		answers: 'call',
		frame: rpc({
			id: 'r8',
			error: { code: RPC_ERROR.conflict, message: 'This call id was used with other arguments.' },
		}),
	},
	{
		name: 'progress of a long call',
		from: 'editor',
		kind: 'notification',
		method: 'call.progress',
		frame: rpc({
			method: 'call.progress',
			params: { callId: createCube.callId, message: 'Compiling Assembly-CSharp', fraction: 0.5 },
		}),
	},
	{
		name: 'the outcome of a call whose socket went away with a domain reload',
		from: 'editor',
		kind: 'request',
		method: 'call.settled',
		frame: rpc({
			id: 2,
			method: 'call.settled',
			params: { callId: createCube.callId, outcome: done },
		}),
	},
	{
		name: 'the relay has it',
		from: 'relay',
		kind: 'success',
		answers: 'call.settled',
		frame: rpc({ id: 2, result: {} }),
	},
	{
		name: 'a phase',
		from: 'editor',
		kind: 'notification',
		method: 'editor.phase',
		frame: rpc({
			method: 'editor.phase',
			params: { phase: 'compiling', detail: 'Assembly-CSharp' },
		}),
	},
	{
		name: 'something changed, while the relay watches',
		from: 'editor',
		kind: 'notification',
		method: 'editor.changed',
		frame: rpc({ method: 'editor.changed', params: { scopes: ['hierarchy', 'scene'] } }),
	},
	{
		name: 'a scene is open',
		from: 'editor',
		kind: 'notification',
		method: 'editor.open_files',
		frame: rpc({
			method: 'editor.open_files',
			params: { files: ['Assets/Scenes/SampleScene.unity'] },
		}),
	},
	{
		name: 'the relay takes a call back',
		from: 'relay',
		kind: 'notification',
		method: 'call.cancel',
		frame: rpc({ method: 'call.cancel', params: { callIds: [createCube.callId] } }),
	},
	{
		name: 'the outcome is safe upstream: the journal may drop it',
		from: 'relay',
		kind: 'notification',
		method: 'calls.forget',
		frame: rpc({ method: 'calls.forget', params: { callIds: [createCube.callId] } }),
	},
	{
		name: 'somebody looks on: change events are wanted',
		from: 'relay',
		kind: 'notification',
		method: 'watch',
		frame: rpc({ method: 'watch', params: { watching: true } }),
	},
	{
		name: 'no JSON',
		from: 'relay',
		kind: 'malformed',
		text: '{"jsonrpc":"2.0",',
		error: rpc({ id: null, error: { code: RPC_ERROR.parse, message: 'The frame is not JSON.' } }),
	},
	{
		name: 'a batch',
		from: 'relay',
		kind: 'malformed',
		text: '[]',
		error: rpc({
			id: null,
			error: {
				code: RPC_ERROR.invalidRequest,
				message: 'The frame is not a JSON-RPC 2.0 object.',
			},
		}),
	},
	{
		name: 'another version of JSON-RPC',
		from: 'relay',
		kind: 'malformed',
		text: '{"jsonrpc":"1.0","id":3,"method":"call"}',
		error: rpc({
			id: 3,
			error: { code: RPC_ERROR.invalidRequest, message: 'Not a valid JSON-RPC 2.0 request.' },
		}),
	},
]
