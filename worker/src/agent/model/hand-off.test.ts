import { expect, it } from 'vitest'
import { MachineKit } from '../../../test/machine-kit.ts'
import type { ChatProvider, ModelPart } from './types.ts'

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** Answers with a sealed thought and a word. */
function thinker(): ChatProvider & { id: string } {
	const provider = {
		id: 'openai',
		async *stream() {
			const parts: ModelPart[] = [
				{ type: 'reasoning', provider: provider.id, text: 'hm', signature: 's', redacted: 'r' },
				{ type: 'text', text: 'Yes.' },
			]
			yield { type: 'finish', reason: 'stop', usage: USAGE, parts } as const
		},
	}
	return provider
}

const notices = (kit: MachineKit) =>
	JSON.stringify(kit.answer()).match(/provider_changed/g)?.length ?? 0

it('the person is told once that the reasoning of another provider stays behind', async () => {
	const provider = thinker()
	const kit = new MachineKit({ provider })
	kit.post('one', 'm1')
	await kit.settleDown()
	expect(notices(kit)).toBe(0)
	provider.id = 'deepseek'
	kit.post('two', 'm2')
	await kit.settleDown()
	expect(notices(kit)).toBe(1)
	kit.post('three', 'm3')
	await kit.settleDown()
	expect(notices(kit)).toBe(0)
})

it('an answer without anything in it says so, and the run ends', async () => {
	const kit = new MachineKit({
		provider: {
			id: 'openai',
			async *stream() {
				yield { type: 'finish', reason: 'stop', usage: USAGE, parts: [] }
			},
		},
	})
	kit.post('one')
	await kit.settleDown()
	expect(kit.store.latestRun()).toMatchObject({ state: 'completed' })
	expect(JSON.stringify(kit.answer())).toContain('empty_answer')
})
