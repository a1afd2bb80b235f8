/** A shared page of 200 messages, rendered as `GET /s/<token>` does: from rows of D1 to the document. */
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { documentText } from '../../worker/src/sharing/page/document.ts'
import { conversationPage } from '../../worker/src/sharing/page/pages.ts'
import { sharedMessage } from '../../worker/src/sharing/shared-parts.ts'

export const MESSAGES = 200
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

export const SAMPLE_ROWS: readonly string[] = Array.from({ length: MESSAGES }, (_, i): string =>
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

/** The document. */
export function renderSample(): string {
	const messages = SAMPLE_ROWS.map((row) => sharedMessage(JSON.parse(row) as StoredMessage))
	const page = conversationPage({
		title: 'A cube',
		live: false,
		messages,
		liveAddress: '/shared/x',
		takesPart: false,
		addressOf: () => null,
		nextAddress: null,
		listAddress: null,
	})
	return documentText(page)
}
