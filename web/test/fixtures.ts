/** Canned data for the mock server: one entry per thing a page can show. */
import { deflateSync } from 'node:zlib'

const NOW = Date.now()
const minutes = (n: number) => NOW - n * 60_000

export const project = (id: string, name: string, conversationCount: number, age: number) => ({
	id,
	name,
	createdAt: minutes(age * 3),
	updatedAt: minutes(age),
	conversationCount,
})

export const projects = [
	project('prj_0000000000demo', 'Gravity Garden', 14, 2),
	project(
		'prj_0000000000long',
		'A very long project name that somebody typed in without thinking of headers or of phones at all',
		3,
		90,
	),
	project('prj_00000000noeditor', 'Night Harbour', 0, 60 * 26),
	project('prj_0000000000many', 'Prototype: racing', 128, 60 * 24 * 12),
]

const conversation = (id: string, title: string, state: string | null, age: number) => ({
	id,
	projectId: 'prj_0000000000demo',
	title,
	titleSource: 'auto' as const,
	mode: 'auto' as const,
	model: null,
	createdAt: minutes(age + 5),
	updatedAt: minutes(age),
	lastRun: state === null ? null : { id: 'run_0000000000abcd', state },
})

export const conversations = [
	conversation('cnv_000000running', 'Build the floating islands', 'running', 0),
	conversation('cnv_000000waiting', 'Add a jump pad script', 'waiting_editor', 3),
	conversation(
		'cnv_0000finished',
		'Make a red cube above the floor and let it fall',
		'completed',
		14,
	),
	conversation(
		'cnv_000000failed',
		'Import the new tree models from the harbour project and place them along the river',
		'failed',
		55,
	),
	conversation('cnv_0000cancelled', 'Tune the camera', 'cancelled', 190),
	conversation('cnv_00000000empty', 'New conversation', null, 1),
	...Array.from({ length: 9 }, (_, i) =>
		conversation(
			`cnv_0000000older${i}`,
			`Earlier work, part ${9 - i}`,
			'completed',
			60 * 24 * (i + 1),
		),
	),
]

/** A small picture in PNG: a floor, a sky and a red cube. */
export function png(width: number, height: number, cubeY: number): Buffer {
	const raw = Buffer.alloc((width * 3 + 1) * height)
	const horizon = height * 0.58
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = y * (width * 3 + 1) + 1 + x * 3
			const t = y / height
			let rgb =
				y < horizon
					? [70 + 90 * t, 104 + 90 * t, 150 + 60 * t]
					: [118 - 30 * t, 116 - 30 * t, 108 - 30 * t]
			const cx = width / 2
			const cy = height * cubeY
			const s = height * 0.11
			if (Math.abs(x - cx) < s && Math.abs(y - cy) < s) rgb = [176, 36, 30]
			else if (
				y < cy - s &&
				y > cy - s * 1.5 &&
				x - cx > -s + (cy - s - y) &&
				x - cx < s + (cy - s - y)
			)
				rgb = [222, 66, 52]
			else if (
				x > cx + s &&
				x < cx + s * 1.5 &&
				y > cy - s - (x - cx - s) &&
				y < cy + s - (x - cx - s)
			)
				rgb = [122, 22, 20]
			raw.set(rgb.map(Math.round), at)
		}
	}
	const table = Array.from({ length: 256 }, (_, n) => {
		let c = n
		for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
		return c >>> 0
	})
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), data])
		let crc = 0xffffffff
		for (const byte of body) crc = ((table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)) >>> 0
		const out = Buffer.alloc(8 + body.length)
		out.writeUInt32BE(data.length, 0)
		body.copy(out, 4)
		out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4 + body.length)
		return out
	}
	const head = Buffer.alloc(13)
	head.writeUInt32BE(width, 0)
	head.writeUInt32BE(height, 4)
	head.set([8, 2, 0, 0, 0], 8)
	return Buffer.concat([
		Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(raw)),
		chunk('IEND', Buffer.alloc(0)),
	])
}

type Part = Record<string, unknown>
let clock = minutes(14)

export const user = (id: string, text: string) => ({
	id,
	role: 'user' as const,
	parts: [{ type: 'text', text }],
	metadata: { createdAt: clock },
})

