/** Deliveries that are not accepted: each looks the same to its sender, and none begins a run. */
import { DeliveryDetail, NewSecret } from '@fairlead/protocol/automations/automations'
import { beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import {
	deliver,
	deliveriesOf,
	type Made,
	newAutomation,
	pathOf,
	runsOf,
	standardHeaders,
} from '../../test/automations/automation-kit.ts'
import { Client, until } from '../../test/double/harness.ts'

const BODY = JSON.stringify({ name: 'Ada' })

let owner: Client
let projectId: string

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject()).id
})

describe('a delivery is refused, and looks the same each time:', () => {
	const now = () => new Date()
	const headers = (made: Made, more: Record<string, string> = {}) => ({
		...standardHeaders(made.secret, 'msg_1', BODY, now()),
		...more,
	})
	const ago = (ms: number) => new Date(Date.now() - ms)
	const flip = (text: string): string => {
		const [version, signature = ''] = text.split(',')
		return `${version},${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
	}

	test.each<[string, (made: Made) => Promise<Response>]>([
		['no signature', (made) => deliver(made, {}, BODY)],
		[
			'a signature with one wrong bit',
			(made) => {
				const sent = headers(made)
				return deliver(
					made,
					{ ...sent, 'webhook-signature': flip(sent['webhook-signature'] ?? '') },
					BODY,
				)
			},
		],
		['one wrong byte', (made) => deliver(made, headers(made), BODY.replace('Ada', 'Adb'))],
		['one more byte', (made) => deliver(made, headers(made), `${BODY} `)],
		['another id', (made) => deliver(made, headers(made, { 'webhook-id': 'msg_2' }), BODY)],
		[
			'another time',
			(made) => {
				const time = String(Math.floor(Date.now() / 1_000) + 1)
				return deliver(made, headers(made, { 'webhook-timestamp': time }), BODY)
			},
		],
		[
			'six minutes old',
			(made) => deliver(made, standardHeaders(made.secret, 'msg_1', BODY, ago(360_000)), BODY),
		],
		[
			'six minutes ahead',
			(made) => deliver(made, standardHeaders(made.secret, 'msg_1', BODY, ago(-360_000)), BODY),
		],
		[
			'signed with another automation’s secret',
			async (made) => {
				const other = await newAutomation(owner, projectId)
				return deliver(made, headers(other), BODY)
			},
		],
		[
			'signed with the secret that was replaced',
			async (made) => {
				const answer = await owner.call('POST', `${pathOf(made)}/secret`)
				const { secret } = NewSecret.parse(await answer.json())
				expect(secret).not.toBe(made.secret)
				return deliver(made, headers(made), BODY)
			},
		],
		[
			'an automation that does not exist',
			(made) => deliver({ id: 'aut_000000000000' }, headers(made), BODY),
		],
		[
			'one without a webhook',
			async (made) => {
				const button = await newAutomation(owner, projectId, { trigger: { kind: 'button' } })
				return deliver(button, headers(made), BODY)
			},
		],
		[
			'a deleted one',
			async (made) => {
				expect((await owner.call('DELETE', pathOf(made))).status).toBe(204)
				return deliver(made, headers(made), BODY)
			},
		],
	])('%s', async (_what, send) => {
		const made = await newAutomation(owner, projectId)
		const { requestId: _, ...problem } = await problemOf(await send(made))
		expect(problem).toEqual({
			type: 'urn:fairlead:problem:unauthenticated',
			title: 'This delivery was not accepted.',
			status: 401,
			code: 'unauthenticated',
			detail: expect.stringContaining('Compare the address'),
		})
		expect(await runsOf(made)).toEqual([])
	})

	test('one that is not proven leaves one line in the log for an hour, with nothing that was sent, and cannot be replayed', async () => {
		const made = await newAutomation(owner, projectId)
		for (const secret of ['forged', 'forged again']) {
			const wrong = { authorization: `Bearer ${secret}` }
			expect((await deliver(made, wrong, '{"evil":"text"}')).status).toBe(401)
		}
		const [line, ...others] = await until(async () => {
			const listed = await deliveriesOf(owner, made)
			return listed.length > 0 ? listed : undefined
		}, 'the line')
		expect(others).toEqual([])
		expect(line).toMatchObject({ verdict: 'not_proven', run: null, source: 'webhook' })
		const path = `${pathOf(made)}/deliveries/${line?.id}`
		const detail = await (await owner.call('GET', path)).text()
		expect(DeliveryDetail.parse(JSON.parse(detail)).payload).toBe('')
		expect(detail).not.toContain('evil')
		expect(detail).not.toContain('forged')
		expect((await owner.call('POST', `${path}/replay`)).status).toBe(409)
		expect(await runsOf(made)).toEqual([])
	})

	test('one of more than 256 KB, however it is signed', async () => {
		const made = await newAutomation(owner, projectId)
		const body = JSON.stringify({ name: 'x'.repeat(256 * 1024) })
		const answer = await deliver(made, standardHeaders(made.secret, 'm', body), body)
		expect((await problemOf(answer)).code).toBe('too_large')
	})

	test('one of bytes that are no UTF-8, and JSON nested too deeply, though signed', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'webhook', proof: 'bearer' },
		})
		const bearer = { authorization: `Bearer ${made.secret}` }
		const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])
		expect((await problemOf(await deliver(made, bearer, bytes))).title).toContain('UTF-8')
		const deep = '['.repeat(70) + ']'.repeat(70)
		expect((await problemOf(await deliver(made, bearer, deep))).title).toContain('deeply')
		expect(await runsOf(made)).toEqual([])
	})

	test('one of broken JSON that says it is JSON, with a line in the log; as a text it is taken', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'webhook', proof: 'bearer' },
			template: 'Look at this.',
		})
		const send = (type: string, body: string) =>
			deliver(made, { authorization: `Bearer ${made.secret}`, 'content-type': type }, body)
		const broken = '{"name": "Ada"'
		for (const type of ['application/json', 'application/cloudevents+json; charset=utf-8']) {
			expect(await problemOf(await send(type, broken))).toMatchObject({
				status: 400,
				code: 'invalid_request',
				title: expect.stringContaining('not valid JSON'),
				detail: expect.stringContaining('text/plain'),
			})
		}
		const [line, ...others] = await deliveriesOf(owner, made)
		expect(others).toEqual([])
		expect(line).toMatchObject({ verdict: 'unreadable', run: null })
		expect(line?.error).toContain('not valid JSON')
		const path = `${pathOf(made)}/deliveries/${line?.id}`
		expect((await owner.call('POST', `${path}/replay`)).status).toBe(409)
		expect(await runsOf(made)).toEqual([])
		for (const [type, body] of [
			['text/plain', broken],
			['application/json', ''],
			['application/json', `\uFEFF${BODY}`],
		] as const) {
			expect((await send(type, body)).status, type).toBe(202)
		}
	})
})
