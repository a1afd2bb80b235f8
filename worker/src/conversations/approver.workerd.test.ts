/** The role between looking on and working: it answers, and begins nothing. */
import { GrantList, MessagePage, NeedsYou, ProjectList } from '@fairlead/protocol/http'
import { beforeEach, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import { type Client, roomWith, until } from '../../test/double/harness.ts'
import { askedConversation, newMember } from '../../test/people-kit.ts'

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

test('an approver stops a run, and sends no message', async () => {
	const path = `/api/conversations/${asked.id}`
	const message = { id: 'm2', role: 'user', parts: [{ type: 'text', text: 'create a cube' }] }
	expect((await approver.call('POST', `${path}/messages`, { message })).status).toBe(403)
	expect((await approver.call('PATCH', path, { title: 'Mine' })).status).toBe(403)
	expect((await approver.call('POST', `${path}/stop`, {})).status).toBe(200)
	const page = await (await owner.call('GET', `${path}/messages`)).json()
	expect(MessagePage.parse(page).activeRun).toBeNull()
})