const step = (seq: number, kind: string, state = 'done', ms = 1400): Part => {
	const startedAt = clock
	clock += ms
	return {
		type: 'data-step',
		id: `step-${seq}`,
		data: { seq, kind, state, startedAt, ...(state === 'running' ? {} : { finishedAt: clock }) },
	}
}
const say = (text: string, state = 'done'): Part => ({ type: 'text', text, state })
const think = (text: string): Part => ({ type: 'reasoning', text, state: 'done' })
let calls = 0
const call = (
	tool: string,
	input: unknown,
	result: unknown,
	ms = 40,
	attachments?: unknown[],
): Part[] => {
	const toolCallId = `cnv.${calls++}`
	return [
		{
			type: `tool-${tool}`,
			toolCallId,
			state: 'output-available',
			input,
			output: { result, ...(attachments ? { attachments } : {}) },
		},
		{
			type: 'data-call',
			id: toolCallId,
			data: {
				toolCallId,
				startedAt: clock,
				finishedAt: clock + ms,
				editorKey: 'relay1:0123456789ab',
				editorName: 'GravityGarden',
			},
		},
	]
}
const failedCall = (tool: string, input: unknown, error: unknown, ms = 30): Part[] => {
	const toolCallId = `cnv.${calls++}`
	return [
		{
			type: `tool-${tool}`,
			toolCallId,
			state: 'output-error',
			input,
			errorText: (error as { message: string }).message,
		},
		{
			type: 'data-call',
			id: toolCallId,
			data: {
				toolCallId,
				startedAt: clock,
				finishedAt: clock + ms,
				editorName: 'GravityGarden',
				error,
			},
		},
	]
}
const openCall = (tool: string, input: unknown, wait?: string): Part[] => {
	const toolCallId = `cnv.${calls++}`
	return [
		{ type: `tool-${tool}`, toolCallId, state: 'input-available', input },
		{ type: 'data-call', id: toolCallId, data: { toolCallId, startedAt: Date.now() - 4200 } },
		...(wait
			? [
					{
						type: 'data-wait',
						id: toolCallId,
						data: { on: 'editor', reason: wait, startedAt: Date.now() - 4200 },
					},
				]
			: []),
	]
}
/** Model step with the tool parts, then the tools step with the data parts: as the server sends them. */
const batch = (seq: number, ...made: Part[][]): Part[] => [
	...made.flatMap((parts) => parts.filter((p) => String(p['type']).startsWith('tool-'))),
	step(seq, 'tools', 'done', 900),
	...made.flatMap((parts) => parts.filter((p) => !String(p['type']).startsWith('tool-'))),
]
const shot = (conversationId: string, n: number) => [
	{
		name: 'screenshot',
		mediaType: 'image/png',
		url: `/api/conversations/${conversationId}/blobs/shot${n}`,
		width: 768,
		height: 432,
		bytes: 21_000,
	},
]
const answer = (id: string, parts: Part[], more: Part = {}) => ({
	id,
	role: 'assistant' as const,
	parts,
	metadata: {
		runId: 'run_0000000000abcd',
		model: 'anthropic/claude-sonnet-5',
		createdAt: clock - 21_400,
		finishedAt: clock,
		state: 'completed',
		usage: {
			inputTokens: 11_820,
			outputTokens: 1_204,
			cacheReadTokens: 9_000,
			cacheWriteTokens: 800,
		},
		...more,
	},
})

