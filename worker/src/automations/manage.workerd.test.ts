/** People manage automations: try them out, deliver again, change them; others see none. */
import { env } from 'cloudflare:workers'
import { AutomationList, AutomationTested } from '@fairlead/protocol/automations/automations'
import { ChangeList } from '@fairlead/protocol/projects/project'
import { beforeEach, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import {
	acceptedId,
	deliveriesOf,
	newAutomation,
	pathOf,
	runsOf,
	settled,
	standard,
} from '../../test/automations/automation-kit.ts'
import { Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'

const PAYLOAD = { name: 'Ada' }

let owner: Client
let projectId: string

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject()).id
})

test('a sample is tried without a run, and with one by the button, also while the automation is off', async () => {
	const made = await newAutomation(owner, projectId, {
		enabled: false,
		condition: 'name == "Ada"',
	})
	const tryOut = async (body: object) =>
		AutomationTested.parse(await (await owner.call('POST', `${pathOf(made)}/test`, body)).json())
	expect(await tryOut({ payload: { name: 'Bob' } })).toEqual({
		met: false,
		prompt: null,
		deliveryId: null,
	})
	const dry = await tryOut({ payload: PAYLOAD })
	expect(dry.prompt).toContain('"Ada"')
	expect(await deliveriesOf(owner, made)).toEqual([])
	const { deliveryId } = await tryOut({ payload: PAYLOAD, run: true })
	const delivery = await settled(owner, made, deliveryId ?? '')
	expect(delivery).toMatchObject({ source: 'button', verdict: 'begun' })
	expect(delivery.askedBy).toMatch(/^usr_/)
	// Its run is the person's, who pays for it; a webhook's is nobody's.
	const ranBy = async (conversationId: string | null) =>
		env.DB.prepare('select user_id, author_kind, author_id from runs where conversation_id = ?')
			.bind(conversationId)
			.first()
	expect(await ranBy(delivery.conversationId)).toEqual({
		user_id: delivery.askedBy,
		author_kind: 'webhook',
		author_id: made.id,
	})
	const usage = await until(
		() =>
			env.DB.prepare('select user_id from usage where run_id = ?')
				.bind(delivery.run?.id)
				.first()
				.then((row) => row ?? undefined),
		'its usage',
	)
	expect(usage).toEqual({ user_id: delivery.askedBy })
	const drafted = await tryOut({
		payload: { name: 'Bob' },
		draft: { condition: null, template: 'Wave to {{ name }}.' },
	})
	expect(drafted).toMatchObject({
		met: true,
		prompt: expect.stringContaining('Wave to [value 1'),
	})
	// A webhook's delivery is taken, and begins nothing.
	const off = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
	expect(await settled(owner, made, off)).toMatchObject({ verdict: 'disabled', run: null })
})

test('a draft begins no run, and its errors are named', async () => {
	const made = await newAutomation(owner, projectId)
	const refused = async (body: object) =>
		(await problemOf(await owner.call('POST', `${pathOf(made)}/test`, body))).issues
	const draft = { condition: null, template: 'Hi' }
	expect(await refused({ run: true, draft })).toMatchObject([{ path: '/draft' }])
	expect(await refused({ draft: { condition: 'a =', template: 'Hi' } })).toMatchObject([
		{ path: '/condition' },
	])
	expect(await deliveriesOf(owner, made)).toEqual([])
})

test('the list shows the outcome of the last delivery', async () => {
	const made = await newAutomation(owner, projectId, { condition: 'name == "Ada"' })
	const list = async () => {
		const answer = await owner.call('GET', `/api/projects/${projectId}/automations`)
		return AutomationList.parse(await answer.json()).automations
	}
	expect(await list()).toMatchObject([{ id: made.id, lastDelivery: null }])
	await settled(owner, made, await acceptedId(await standard(made, 'msg_1', PAYLOAD)))
	expect(await list()).toMatchObject([
		{ lastDelivery: { verdict: 'begun', run: { state: 'completed' } } },
	])
	const second = await acceptedId(await standard(made, 'msg_2', { name: 'Bob' }))
	await settled(owner, made, second)
	expect(await list()).toMatchObject([
		{ lastDelivery: { id: second, verdict: 'condition_not_met', run: null } },
	])
})

test('a replay is a new delivery that names the old one', async () => {
	const made = await newAutomation(owner, projectId)
	const first = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
	await settled(owner, made, first)
	const replay = `${pathOf(made)}/deliveries/${first}/replay`
	const second = await acceptedId(await owner.call('POST', replay))
	expect(second).not.toBe(first)
	expect(await settled(owner, made, second)).toMatchObject({
		source: 'replay',
		replayOf: first,
		verdict: 'begun',
	})
	expect(await runsOf(made)).toHaveLength(2)
})

test('an invalid condition or template is refused, with the reason', async () => {
	const made = await newAutomation(owner, projectId)
	const patch = (body: object) => owner.call('PATCH', pathOf(made), body)
	expect((await problemOf(await patch({ condition: 'action = "opened"' }))).issues).toEqual([
		{ path: '/condition', message: 'Column 8: use == to compare.' },
	])
	const [issue] = (await problemOf(await patch({ template: 'Hi {{ a b }}' }))).issues ?? []
	expect(issue).toMatchObject({ path: '/template' })
	const named = await patch({ name: 'Greeter', condition: '' })
	expect(await named.json()).toMatchObject({ name: 'Greeter', condition: null })
})

test('members without the permission are refused; foreign automations do not exist, not even in an own project', async () => {
	const made = await newAutomation(owner, projectId)
	const delivery = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
	await settled(owner, made, delivery)
	const viewer = await newMember(projectId, 'approver')
	const elsewhere = (await owner.newProject('Other')).id
	const stranger = await newMember(elsewhere, 'owner')
	const paths: [string, string, object?][] = [
		['GET', ''],
		['PATCH', '', { enabled: false }],
		['POST', '/secret'],
		['POST', '/test', { run: true }],
		['GET', '/deliveries'],
		['GET', `/deliveries/${delivery}`],
		['POST', `/deliveries/${delivery}/replay`],
		['DELETE', ''],
	]
	for (const [method, path, body] of paths) {
		const at = `${pathOf(made)}${path}`
		expect((await viewer.client.call(method, at, body)).status, at).toBe(403)
		expect((await stranger.client.call(method, at, body)).status, at).toBe(404)
		const smuggled = `${pathOf({ ...made, projectId: elsewhere })}${path}`
		expect((await stranger.client.call(method, smuggled, body)).status, smuggled).toBe(404)
	}
	const other = await newAutomation(owner, projectId)
	const foreign = `${pathOf(other)}/deliveries/${delivery}`
	expect((await owner.call('GET', foreign)).status).toBe(404)
	expect((await owner.call('POST', `${foreign}/replay`)).status).toBe(404)
})

test('changes are recorded, without a secret', async () => {
	const made = await newAutomation(owner, projectId)
	await owner.call('PATCH', pathOf(made), { enabled: false })
	await owner.call('DELETE', pathOf(made))
	const answer = await owner.call('GET', `/api/projects/${projectId}/changes`)
	const { changes } = ChangeList.parse(await answer.json())
	expect(changes.map(({ what, subject }) => [what, subject])).toEqual(
		Array.from({ length: 3 }, () => ['automation', made.id]),
	)
	expect(JSON.stringify(changes)).not.toContain(made.secret)
})
