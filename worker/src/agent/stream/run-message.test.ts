import { MessageBuilder } from '@fairlead/protocol/conversations/message-builder'
import { partialJson } from '@fairlead/protocol/conversations/partial-json'
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { describe, expect, it } from 'vitest'
import { readWithSdk } from '../../../test/machine-kit.ts'
import { RunMessage } from './run-message.ts'

const frames = (chunks: readonly UiChunk[]) =>
	chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')

/** A seeded stream that is valid by the protocol: steps, texts, tools, resets, data parts. */
function randomStream(seed: number): UiChunk[] {
	let state = seed
	const next = (n: number): number => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return Math.floor((state / 2_147_483_648) * n)
	}
	const chunks: UiChunk[] = [{ type: 'start', messageId: 'm', messageMetadata: { runId: 'r' } }]
	for (let step = 0; step <= next(4); step++) {
		if (next(3) === 0) {
			const parts = [{ type: 'text', text: `and ${step}` }]
			chunks.push({ type: 'steering-message', id: `s${step}`, parts })
		}
		chunks.push({ type: 'data-step', id: `step-${step}`, data: stepData(step) })
		chunks.push({ type: 'start-step' })
		for (let part = 0; part < next(5); part++) {
			const id = `${step}-${part}`
			switch (next(6)) {
				case 0:
					chunks.push({ type: 'text-start', id }, { type: 'text-delta', id, delta: 'a b' })
					if (next(2)) chunks.push({ type: 'text-end', id })
					else chunks.push({ type: 'reset-step' })
					break
				case 1:
					chunks.push(
						{ type: 'reasoning-start', id },
						{ type: 'reasoning-delta', id, delta: 'hm' },
						{ type: 'reasoning-end', id },
					)
					break
				case 2:
					chunks.push(
						{ type: 'tool-input-start', toolCallId: id, toolName: 'unity_query', title: 'Look' },
						{ type: 'tool-input-delta', toolCallId: id, inputTextDelta: '{"a":1}' },
						{
							type: 'tool-input-available',
							toolCallId: id,
							toolName: 'unity_query',
							input: { a: 1 },
							title: 'Look',
						},
					)
					if (next(2)) {
						chunks.push({ type: 'tool-output-available', toolCallId: id, output: { result: 1 } })
					} else {
						chunks.push({ type: 'tool-output-error', toolCallId: id, errorText: 'no' })
					}
					break
				case 3:
					chunks.push(
						{ type: 'tool-input-available', toolCallId: id, toolName: 'x', input: {} },
						{ type: 'tool-approval-request', approvalId: `a${id}`, toolCallId: id },
						{ type: 'tool-approval-response', approvalId: `a${id}`, approved: false, reason: 'n' },
						{ type: 'tool-output-denied', toolCallId: id },
					)
					break
				case 4:
					chunks.push({ type: 'source-url', sourceId: id, url: 'https://example.org' })
					break
				default:
					chunks.push({
						type: 'tool-input-error',
						toolCallId: id,
						toolName: 'x',
						input: {},
						errorText: 'bad',
					})
			}
		}
		chunks.push({
			type: 'data-step',
			id: `step-${step}`,
			data: { ...stepData(step), state: 'done' },
		})
		chunks.push({ type: 'finish-step' })
	}
	chunks.push({ type: 'finish', finishReason: 'stop', messageMetadata: { state: 'completed' } })
	return chunks
}
const stepData = (seq: number) => ({ seq, kind: 'model', state: 'running', startedAt: 1 }) as const

describe('the message of a run', () => {
	it("is the same for the server, the page and the AI SDK's client, for 300 random streams", async () => {
		for (let seed = 1; seed <= 300; seed++) {
			const chunks = randomStream(seed)
			const theirs = await readWithSdk(frames(chunks))
			for (const builder of [new RunMessage('m'), new MessageBuilder('', partialJson)]) {
				for (const chunk of chunks) builder.apply(chunk)
				expect(JSON.parse(JSON.stringify(builder.message)), `seed ${seed}`).toEqual(theirs)
			}
		}
		// Takes two seconds on an idle machine; a busy one gets more time.
	}, 60_000)

	it('refuses a delta that was never begun, as the client would', () => {
		const builder = new RunMessage('m')
		expect(() => builder.apply({ type: 'text-delta', id: 'x', delta: 'y' })).toThrow(/never begun/)
	})
})