const object = { instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'SampleScene' }
const body = {
	componentId: '1220',
	componentType: 'Rigidbody',
	gameObjectId: '1204',
	gameObjectName: 'Cube',
}
const summary = (id: string, name: string, path: string, components: string[], childCount = 0) => ({
	instanceId: id,
	name,
	path,
	activeSelf: true,
	tag: 'Untagged',
	layer: 'Default',
	components,
	childCount,
})
const node = (
	id: string,
	name: string,
	depth: number,
	parentId: string | null,
	components: string[],
	more: Part = {},
) => ({
	...summary(id, name, `/${name}`, ['Transform', ...components]),
	depth,
	parentId,
	scene: 'SampleScene',
	prefabAssetPath: null,
	...more,
})
export const hierarchy = {
	summary: '1 scene, 13 objects, 13 shown',
	scenes: [
		{
			name: 'SampleScene',
			path: 'Assets/Scenes/SampleScene.unity',
			buildIndex: 0,
			isActive: true,
			isLoaded: true,
			isDirty: true,
			rootCount: 6,
			objectCount: 13,
		},
	],
	objects: [
		node('1', 'Main Camera', 0, null, ['Camera', 'AudioListener']),
		node('2', 'Directional Light', 0, null, ['Light']),
		node('3', 'Floor', 0, null, ['MeshFilter', 'MeshRenderer', 'MeshCollider']),
		node('1204', 'Cube', 0, null, ['MeshFilter', 'MeshRenderer', 'BoxCollider', 'Rigidbody']),
		node('10', 'Environment', 0, null, [], { childCount: 3 }),
		node('11', 'Island A', 1, '10', ['MeshRenderer'], {
			childCount: 2,
			prefabAssetPath: 'Assets/Prefabs/Island.prefab',
		}),
		node('12', 'Tree', 2, '11', ['MeshRenderer']),
		node(
			'13',
			'Tree with a name so long that it cannot possibly fit into a narrow side pane',
			2,
			'11',
			['MeshRenderer'],
		),
		node('14', 'Island B', 1, '10', ['MeshRenderer'], {
			prefabAssetPath: 'Assets/Prefabs/Island.prefab',
		}),
		node('15', 'Water', 1, '10', ['MeshRenderer'], { activeSelf: false }),
		node('20', 'Player', 0, null, ['CharacterController', 'Jump'], { childCount: 2 }),
		node('21', 'Body', 1, '20', ['MeshRenderer']),
		node('22', 'Lamp', 1, '20', ['Light']),
	],
	total: 13,
	nextCursor: null,
}
export const inspected = {
	gameObject: {
		...summary('1204', 'Cube', '/Cube', ['Transform', 'MeshRenderer', 'Rigidbody']),
		activeInHierarchy: true,
		isStatic: false,
		scene: 'SampleScene',
		parentId: null,
		prefabAssetPath: null,
	},
	components: [
		{
			instanceId: '1',
			type: 'Transform',
			properties: { localPosition: [0, 0.5, 0], localRotation: [0, 0, 0], localScale: [1, 1, 1] },
		},
		{
			instanceId: '2',
			type: 'MeshRenderer',
			enabled: true,
			properties: {
				'material.color': [1, 0.12, 0.08, 1],
				shadowCastingMode: 'On',
				receiveShadows: true,
				lightProbeUsage: 'BlendProbes',
			},
		},
		{
			instanceId: '3',
			type: 'Rigidbody',
			properties: {
				mass: 5,
				linearDamping: 0,
				angularDamping: 0.05,
				useGravity: true,
				isKinematic: false,
				interpolation: 'None',
			},
		},
	],
}
export const logs = {
	logs: [
		{
			type: 'error',
			message:
				'NullReferenceException: Object reference not set to an instance of an object\nJump.Update () (at Assets/Scripts/Jump.cs:14)',
			timestamp: new Date(NOW - 61_000).toISOString(),
			stackTrace: 'Jump.Update () (at Assets/Scripts/Jump.cs:14)',
			count: 42,
		},
		{
			type: 'warning',
			message: 'Assets/Scripts/Jump.cs(5,23): warning CS0649: Field “power” is never assigned to',
			timestamp: new Date(NOW - 80_000).toISOString(),
		},
		{
			type: 'log',
			message: 'Landed after 0.78 s',
			timestamp: new Date(NOW - 90_000).toISOString(),
		},
		{
			type: 'log',
			message: 'Cube spawned at (0.00, 3.00, 0.00)',
			timestamp: new Date(NOW - 95_000).toISOString(),
		},
	],
	total: 4,
	counts: { errors: 1, warnings: 1, logs: 2 },
}

const SPIN = `using UnityEngine;

public class Spin : MonoBehaviour
{
    [SerializeField] private float speed = 90f;

    private void Update()
    {
        transform.Rotate(0f, speed * Time.deltaTime, 0f);
    }
}
`

