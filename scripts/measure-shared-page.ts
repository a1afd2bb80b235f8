/**
 * Prints the CPU that a shared page of 200 messages takes to render: from rows of D1 to the document.
 * `node scripts/run.mjs scripts/measure-shared-page.ts`
 */
import { cpus } from 'node:os'
import type { StoredMessage } from '@fairlead/protocol/http'
import { documentText } from '../worker/src/sharing/page/document.ts'
import { conversationPage } from '../worker/src/sharing/page/pages.ts'
import { sharedMessage } from '../worker/src/sharing/shared-parts.ts'

const ROUNDS = 30
const MESSAGES = 200
const CALLS = 6

const TEXT = `## Result

The **cube** is at \`(0, 3, 0)\` and has a [Rigidbody](https://docs.unity3d.com/Manual/class-Rigidbody.html).

- Gravity is on
- The mass is 2

\`\`\`cs
if (Input.GetKeyDown(KeyCode.Space)) body.AddForce(Vector3.up * 5, ForceMode.Impulse);
\`\`\`

| object | height |
|--------|--------|
| Cube   | 3      |
`

const call = (i: number, n: number) => ({
	type: 'tool-unity_hierarchy',
	toolCallId: `c${i}.${n}`,
	state: 'output-available',
	input: { action: 'create', name: `Cube ${n}`, position: [0, n, 0] },
	output: { result: { instanceId: String(n), name: `Cube ${n}`, path: `/Cube ${n}`, scene: 'S' } },
})
const step = (seq: number, kind: string) => ({
	type: 'data-step',
	id: `step-${seq}`,
	data: { seq, kind, state: 'done', startedAt: seq, finishedAt: seq + 1 },
})

const rows = Array.from({ length: MESSAGES }, (_, i): string =>
	JSON.stringify(
		i % 2 === 0
			? { id: `m${i}`, role: 'user', parts: [{ type: 'text', text: 'Make a cube that jumps.' }] }
			: {
					id: `m${i}`,
					role: 'assistant',
					metadata: { state: 'completed', createdAt: i },
					parts: [
						step(0, 'model'),
						{ type: 'text', text: 'First I look at the scene, then I create the objects.' },
						step(1, 'tools'),
						...Array.from({ length: CALLS }, (_, n) => call(i, n)),
						step(2, 'model'),
						{ type: 'text', text: TEXT },
					],
				},
	),
)

function render(): number {
	const messages = rows.map((row) => sharedMessage(JSON.parse(row) as StoredMessage))
	const page = conversationPage({
		...{ title: 'A cube', live: false, messages, liveAddress: '/shared/x', takesPart: false },
		...{ addressOf: () => null, nextAddress: null, listAddress: null },
	})
	return documentText(page).length
}

const times: number[] = []
let size = 0
for (let round = 0; round < ROUNDS; round++) {
	const before = process.cpuUsage()
	size = render()
	const { user, system } = process.cpuUsage(before)
	times.push((user + system) / 1_000)
}
const [first = 0] = times
const median = times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0
console.log(
	`A shared page of ${MESSAGES} messages, ${rows.join('').length} bytes in D1, ${size} bytes of HTML (${cpus()[0]?.model}, Node ${process.version}): first ${first.toFixed(1)} ms, median of ${ROUNDS} ${median.toFixed(1)} ms of CPU.`,
)
