/** The example "nightly playtest", as its page shows it, started by its schedule. What its run does is tested end to end. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { CreateAutomation, type Delivery } from '@fairlead/protocol/automations/automations'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { expect, test } from 'vitest'
import * as z from 'zod'
import {
	deliveriesOf,
	type Made,
	newAutomation,
	settled,
} from '../../test/automations/automation-kit.ts'
import { Client, KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'

const [, shown = ''] =
	/## The automation\n+```json\n([\s\S]*?)\n```/.exec(env.NIGHTLY_PLAYTEST) ?? []
const EXAMPLE = z.parse(CreateAutomation, JSON.parse(shown))

/** Makes the scheduled time of the night come. */
async function nightComes({ projectId, nextAt }: Made): Promise<void> {
	await runInDurableObject(env.AUTOMATIONS.getByName(projectId), async (_, { storage }) => {
		const [due] = storage.sql.exec<{ due_at: number }>('SELECT due_at FROM schedule').toArray()
		expect(due?.due_at).toBe(nextAt)
		storage.sql.exec('UPDATE schedule SET due_at = ?, look_at = 0', Date.now() - 1_000)
		await storage.setAlarm(Date.now())
	})
}

const first = (client: Client, made: Made, is: (delivery: Delivery) => boolean) =>
	until(async () => {
		const [delivery] = await deliveriesOf(client, made)
		return delivery && is(delivery) ? delivery : undefined
	}, 'the delivery of the night')

test('the time of the example comes while an editor is connected: the playtest begins, as the schedule', async () => {
	const { client, projectId } = await roomWith([seat(KEY_A)])
	const made = await newAutomation(client, projectId, EXAMPLE)
	expect(made.trigger).toEqual({ kind: 'schedule', cron: '30 2 * * *', timeZone: 'Europe/Berlin' })
	await nightComes(made)
	const delivery = await first(client, made, ({ run }) => run !== null)
	expect(delivery).toMatchObject({ source: 'schedule', verdict: 'begun', missed: 0, askedBy: null })
	const path = `/api/conversations/${delivery.conversationId}`
	const { messages } = (await (await client.call('GET', `${path}/messages`)).json()) as MessagePage
	expect(messages[0]).toMatchObject({
		metadata: { by: { kind: 'schedule', id: made.id, name: EXAMPLE.name } },
		parts: [{ type: 'text', text: EXAMPLE.template }],
	})
	expect(await deliveriesOf(client, made)).toHaveLength(1)
	await client.call('POST', `${path}/stop`, {})
})

test('the time of the example comes without an editor: that night has no playtest', async () => {
	const client = await Client.signIn()
	const made = await newAutomation(client, (await client.newProject()).id, EXAMPLE)
	await nightComes(made)
	const { id } = await first(client, made, ({ source }) => source === 'schedule')
	expect(await settled(client, made, id)).toMatchObject({ verdict: 'no_editor', run: null })
})