export const finished = [
	user('msg_u1', 'Make a red cube above the floor and let it fall'),
	answer('msg_a1', [
		step(1, 'model'),
		think('The scene may already have a floor. I look first, then create the cube above it.'),
		say('I look at the scene first.'),
		...batch(2, call('unity_query', { action: 'hierarchy', max_depth: 3 }, hierarchy, 24)),
		step(3, 'model'),
		...batch(
			4,
			call(
				'unity_hierarchy',
				{ action: 'create', primitive_type: 'Cube', name: 'Cube', position: [0, 3, 0] },
				object,
				18,
			),
			call(
				'unity_component',
				{
					action: 'configure',
					game_object_id: '/Cube',
					component_type: 'MeshRenderer',
					properties: { 'material.color': [1, 0, 0] },
				},
				{
					...body,
					componentType: 'MeshRenderer',
					added: false,
					results: [
						{
							property: 'material.color',
							success: true,
							propertyType: 'Color',
							previousValue: [1, 1, 1, 1],
							newValue: [1, 0.12, 0.08, 1],
						},
					],
					successCount: 1,
					failCount: 0,
				},
				21,
			),
			call(
				'unity_component',
				{
					action: 'add',
					game_object_id: '/Cube',
					component_type: 'Rigidbody',
					properties: { mass: 5, drag: 1 },
				},
				{
					...body,
					results: [
						{
							property: 'mass',
							success: true,
							propertyType: 'float',
							previousValue: 1,
							newValue: 5,
						},
						{
							property: 'drag',
							success: false,
							error: 'Rigidbody has no property “drag”.',
							available: ['linearDamping', 'angularDamping', 'mass'],
						},
					],
					successCount: 1,
					failCount: 1,
				},
				35,
			),
		),
		step(5, 'model'),
		...batch(
			6,
			call(
				'unity_play',
				{ action: 'enter', wait_seconds: 2 },
				{ isPlaying: true, isPaused: false, time: 2.01, frame: 120 },
				3_420,
			),
		),
		step(7, 'model'),
		...batch(
			8,
			call(
				'unity_screenshot',
				{ action: 'game', width: 768, height: 432 },
				{ view: 'game', width: 768, height: 432, camera: '/Main Camera' },
				88,
				shot('cnv_0000finished', 1),
			),
		),
		step(9, 'model'),
		say(
			'The cube fell **2.5 m** and lies on the floor.\n\n| Object | Position | Mass |\n| --- | --- | --- |\n| `Cube` | (0, 0.5, 0) | 5 kg |\n\nLeave play mode before you change it further: changes made while playing are lost.',
		),
	]),
	user('msg_u2', 'Write a script that rotates it, and check that it compiles. Then run the tests.'),
	answer('msg_a2', [
		step(1, 'model'),
		...batch(
			2,
			call(
				'write_file',
				{ path: 'Assets/Scripts/Spin.cs', content: SPIN },
				{
					path: 'Assets/Scripts/Spin.cs',
					created: true,
					bytes: 231,
					sha256: '0'.repeat(64),
					diff: `@@ -0,0 +1,11 @@\n${SPIN.trimEnd()
						.replace('90f;', '90f')
						.split('\n')
						.map((l) => `+${l}`)
						.join('\n')}\n`,
				},
				12,
			),
		),
		step(3, 'model'),
		...batch(
			4,
			call(
				'unity_refresh',
				{ watched_scripts: ['Spin'] },
				{
					recompiled: true,
					hasErrors: true,
					errors: [
						{
							file: 'Assets/Scripts/Spin.cs',
							line: 5,
							column: 47,
							code: 'CS1002',
							message: '; expected',
							severity: 'error',
						},
					],
					warnings: [
						{
							file: 'Assets/Scripts/Jump.cs',
							line: 5,
							column: 23,
							code: 'CS0649',
							message:
								'Field “power” is never assigned to, and will always have its default value 0',
							severity: 'warning',
						},
					],
					availableTypes: [],
					watchedScripts: { found: [], missing: ['Spin'] },
				},
				6_210,
			),
		),
		step(5, 'model'),
		say('A semicolon is missing in line 5. I fix it.'),
		...batch(
			6,
			call(
				'edit_file',
				{ path: 'Assets/Scripts/Spin.cs', edits: [{ find: '90f', replace: '90f;' }] },
				{
					path: 'Assets/Scripts/Spin.cs',
					created: false,
					bytes: 232,
					sha256: '0'.repeat(64),
					diff: '@@ -3,5 +3,5 @@\n public class Spin : MonoBehaviour\n {\n-    [SerializeField] private float speed = 90f\n+    [SerializeField] private float speed = 90f;\n \n     private void Update()\n',
					replacements: 1,
				},
				14,
			),
		),
		step(7, 'model'),
		...batch(
			8,
			call(
				'unity_refresh',
				{ watched_scripts: ['Spin'] },
				{
					recompiled: true,
					hasErrors: false,
					errors: [],
					warnings: [],
					availableTypes: [{ name: 'Spin', fullName: 'Spin', isUserScript: true }],
					watchedScripts: { found: ['Spin'], missing: [] },
				},
				9_870,
			),
		),
		step(9, 'model'),
		...batch(
			10,
			call(
				'unity_component',
				{
					action: 'add',
					game_object_id: '/Cube',
					component_type: 'Spin',
					properties: { speed: 120 },
				},
				{
					...body,
					componentType: 'Spin',
					results: [
						{
							property: 'speed',
							success: true,
							propertyType: 'float',
							previousValue: 90,
							newValue: 120,
						},
					],
					successCount: 1,
					failCount: 0,
				},
				19,
			),
			call(
				'unity_hierarchy',
				{ action: 'set_transform', instance_id: '/Cube', position: [0, 5, 0] },
				{
					...object,
					previous: { position: [0, 3, 0], rotation: [0, 0, 0], scale: [1, 1, 1] },
					current: { position: [0, 5, 0], rotation: [0, 0, 0], scale: [1, 1, 1] },
				},
				11,
			),
			call(
				'unity_hierarchy',
				{ action: 'destroy', instance_id: '/Old Cube' },
				{
					instanceId: '88',
					name: 'Old Cube',
					path: '/Old Cube',
					scene: 'SampleScene',
					destroyedCount: 3,
				},
				9,
			),
			failedCall(
				'unity_component',
				{ action: 'remove', game_object_id: '/Crate', component_type: 'Rigidbody' },
				{
					code: 'not_found',
					message: 'There is no object “/Crate”.',
					hint: 'Objects with a near name: /Cube, /Create Point.',
				},
			),
		),
		step(11, 'model'),
		...batch(
			12,
			call('read_console_logs', { filter: 'errors', count: 10 }, logs, 8),
			call(
				'web_search',
				{ query: 'Unity Rigidbody linearDamping' },
				{
					results: [
						{
							url: 'https://docs.unity3d.com/ScriptReference/Rigidbody-linearDamping.html',
							title: 'Unity - Scripting API: Rigidbody.linearDamping',
							pageAge: null,
						},
					],
				},
				1_240,
			),
		),
		step(13, 'model'),
		...batch(
			14,
			call(
				'unity_tests',
				{ mode: 'EditMode' },
				{
					total: 12,
					passed: 11,
					failed: 1,
					skipped: 0,
					durationSeconds: 2.4,
					tests: [
						{
							name: 'GravityGarden.Tests.SpinTests.TurnsAtTheGivenSpeed',
							status: 'failed',
							durationSeconds: 0.12,
							message: '  Expected: 120.0f\n  But was:  90.0f',
							stackTrace: 'at SpinTests.TurnsAtTheGivenSpeed () in Assets/Tests/SpinTests.cs:21',
						},
					],
				},
				4_900,
			),
		),
		step(15, 'model'),
		...batch(
			16,
			call(
				'unity_screenshot',
				{ action: 'scene', look_at: '/Cube' },
				{ view: 'scene', width: 768, height: 432, camera: null },
				92,
				shot('cnv_0000finished', 2),
			),
		),
		step(17, 'model'),
		say(
			`\`Spin\` compiles and turns the cube by 120° a second:\n\n\`\`\`csharp\n${SPIN}\`\`\`\n\nOne of twelve tests fails: it expects the speed of the *component*, 120, and reads the script’s default. Two ways on:\n\n1. Let the test read the component.\n2. Make 120 the default in the script.\n\nSee the [scripting reference](https://docs.unity3d.com/ScriptReference/Transform.Rotate.html).`,
		),
		{
			type: 'source-url',
			sourceId: 's1',
			url: 'https://docs.unity3d.com/ScriptReference/Transform.Rotate.html',
			title: 'Unity - Scripting API: Transform.Rotate',
		},
	]),
]

