/** The role between looking on and working: it answers, and begins nothing. */
import { GrantList, NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { MessagePage } from '@fairlead/protocol/conversations/messages'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { beforeEach, expect, test } from 'vitest'
import { JSON_TYPE, problemOf } from '../../test/api-kit.ts'
import { type Client, fetchApp, roomWith, until } from '../../test/double/harness.ts'
import { askedConversation, newMember } from '../../test/people/people-kit.ts'

let owner: Client
let projectId: string
let approver: Client
let asked: { id: string; approvalId: string }

const answer = (client: Client, body: object) =>
	client.call('POST', `/api/conversations/${asked.id}/approvals/${asked.approvalId}`, body)

beforeEach(async () => {
	;({ client: owner, projectId } = await roomWith([]))
	approver = (await newMember(projectId, 'approver')).client
	asked = await askedConversation(owner, projectId)
})

test('an approver is told of the approval, and answers it', async () => {
	const waiting = async () => {
		const list = NeedsYou.parse(await (await approver.call('GET', '/api/needs-you')).json())
		return list.conversations.find(({ conversationId }) => conversationId === asked.id)
	}
	await until(waiting, 'the approval to be listed')
	const list = ProjectList.parse(await (await approver.call('GET', '/api/projects')).json())
	expect(list.projects).toMatchObject([{ role: 'approver', needsYouCount: 1 }])
	expect((await answer(approver, { approved: true, scope: 'run' })).status).toBe(204)
	await until(async () => ((await waiting()) === undefined ? true : undefined), 'the answer')
})

test('an approver always allows nothing: that is a rule for runs to come', async () => {
	const refused = await problemOf(await answer(approver, { approved: true, scope: 'project' }))
	expect(refused).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('editor') })
	const grants = await owner.call('GET', `/api/projects/${projectId}/grants`)
	expect(GrantList.parse(await grants.json()).grants).toEqual([])
	// The approval still waits.
	expect((await answer(approver, { approved: true })).status).toBe(204)
})

test('a token that only starts runs answers no approval, also not by the body of an AI SDK client', async () => {
	const path = `/api/conversations/${asked.id}/messages`
	const answerBy = async (scopes: readonly string[]) => {
		const token = { label: 'script', scopes, expiresInDays: 1 }
		const made = await owner.call('POST', '/api/tokens', token)
		const bearer = ((await made.json()) as { token: string }).token
		const approval = { id: asked.approvalId, approved: true }
		const part = { type: 'tool-unity_play', state: 'approval-responded', approval }
		const metadata = { cursor: '1.0' }
		return fetchApp(path, {
			method: 'POST',
			headers: { ...JSON_TYPE, authorization: `Bearer ${bearer}` },
			body: JSON.stringify({
				messages: [{ id: 'a1', role: 'assistant', parts: [part], metadata }],
			}),
		})
	}
	const audited = async () => {
		const log = await owner.call('GET', `/api/projects/${projectId}/audit?event=answerApproval`)
		return ((await log.json()) as { entries: unknown[] }).entries.length
	}
	const waits = async () =>
		NeedsYou.parse(await (await owner.call('GET', '/api/needs-you')).json()).conversations.length
	await until(async () => ((await waits()) === 1 ? true : undefined), 'the approval to be listed')

	const refused = await answerBy(['runs:start', 'projects:read'])
	expect(await problemOf(refused)).toMatchObject({
		code: 'forbidden',
		detail: expect.stringContaining('runs:approve'),
	})
	expect(await waits()).toBe(1)
	expect(await audited()).toBe(0)

	const taken = await answerBy(['runs:start', 'runs:approve', 'projects:read'])
	expect(taken.ok).toBe(true)
	await until(async () => ((await waits()) === 0 ? true : undefined), 'the answer')
	expect(await audited()).toBe(1)
	await taken.body?.cancel()
})

test('an approver stops a run, and sends no message', async () => {
	const path = `/api/conversations/${asked.id}`
	const message = { id: 'm2', role: 'user', parts: [{ type: 'text', text: 'create a cube' }] }
	expect((await approver.call('POST', `${path}/messages`, { message })).status).toBe(403)
	expect((await approver.call('PATCH', path, { title: 'Mine' })).status).toBe(403)
	expect((await approver.call('POST', `${path}/stop`, {})).status).toBe(200)
	const page = await (await owner.call('GET', `${path}/messages`)).json()
	expect(MessagePage.parse(page).activeRun).toBeNull()
})

test('tokens and cost reach editors, and neither approvers nor tokens without usage:read, in no answer and no stream', async () => {
	const path = `/api/conversations/${asked.id}`
	const made = await owner.call('POST', '/api/tokens', {
		label: 'script',
		scopes: ['conversations:read'],
		expiresInDays: 1,
	})
	const { token } = (await made.json()) as { token: string }
	const asScript = (way: string) =>
		fetchApp(`${path}${way}`, { headers: { authorization: `Bearer ${token}` } })
	expect((await answer(owner, { approved: false })).status).toBe(204)
	const ended = (client: Client) =>
		until(async () => {
			const text = await (await client.call('GET', `${path}/stream?cursor=1.1`)).text()
			return text.includes('"type":"finish"') ? text : undefined
		}, 'the stream to end')
	const [seen, hidden] = [await ended(owner), await ended(approver)]
	expect(seen).toContain('"usage"')
	expect(hidden).not.toMatch(/"usage"|"costUsd"/)
	const pages = await Promise.all([
		owner.call('GET', `${path}/messages`),
		approver.call('GET', `${path}/messages`),
		asScript('/messages'),
	])
	const [whole, ...cut] = await Promise.all(pages.map((page) => page.text()))
	expect(whole).toContain('"usage"')
	for (const text of cut) {
		expect(text).toContain('"state":"completed"')
		expect(text).not.toMatch(/"usage"|"costUsd"/)
	}
	expect((await owner.call('GET', `${path}/usage`)).status).toBe(200)
	expect((await approver.call('GET', `${path}/usage`)).status).toBe(403)
	expect((await asScript('/usage')).status).toBe(403)
})
