/** A run that waits for approvals, for the tests of answers and of what they cover. */
import { expect } from 'vitest'
import type { ChatRequest, ProviderEvent } from '../src/agent/model/types.ts'
import { MachineKit, scripted } from './machine-kit.ts'

export const create = (id: string, type = 'Cube') => ({
	id,
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: type },
})
export const rename = (id: string) => ({
	id,
	name: 'unity_hierarchy',
	input: { action: 'rename', instance_id: '/Cube', name: 'Box' },
})

export interface Seen {
	parts: {
		type: string
		id?: string
		state?: string
		data?: { answer?: unknown; reads?: unknown }
	}[]
}

/** A run in the mode "ask" that waits for its first approval when this returns. */
export async function asked(
	turns: ProviderEvent[][],
	requests: ChatRequest[] = [],
): Promise<MachineKit> {
	const kit = new MachineKit({ provider: scripted(turns, requests) })
	kit.post('go', 'm1', 'ask')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	return kit
}

export const question = (kit: MachineKit, step: number, index = 0) =>
	`${kit.store.latestRun()?.id}.${step}.${index}`