export const failedRun = [
	user(
		'msg_f1',
		'Import the new tree models from the harbour project and place them along the river',
	),
	answer(
		'msg_f2',
		[
			step(1, 'model'),
			say('I look for the models first.'),
			...batch(
				2,
				call(
					'unity_query',
					{ action: 'search_assets', search_query: 'tree', asset_type: 'Model' },
					{ assets: [], totalFound: 0, nextCursor: null },
					33,
				),
			),
			step(3, 'model', 'failed'),
			{
				type: 'data-notice',
				id: 'n1',
				data: {
					level: 'error',
					code: 'provider_overload',
					text: 'The model’s provider is overloaded and did not answer after 5 tries.',
					hint: 'Nothing was changed in this run. Send the message again in a few minutes.',
				},
			},
		],
		{ state: 'failed' },
	),
]

export const runningParts: Part[] = [
	step(1, 'model'),
	think('Three islands at different heights, one prefab.'),
	say('I place three islands from the prefab and then look at the result.'),
	...batch(
		2,
		call(
			'find_tools',
			{ query: 'prefab' },
			{
				tools: [{ name: 'unity_prefab', description: 'Instantiate, create, edit prefabs.' }],
				activated: ['unity_prefab'],
			},
			4,
		),
	),
	step(3, 'model'),
	...batch(
		4,
		call(
			'unity_prefab',
			{ action: 'instantiate', asset_path: 'Assets/Prefabs/Island.prefab', position: [4, 2, 0] },
			{ ...object, name: 'Island', instanceId: '1400', assetPath: 'Assets/Prefabs/Island.prefab' },
			60,
		),
		call(
			'unity_prefab',
			{ action: 'instantiate', asset_path: 'Assets/Prefabs/Island.prefab', position: [-3, 4.5, 2] },
			{ ...object, name: 'Island', instanceId: '1401', assetPath: 'Assets/Prefabs/Island.prefab' },
			52,
		),
		call(
			'unity_prefab',
			{ action: 'instantiate', asset_path: 'Assets/Prefabs/Island.prefab', position: [0, 7, -4] },
			{ ...object, name: 'Island', instanceId: '1402', assetPath: 'Assets/Prefabs/Island.prefab' },
			49,
		),
	),
]
export const runningTail: Part[] = [
	{
		type: 'data-step',
		id: 'step-5',
		data: { seq: 5, kind: 'model', state: 'running', startedAt: Date.now() - 2000 },
	},
]
export const waitingParts: Part[] = (() => {
	const open = openCall('unity_refresh', { watched_scripts: ['JumpPad'] }, 'Unity compiles scripts')
	const [tool, ...rest] = open
	return [
		step(1, 'model'),
		say('I write the script, then let Unity compile it.'),
		...batch(
			2,
			call(
				'write_file',
				{ path: 'Assets/Scripts/JumpPad.cs', content: SPIN },
				{
					path: 'Assets/Scripts/JumpPad.cs',
					created: true,
					bytes: 231,
					sha256: '0'.repeat(64),
					diff: '@@ -0,0 +1 @@\n+public class JumpPad {}\n',
				},
				12,
			),
		),
		step(3, 'model'),
		...(tool ? [tool] : []),
		{
			type: 'data-step',
			id: 'step-4',
			data: { seq: 4, kind: 'tools', state: 'waiting', startedAt: Date.now() - 4300 },
		},
		...rest,
	]
})()

export const longHistory = Array.from({ length: 90 }, (_, i) =>
	i % 2 === 0
		? user(`msg_l${i}`, `Question ${i / 2 + 1}: what does the scene hold now?`)
		: answer(`msg_l${i}`, [
				step(1, 'model'),
				say(
					`Answer ${(i + 1) / 2}. ${'The floor is still there, and so is the cube. '.repeat((i % 5) + 1)}`,
				),
			]),
)

const SEAT = {
	editorKey: 'relay1:0123456789ab',
	name: 'GravityGarden',
	projectPath: '/Users/ada/Unity/GravityGarden',
	phase: 'ready',
	phaseSince: minutes(3),
	process: {
		sessionId: 's',
		connSeq: 3,
		pid: 4242,
		kind: 'unity',
		unityVersion: '6000.3.2f1',
		pluginVersion: '0.1.0',
		productGuid: 'g',
	},
}
export const seat = (more: Part = {}) => ({ ...SEAT, ...more })
export const relay = {
	relayId: 'relay1',
	hostName: 'adas-macbook',
	platform: 'darwin',
	relayVersion: '0.1.0',
	connectedAt: minutes(30),
}
