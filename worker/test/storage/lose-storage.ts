/** Objects of conversations that are at rest, and that have lost their storage. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { until } from '../double/harness.ts'

/** Until D1 has all that the conversation had to tell it: nothing wakes its object any more. */
export async function recorded(conversationId: string): Promise<void> {
	const stub = env.CONVERSATION.getByName(conversationId)
	const isAtRest = () =>
		runInDurableObject(stub, async (_object, { storage }) => {
			const waiting = storage.sql.exec('SELECT id FROM outbox').toArray()
			return waiting.length === 0 && (await storage.getAlarm()) === null ? true : undefined
		})
	await until(isAtRest, 'a conversation at rest')
}

/** Takes the storage away, as the platform's worst day does. */
export async function loseStorage(conversationId: string): Promise<void> {
	// D1 may know an item whose row is not deleted yet: that would fail without its table.
	await recorded(conversationId)
	const stub = env.CONVERSATION.getByName(conversationId)
	await runInDurableObject(stub, async (_object, state) => {
		await state.storage.deleteAlarm()
		await state.storage.deleteAll()
	})
	await abortAllDurableObjects()
}
