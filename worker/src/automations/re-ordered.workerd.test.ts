/** Deliveries that overtake each other on their way: a push that arrives late must not undo what a newer one began. */
import { beforeEach, describe, expect, test } from 'vitest'
import {
	acceptedId,
	deliver,
	deliveriesOf,
	type Made,
	newAutomation,
	runsOf,
	settled,
	standardHeaders,
} from '../../test/automations/automation-kit.ts'
import { type Client, KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'

let owner: Client
let projectId: string

/** Runs wait for an editor that is compiling. */
beforeEach(async () => {
	const room = await roomWith([seat(KEY_A, 'compiling')])
	owner = room.client
	projectId = room.projectId
})

const make = (concurrency: 'queue' | 'replace'): Promise<Made> =>
	newAutomation(owner, projectId, { template: 'create a cube named Box', concurrency })

const AGE_MS = { older: 60_000, newer: 0 } as const

async function push(made: Made, which: keyof typeof AGE_MS): Promise<string> {
	const signed = new Date(Date.now() - AGE_MS[which])
	const body = JSON.stringify({ which })
	return acceptedId(await deliver(made, standardHeaders(made.secret, which, body, signed), body))
}

const running = (made: Made, id: string) =>
	until(async () => {
		const found = (await deliveriesOf(owner, made)).find((delivery) => delivery.id === id)
		return found?.run ? found.run : undefined
	}, `the run of ${id}`)

describe('replace', () => {
	test('in order: the newer one stops the older run', async () => {
		const made = await make('replace')
		const older = await push(made, 'older')
		await running(made, older)
		const newer = await push(made, 'newer')
		expect(await settled(owner, made, older)).toMatchObject({ run: { state: 'cancelled' } })
		await running(made, newer)
	})

	test('re-ordered: the older one comes late, begins nothing, and the newer run goes on', async () => {
		const made = await make('replace')
		const newer = await push(made, 'newer')
		const run = await running(made, newer)
		const older = await push(made, 'older')
		expect(await settled(owner, made, older)).toMatchObject({ verdict: 'replaced', run: null })
		expect(await runsOf(made)).toHaveLength(1)
		const now = (await deliveriesOf(owner, made)).find(({ id }) => id === newer)
		expect(now?.run).toMatchObject({ id: run.id })
		expect(now?.run?.state).not.toMatch(/completed|failed|cancelled/)
	})
})

test('queue: in the order of arrival, whatever time is signed', async () => {
	const made = await make('queue')
	const newer = await push(made, 'newer')
	await running(made, newer)
	const older = await push(made, 'older')
	const conversationOf = async (id: string) =>
		(await deliveriesOf(owner, made)).find((delivery) => delivery.id === id)?.conversationId
	await owner.call('POST', `/api/conversations/${await conversationOf(newer)}/stop`, {})
	await running(made, older)
})
