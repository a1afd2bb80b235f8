/** Deleting many sub-agents, and taking a person out of them: bounded, and another try goes on. */
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { destroySubAgents, forgetInSubAgents } from './sub-agents.ts'

const FROM = { conversationId: 'cnv_1' }
const named = (count: number) =>
	new Set(Array.from({ length: count }, (_, index) => `call_${index}`))

/** Objects that note how many are asked at once. */
function objects(answer: (callId: string) => boolean) {
	const asked: string[] = []
	let [now, most] = [0, 0]
	const ask = async (name: string) => {
		const callId = name.slice('cnv_1/agents/'.length)
		asked.push(callId)
		most = Math.max(most, ++now)
		await Promise.resolve()
		now--
		return answer(callId)
	}
	const getByName = (name: string) => ({
		destroy: async () => {
			if (!(await ask(name))) throw new Error('It is restarted.')
			return true
		},
		forgetPerson: () => ask(name),
		agentView: async () => ({}),
	})
	const env = { CONVERSATION: { getByName } } as unknown as Env
	return { env, asked, most: () => most }
}

test('two hundred sub-agents are deleted in a call, ten at once; the next call goes on with the rest', async () => {
	const left = named(205)
	const store = {
		subAgentCalls: () => [...left],
		deleteSubAgent: (callId: string) => void left.delete(callId),
	}
	const { env, asked, most } = objects(() => true)
	expect(await destroySubAgents(env, FROM, store)).toBe(false)
	expect([asked.length, left.size, most()]).toEqual([200, 5, 10])
	expect(await destroySubAgents(env, FROM, store)).toBe(true)
	expect([asked.length, left.size]).toEqual([205, 0])
})

test('sub-agents that are left after a failure are deleted again, and no others', async () => {
	const left = named(15)
	const store = {
		subAgentCalls: () => [...left],
		deleteSubAgent: (callId: string) => void left.delete(callId),
	}
	await expect(
		destroySubAgents(objects((callId) => callId !== 'call_3').env, FROM, store),
	).rejects.toThrow('restarted')
	expect(left.size).toBe(6)
	const { env, asked } = objects(() => true)
	expect(await destroySubAgents(env, FROM, store)).toBe(true)
	expect(asked).toHaveLength(6)
})

test('a person is taken out of sub-agents that name them, and only of the busy ones again', async () => {
	const naming = named(12)
	const store = {
		subAgentsNaming: () => [...naming],
		subAgentForgot: (callId: string) => void naming.delete(callId),
	}
	const busy = objects((callId) => callId !== 'call_7')
	expect(await forgetInSubAgents(busy.env, FROM, store, 'usr_1')).toBe(false)
	expect([...naming]).toEqual(['call_7'])
	const { env, asked } = objects(() => true)
	expect(await forgetInSubAgents(env, FROM, store, 'usr_1')).toBe(true)
	expect(asked).toEqual(['call_7'])
})
