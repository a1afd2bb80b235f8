/** When the room hears of the calls of a relay's clients: whenever it has something to do for one, and else not. */

import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { Author } from '@fairlead/protocol/people/author'
import { expect, test } from 'vitest'
import { MachineKit, ONE, scripted } from '../../../test/machine-kit.ts'
import { ClientCallChanges } from './client-call-changes.ts'
import { standingOf } from './client-calls.ts'

const RELAY: Author = { kind: 'relay', id: 'rtk_1', userId: 'usr_1', name: 'Coder' }
const CREATE = {
	id: 'mcp_1',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube' },
}

/** A conversation with the call, and how the call stood each time that the room was told. */
function handedIn(mode: ConversationMode, author: Author = RELAY) {
	const desk = new ClientCallChanges()
	const told: string[] = []
	const kit = new MachineKit({
		provider: scripted([]),
		committed: (store) => {
			if (desk.isNew(store)) told.push(standingOf(store, CREATE.id).state)
		},
	})
	kit.handIn(CREATE, mode, author)
	return { kit, told, newest: () => told.at(-1) }
}

test('a client hears that its call asks and is done, and nothing while the call only goes its way', async () => {
	const { kit, told, newest } = handedIn('ask')
	await kit.settleDown()
	expect(newest()).toBe('asks')
	const call = kit.store.openCalls(kit.store.latestRun()?.id ?? '')[0]
	kit.approve(call?.callId ?? '', true)
	await kit.settleDown()
	expect(kit.executions).toHaveLength(1)
	expect(newest()).toBe('done')
	expect(told).not.toContain('running')
})

test('a client hears that its call was stopped, or withdrawn before its turn', async () => {
	const stopped = handedIn('ask')
	await stopped.kit.settleDown()
	await stopped.kit.machine.stop(null, false, ONE)
	expect(stopped.newest()).toBe('done')
	const waiting = handedIn('ask')
	await waiting.kit.settleDown()
	waiting.kit.handIn({ ...CREATE, id: 'mcp_2' }, 'ask', RELAY)
	const before = waiting.told.length
	waiting.kit.machine.queue.withdraw('mcp_2', ONE)
	expect(waiting.told.length).toBeGreaterThan(before)
})

test('a client hears nothing of others’ runs', async () => {
	const { kit, told } = handedIn('auto', ONE)
	await kit.settleDown()
	expect(kit.executions).toHaveLength(1)
	expect(told).toEqual([])
})
